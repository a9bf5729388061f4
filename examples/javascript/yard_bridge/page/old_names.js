// Names of MooTools 1.2 that its later downloads kept by default, and that AIs of the contest's time use. MooTools 1.5
// has the same functions under other names.
(function () {
  'use strict';

  const window = globalThis;
  const isNothing = (value) => value === undefined || value === null;
  const isList = (value) => typeOf(value) === 'array' || typeOf(value) === 'arguments';

  // MooTools' own Array.from, which makes a list of one of anything that is no list, is not meant here.
  const listOf = (value) => Array.prototype.slice.call(value);

  function each(value, action, bind) {
    if (isList(value)) Array.each(value, action, bind);
    else Object.each(value, action, bind);
  }

  function type(value) {
    const name = typeOf(value);
    return name === 'null' ? false : name;
  }

  const names = {
    $A: (value) => (isNothing(value) ? [] : listOf(value)),
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
    $splat: (value) => (isNothing(value) ? [] : isList(value) ? listOf(value) : [value]),
    $time: () => Date.now(),
    $try: (...actions) => Function.attempt(...actions),
    $type: type,
    $unlink: (value) => (typeOf(value) === 'array' ? Array.clone(value) : Object.clone(value)),
  };
  Object.assign(window, names);

  // Its members are the object's own; its methods come from the class.
  class Hash {
    constructor(object) {
      Object.assign(this, object);
    }

    $family() { return 'hash'; }

    has(key) { return Object.hasOwn(this, key); }
    get(key) { return this.has(key) ? this[key] : null; }
    set(key, value) {
      if (!(key in this) || this.has(key)) this[key] = value;
      return this;
    }
    erase(key) {
      if (this.has(key)) delete this[key];
      return this;
    }
    empty() {
      for (const key of Object.keys(this)) delete this[key];
      return this;
    }
    include(key, value) {
      return isNothing(this[key]) ? this.set(key, value) : this;
    }

    forEach(action, bind) { Object.each(this, action, bind); }
    each(action, bind) { this.forEach(action, bind); }
    extend(more) {
      Object.each(more ?? {}, (value, key) => this.set(key, value));
      return this;
    }
    combine(more) {
      Object.each(more ?? {}, (value, key) => this.include(key, value));
      return this;
    }
    map(action, bind) { return new Hash(Object.map(this, action, bind)); }
    filter(action, bind) { return new Hash(Object.filter(this, action, bind)); }
    every(action, bind) { return Object.every(this, action, bind); }
    some(action, bind) { return Object.some(this, action, bind); }

    keyOf(value) { return Object.keyOf(this, value); }
    hasValue(value) { return this.keyOf(value) !== null; }
    getKeys() { return Object.keys(this); }
    getValues() { return Object.values(this); }
    getLength() { return this.getKeys().length; }
    getClean() { return { ...this }; }
  }
  const ofAnyObject = ['each', 'every', 'filter', 'getClean', 'getKeys', 'getLength', 'getValues', 'has', 'hasValue', 'keyOf', 'map', 'some'];
  for (const name of ofAnyObject) Hash[name] = (object, ...words) => new Hash(object)[name](...words);
  window.Hash = Hash;
  window.$H = (object) => new Hash(object);

  Array.implement({ extend(more) { return this.append(more); } });
});
