// The AI's turn: what it may do now, what it has sent, and which callback runs when the answer arrives.
(function (page) {
  'use strict';

  const { cards, table, timers, host } = page;
  let ai = null;
  let open = false; // the AI was asked to move and has not finished
  let arrival = null; // what happens when the card under way arrives: { where, action }
  let oldTimers = 0; // the last timer started before the turn

  const may = (action) => open && !arrival && table.view().legal.includes(action);
  const ownWords = () => table.view().hands[table.view().seat];

  function demandFree(method) {
    if (!open) throw new Error(`${method}: it is not this AI's turn`);
    if (arrival) throw new Error(`${method}: the card put or taken before is still on its way; wait for its callback`);
  }

  function arrive() {
    const { where, action } = arrival;
    arrival = null;
    page.run(where, action);
  }

  function call(callback, ...words) {
    if (typeof callback === 'function') callback.apply(ai, words);
  }

  page.turn = {
    canPut: (card) => may(`put ${cards.word(card)}`),
    canGet: () => may('take'),
    canFinish: () => may('done'),

    put(card, onFinish) {
      demandFree('putCard');
      if (!cards.word(card)) throw new Error(`putCard: ${card} is no card`);
      if (!page.turn.canPut(card)) throw new Error(`putCard: ${card.getName()} cannot be put now`);
      const order = card.rank === 'j' ? ` ${card.requireSuit ?? card.suit}`.toUpperCase() : '';
      arrival = { where: 'the callback of putCard()', action: () => call(onFinish) };
      host.answer(`put ${cards.word(card)}${order}`);
    },

    // If there is no card to take, the callback gets null, also after this call has returned.
    get(onFinish) {
      demandFree('getCard');
      const where = 'the callback of getCard()';
      if (page.turn.canGet()) {
        const had = new Set(ownWords());
        const taken = () => cards.of(ownWords().find((word) => !had.has(word))) ?? null;
        arrival = { where, action: () => call(onFinish, taken()) };
        host.answer('take');
      } else {
        arrival = { where, action: () => call(onFinish, null) };
        timers.start(where, arrive, 0, false);
      }
    },

    finish() {
      demandFree('finishMove');
      if (!page.turn.canFinish()) throw new Error('finishMove: the move cannot be finished now');
      open = false;
      host.answer('done');
    },
  };

  // Called when the AI's text has been read.
  page.demandAI = function () {
    if (typeof window.Bridge?.AI !== 'function') host.die('the AI defines no class Bridge.AI', '');
  };

  page.start = function (view) {
    table.start(JSON.parse(view));
    page.run('initialize()', () => { ai = new window.Bridge.AI(table.mine()); });
  };

  // New cards come: all jacks forget their orders, even if the same jack comes again.
  page.deal = function () {
    for (const jack of cards.jacks) cards.order(jack, null);
    table.update(table.view());
  };

  page.update = (view) => table.update(JSON.parse(view));

  // Arena asks for a new turn, or for the next move of this one.
  page.asked = function (first) {
    if (arrival) {
      arrive();
      return;
    }
    open = true;
    oldTimers = timers.latest();
    page.run('movement()', () => ai.movement(first));
  };

  // The deal is over, even if the AI has not finished its turn: stops what it has begun.
  page.cut = function () {
    if (open) timers.stopAfter(oldTimers);
    open = false;
    arrival = null;
  };

  page.end = function () {
    page.cut();
    timers.stopAfter(0);
    ai = null;
  };

  // Called when the AI's functions have returned.
  page.check = function () {
    if (!open || arrival || !timers.none()) return;
    const missing = 'no finishMove(), and no putCard(), getCard() or timer is under way';
    host.die(`the AI has not finished its move: ${missing}`, '');
  };
});
