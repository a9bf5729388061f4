// The page on which an AI of the contest runs: its own context, without anything of Node's. The files page/*.js build
// there what the contest's browser had. Only texts, numbers and booleans pass between the adapter and the page, so
// neither can reach an object of the other. This stops a careless AI; Node's vm does not stop a hostile one.
'use strict';

const fs = require('fs');
const path = require('path');
const vm = require('vm');

const FILES = ['window.js', 'MooTools', 'old_names.js', 'cards.js', 'players.js', 'turn.js', 'ai_utils.js'];

// A copy from the contest's page may have lost its end, as the AI printed with the contest's rules has.
const LOST_ENDING = '\n});';

function findMooTools() {
  try {
    return require.resolve('mootools');
  } catch {
    throw new Error(`MooTools is not installed: run "npm ci" in ${path.dirname(__dirname)} first`);
  }
}

// Compiles the text of an AI; `repaired` says whether its lost ending was added.
function compile(text, filename) {
  try {
    return { script: new vm.Script(text, { filename }), repaired: false };
  } catch (error) {
    if (error.message !== 'Unexpected end of input') throw error;
    try {
      return { script: new vm.Script(text + LOST_ENDING, { filename }), repaired: true };
    } catch {
      throw error;
    }
  }
}

// `host` has the functions that the page may call; returns the page, with the functions that call it. `file` is the
// AI's file, for the lines shown when it throws. Throws if MooTools is missing.
function openPage(host, file) {
  const context = vm.createContext(Object.create(null), { codeGeneration: { strings: true, wasm: false } });
  const run = (name) => vm.runInContext(fs.readFileSync(name, 'utf8'), context, { filename: name });
  const page = vm.runInContext('({ host: {} })', context);
  page.file = file;
  page.host = host;
  for (const name of FILES) {
    if (name === 'MooTools') run(findMooTools());
    else run(path.join(__dirname, 'page', name))(page);
  }
  return { page, context };
}

module.exports = { compile, openPage };
