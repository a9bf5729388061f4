#!/usr/bin/env node
// Plays an AI of the yard bridge contest, a class Bridge.AI on MooTools, at arena's table.
//
// Run it:  arena run yard_bridge -p node yard_bridge_ai.js my_ai.js       (once before: npm ci)
// docs/yard_bridge_ai.md says what the AI may use and what ends its match. Its output goes to stderr.
'use strict';

const fs = require('fs');
const readline = require('readline');
const { parseArgs } = require('util');
const { HiddenCards, readDeals } = require('./yard_bridge/hidden_cards.js');
const { compile, openPage } = require('./yard_bridge/sandbox.js');
const { Table } = require('./yard_bridge/table.js');
const { parse } = require('./yard_bridge/wire.js');

const USAGE = 'usage: node yard_bridge_ai.js [--seed N] [--debug RECORDS.jsonl] AI.js';
const [BAD_AI, BAD_USAGE] = [1, 2];

// The AI's output must not move the cursor of the person who reads it.
const escaped = (text) => String(text).replace(/[\0-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g,
  (c) => (c === '\n' ? '\\n' : `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`));

function stop(status, ...lines) {
  for (const line of lines) process.stderr.write(`${escaped(line)}\n`);
  process.exit(status);
}

const misused = (message) => stop(BAD_USAGE, `yard_bridge_ai.js: ${message}`, USAGE);

// Runs code that depends on the user's files and words; the user can fix the errors that it throws.
function attempt(what, action) {
  try {
    return action();
  } catch (error) {
    return stop(BAD_USAGE, `yard_bridge_ai.js: ${what}${error.message}`);
  }
}

function readOptions() {
  const options = { seed: { type: 'string' }, debug: { type: 'string' } };
  let parsed;
  try {
    parsed = parseArgs({ options, allowPositionals: true });
  } catch (error) {
    misused(error.message);
  }
  const { values: { seed, debug }, positionals: files } = parsed;
  if (files.length !== 1) misused(`give one AI file, not ${files.length}`);
  if (seed !== undefined && !/^(\d+|0x[0-9a-f]+)$/i.test(seed)) misused(`--seed needs a number, not "${seed}"`);
  return {
    file: files[0],
    seed: seed === undefined ? null : Number(BigInt.asUintN(32, BigInt(seed) ^ (BigInt(seed) >> 32n))),
    deals: debug === undefined ? null : attempt(`--debug ${debug}: `, () => readDeals(debug)),
  };
}

const { file, seed, deals } = readOptions();
const table = new Table();
const hidden = deals && new HiddenCards(deals);
const timers = new Map();
let opened = false; // the AI has called debug(), and was allowed to
let dealt = false; // our seat has dealt, and has not moved since
let answer = ''; // the last one sent
let refused = false; // arena refused it and has not asked again yet
let checking = false;

const view = () => JSON.stringify(table.view(opened ? hidden : null));
const fail = (what, where) => stop(BAD_AI, `${file}: ${what}`, ...(where ? where.split('\n') : []));

// Everything that the page can do outside itself.
const host = {
  die: fail,
  say: (text) => { process.stderr.write(`${escaped(text)}\n`); },
  answer(text) {
    answer = text;
    process.stdout.write(`${text}\n`);
  },
  start(id, delay, repeats) {
    timers.set(id, (repeats ? setInterval : setTimeout)(() => {
      if (!repeats) timers.delete(id);
      page.fire(id);
    }, delay));
  },
  stop(id) {
    clearTimeout(timers.get(id));
    timers.delete(id);
  },
  // Runs the check after the AI's promises have settled.
  afterwards() {
    if (!checking) setImmediate(() => { checking = false; page.check(); });
    checking = true;
  },
  open() {
    if (!hidden) return 'this needs the option --debug of yard_bridge_ai.js';
    opened = true;
    page.update(view());
    return '';
  },
};

function load(context) {
  const text = attempt('', () => fs.readFileSync(file, 'utf8'));
  let compiled;
  try {
    compiled = compile(text, file);
  } catch (error) {
    fail(`the AI cannot be read: ${error.message}`, `    at ${String(error.stack).split('\n', 1)[0]}`);
  }
  if (compiled.repaired) host.say(`${file} has no end; the missing "});" was added`);
  page.run('its text', () => compiled.script.runInContext(context));
  page.ready();
  page.demandAI();
}

// What each message means for the AI, after the table was updated.
const when = {
  start({ seat }) {
    opened = false;
    if (seed !== null) page.seed(seed ^ Math.imul(seat, 0x85ebca6b)); // seats may share one command
    page.start(view());
  },
  deal({ dealer }) {
    dealt = dealer === table.seat;
    page.cut();
    page.deal();
  },
  turn() {
    if (refused) {
      refused = false;
      host.answer(answer);
      return;
    }
    const first = dealt;
    dealt = false;
    page.asked(first);
  },
  result: () => page.cut(),
  over: () => page.end(),
  // The page only sends moves that arena lists as legal, so all it can do is to send the answer again.
  error({ message }) {
    refused = true;
    host.say(`${file}: arena refused "${answer}": ${message} It is sent again.`);
  },
};

function take(line) {
  const message = parse(line);
  if (!message) return;
  hidden?.see(message, table);
  table.see(message);
  if (message.type !== 'start') page.update(view());
  when[message.type]?.(message);
}

const { page, context } = attempt('', () => openPage(host, file));
process.on('unhandledRejection', (reason) => page.failed('a promise', reason));
process.stdout.on('error', () => process.exit(0)); // arena has gone
load(context);
readline.createInterface({ input: process.stdin }).on('line', take).on('close', () => process.exit(0));
