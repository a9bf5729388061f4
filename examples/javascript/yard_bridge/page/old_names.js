// Names of MooTools 1.2 that its later downloads kept by default, and that AIs of the contest's time use. MooTools 1.5
// has most of the functions under other names.
(function () {
  'use strict';

  const window = globalThis;
  const isNothing = (value) => value === undefined || value === null;
  const isList = (value) => typeOf(value) === 'array' || typeOf(value) === 'arguments';

  function each(value, action, bind) {
    if (isList(value)) Array.each(value, action, bind);
    else if (!isNothing(value)) Object.each(value, action, bind);
  }

  function type(value) {
    const name = typeOf(value);
    return name === 'null' ? false : name;
  }

  // A copy that shares nothing.
  function unlink(value) {
    switch (typeOf(value)) {
      case 'object': return Object.clone(value);
      case 'array': return Array.clone(value);
      case 'hash': return new Hash(value);
      default: return value;
    }
  }

  const names = {
    $A: (value) => Array.from(value).slice(), // MooTools' own: [value] for anything that is no list
    $arguments: (index) => (...words) => words[index],
    $chk: (value) => Boolean(value || value === 0),
    $clear(timer) {
      clearTimeout(timer);
      return null;
    },
    $defined: (value) => !isNothing(value),
    $each: each,
    $empty() {},
    $extend: (object, more) => Object.assign(object, more),
    $lambda: (value) => (typeof value === 'function' ? value : () => value),
    $merge: (...objects) => Object.merge({}, ...objects),
    $mixin: (object, ...more) => Object.merge(object, ...more),
    $pick: (...values) => values.find((value) => !isNothing(value)) ?? null,
    $random: (least, most) => Number.random(least, most),
    $splat: (value) => (isNothing(value) ? [] : isList(value) ? Array.from(value) : [value]),
    $time: () => Date.now(),
    $try: (...actions) => Function.attempt(...actions),
    $type: type,
    $unlink: unlink,
  };
  Object.assign(window, names);

  // --- Hash: its members are the object's own; its methods come from the class ---

  const has = (object, key) => Object.hasOwn(object, key);

  function set(object, key, value) {
    if (!(key in object) || has(object, key)) object[key] = value;
  }

  // What a method does to an object, which need not be a hash.
  const changes = {
    set,
    erase: (object, key) => { if (has(object, key)) delete object[key]; },
    empty: (object) => { for (const key of Object.keys(object)) delete object[key]; },
    include: (object, key, value) => { if (isNothing(object[key])) set(object, key, value); },
    extend: (object, more) => Object.each(more ?? {}, (value, key) => set(object, key, value)),
    combine: (object, more) => Object.each(more ?? {}, (value, key) => changes.include(object, key, value)),
  };
  const answers = {
    has,
    get: (object, key) => (has(object, key) ? object[key] : null),
    forEach: (object, action, bind) => Object.each(object, action, bind),
    map: (object, action, bind) => new Hash(Object.map(object, action, bind)),
    filter: (object, action, bind) => new Hash(Object.filter(object, action, bind)),
    every: (object, action, bind) => Object.every(object, action, bind),
    some: (object, action, bind) => Object.some(object, action, bind),
    keyOf: (object, value) => Object.keyOf(object, value),
    hasValue: (object, value) => Object.contains(object, value),
    getKeys: (object) => Object.keys(object),
    getValues: (object) => Object.values(object),
    getLength: (object) => Object.keys(object).length,
    getClean: (object) => ({ ...object }),
    toQueryString: (object) => Object.toQueryString(object),
  };
  Object.assign(answers, {
    each: answers.forEach,
    indexOf: answers.keyOf,
    contains: answers.hasValue,
    keys: answers.getKeys,
    values: answers.getValues,
  });

  function Hash(object) {
    if (!(this instanceof Hash)) return new Hash(object);
    Object.assign(this, object);
  }

  const define = (name, method, general) => {
    Object.defineProperty(Hash.prototype, name, { value: method, writable: true, configurable: true });
    Object.defineProperty(Hash, name, { value: general, writable: true, configurable: true });
  };
  for (const [name, change] of Object.entries(changes)) {
    const done = (object, ...words) => {
      change(object, ...words);
      return object;
    };
    define(name, function (...words) { return done(this, ...words); }, done);
  }
  for (const [name, answer] of Object.entries(answers)) define(name, function (...words) { return answer(this, ...words); }, answer);
  Object.defineProperty(Hash.prototype, '$family', { value: () => 'hash' });
  window.Hash = Hash;
  window.$H = (object) => new Hash(object);

  // --- Arrays and functions ---

  Array.implement({ extend(more) { return this.append(more); } });

  // `bind(object, [a, b])` calls with a and b alone. With more than these two words it is today's function.
  const bindOfToday = Function.prototype.bind;
  const apply = (action, object, words) => Reflect.apply(action, object, words);
  const methods = {
    bind(object, words, ...more) {
      if (isNothing(words) || more.length > 0) return apply(bindOfToday, this, [...arguments]);
      return (...given) => apply(this, object, isList(words) ? Array.from(words) : [words, ...given]);
    },
    bindWithEvent(object, words) {
      return (event) => apply(this, object, [event].concat(isNothing(words) ? [] : Array.from(words)));
    },
    create({ bind, arguments: words } = {}) { return this.bind(bind, words); },
    run(words, object) { return apply(this, object, isNothing(words) ? [] : Array.from(words)); },
  };
  for (const [name, method] of Object.entries(methods))
    Object.defineProperty(Function.prototype, name, { value: method, writable: true, configurable: true });
});
