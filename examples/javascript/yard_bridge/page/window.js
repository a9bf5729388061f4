// What a browser's window had: timers, the console, and the event that the page is ready. Also `page.run`, which starts
// all code of the AI, `page.timers`, and the ways in which an AI fails.
(function (page) {
  'use strict';

  const window = globalThis;
  const host = guarded(page.host);
  page.host = host;
  Error.stackTraceLimit = 50; // MooTools adds frames between any two functions of an AI

  // An error of the adapter, such as a full stack, must not reach the AI: its objects would lead out of the page.
  function guarded(functions) {
    const inside = {};
    for (const name of Object.keys(functions)) {
      inside[name] = function (...words) {
        try {
          return functions[name](...words);
        } catch {
          throw new RangeError(`${name}: out of reach`);
        }
      };
    }
    return inside;
  }

  // --- How it fails ---

  function frames(error) {
    const places = [` ${page.file}:`, `(${page.file}:`];
    const ofTheAI = (line) => /^ +at /.test(line) && places.some((place) => line.includes(place));
    return String(error.stack).split('\n').filter(ofTheAI).join('\n');
  }

  function fail(what, thrown) {
    let [said, where] = ['something that cannot be shown', ''];
    try {
      said = String(thrown);
      where = thrown instanceof Error ? frames(thrown) : '';
    } catch { /* an error that throws when it is looked at */ }
    host.die(`${what}: ${said}`, where);
  }

  // Ends the match, even if the AI would catch an exception.
  page.forbid = function (what) {
    host.die(`the AI touched ${what}, which it may not see`, frames(new Error()));
  };

  page.failed = (where, thrown) => fail(`the AI threw in ${where}`, thrown);

  page.run = function (where, action) {
    try {
      action();
    } catch (thrown) {
      page.failed(where, thrown);
    }
    host.afterwards();
  };

  // --- Timers ---

  const timers = new Map();
  let latest = 0;

  page.timers = {
    // Starts a timer of the page or the AI; `where` names its function in the report if it throws.
    start(where, action, delay, repeats) {
      const id = ++latest;
      timers.set(id, { where, action, repeats });
      host.start(id, Number(delay) || 0, repeats);
      return id;
    },
    stop(id) {
      if (timers.delete(id)) host.stop(id);
    },
    // Stops all timers that were started after this one.
    stopAfter(id) {
      for (const other of [...timers.keys()]) if (other > id) page.timers.stop(other);
    },
    latest: () => latest,
    none: () => timers.size === 0,
  };

  page.fire = function (id) {
    const timer = timers.get(id);
    if (!timer) return;
    if (!timer.repeats) timers.delete(id);
    page.run(timer.where, timer.action);
  };

  // AIs of that time pass code as text, too.
  const asFunction = (code) => (typeof code === 'function' ? code : new Function(String(code)));

  const setter = (name, repeats) => function (code, delay, ...words) {
    const action = asFunction(code);
    return page.timers.start(`a function that ${name} called`, () => action.apply(window, words), delay, repeats);
  };
  window.setTimeout = setter('setTimeout', false);
  window.setInterval = setter('setInterval', true);
  window.clearTimeout = window.clearInterval = (id) => page.timers.stop(id);

  // --- What is said ---

  function shown(value) {
    if (typeof value !== 'object' || value === null) return String(value);
    try {
      return JSON.stringify(value) ?? String(value);
    } catch {
      return Object.prototype.toString.call(value);
    }
  }

  page.say = (...values) => host.say(values.map(shown).join(' '));
  const say = (...values) => page.say(...values);
  window.console = { log: say, info: say, warn: say, error: say, debug: say, dir: say };
  window.alert = say;

  // --- The page ---

  const handlers = { domready: [], load: [] };
  let ready = false;

  // A handler that is added after the page is ready runs at once.
  function addEvent(type, handler) {
    if (!Object.hasOwn(handlers, type)) return this;
    if (ready) handler.call(window);
    else handlers[type].push(handler);
    return this;
  }

  page.ready = function () {
    ready = true;
    for (const type of ['domready', 'load']) {
      for (const handler of handlers[type]) page.run(`the handler of "${type}"`, () => handler.call(window));
    }
  };

  const nothing = () => null; // there are no elements
  window.window = window.self = window;
  window.addEvent = addEvent;
  window.document = { id: nothing, getElementById: nothing, addEvent };
  window.$ = nothing;
  window.$$ = () => [];

  // --- Chance ---

  // Makes Math.random a generator with this seed (32 bits): a counter with scrambled steps.
  page.seed = function (seed) {
    let count = seed;
    const scramble = (bits, shift, factor) => Math.imul(bits ^ (bits >>> shift), factor);
    Math.random = function () {
      count = (count + 0x9e3779b9) | 0;
      const bits = scramble(scramble(count, 16, 0x21f0aaad), 15, 0x735a2d97);
      return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32;
    };
  };
});
