// The page on which an AI of the contest runs: a context of its own, without anything of Node's, in which page/*.js
// build what the contest's browser had. Only texts, numbers and truth values pass between the adapter and the page,
// so that no object of the one can be reached from the other. It keeps a careless AI honest; Node's vm is no wall
// against a hostile one.
'use strict';

const fs = require('fs');
const path = require('path');
const vm = require('vm');

const FILES = ['window.js', 'MooTools', 'cards.js', 'players.js', 'turn.js', 'ai_utils.js'];

// A copy from the contest's page may have lost what closes it: the one that was printed with its rules has.
const LOST_ENDING = '\n});';

function findMooTools() {
  try {
    return require.resolve('mootools');
  } catch {
    throw new Error(`MooTools is not here: run "npm ci" in ${path.dirname(__dirname)} first`);
  }
}

// The text of an AI as a script, and whether its lost ending was added.
function compile(text, filename) {
  try {
    return { script: new vm.Script(text, { filename }), mended: false };
  } catch (error) {
    if (error.message !== 'Unexpected end of input') throw error;
    try {
      return { script: new vm.Script(text + LOST_ENDING, { filename }), mended: true };
    } catch {
      throw error;
    }
  }
}

// `host` are the functions that the page may call; the result is the page, with the functions that call it.
// `file` is the AI's, whose lines are named where it throws. Throws where MooTools is missing.
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
