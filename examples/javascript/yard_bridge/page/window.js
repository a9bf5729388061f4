// What a browser's window had: timers, the console, the news that the page is ready. And `page.run`, through which all
// code of the AI is started, `page.timers`, and the ways in which an AI fails.
(function (page) {
  'use strict';

  const window = globalThis;
  const host = guarded(page.host);
  page.host = host;
  Error.stackTraceLimit = 50; // MooTools stands between any two functions of an AI's

  // An error of the adapter's own, such as of a full stack, must not reach the AI: it would lead out of the page.
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

  // The end, even if the AI would catch what is thrown.
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
    // A timer of ours or the AI's; `where` names its function if that throws.
    start(where, action, delay, repeats) {
      const id = ++latest;
      timers.set(id, { where, action, repeats });
      host.start(id, Number(delay) || 0, repeats);
      return id;
    },
    stop(id) {
      if (timers.delete(id)) host.stop(id);
    },
    // Stops all that were started after the one of this number.
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

  // Texts as functions were still in use then.
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

  // What is added once the page is ready is called at once.
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

  // From now on Math.random gives the numbers of this seed (of 32 bits), by a counter whose steps are scrambled.
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
