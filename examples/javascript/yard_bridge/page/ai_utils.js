// Bridge.AIUtils, the class that the contest's AIs extend.
(function (page) {
  'use strict';

  const { cards, table, turn } = page;

  const AIUtils = new Class({
    allRanks: cards.ranks,
    allSuits: cards.suits,

    initialize(player) {
      this.player = player;
    },

    movement() {
      throw new Error('this AI has no movement()');
    },

    getPlayers() {
      return table.players();
    },

    lastCard() {
      return table.top();
    },

    message(text) {
      page.say(text);
      return this;
    },

    debug() {
      const refusal = page.host.open();
      if (refusal) throw new Error(`debug: ${refusal}`);
      return this;
    },

    canGetCard() {
      return turn.canGet();
    },

    // The contest's text spells it this way.
    canhGetCard() {
      return this.canGetCard();
    },

    getCard(onFinish) {
      turn.get(onFinish);
      return this;
    },

    canPutCard(card) {
      return turn.canPut(card);
    },

    putCard(card, onFinish) {
      turn.put(card, onFinish);
      return this;
    },

    canFinishMove() {
      return turn.canFinish();
    },

    finishMove() {
      turn.finish();
      return this;
    },
  });

  // MooTools must not copy the deck to subclasses as a member. An AI may define its own member of that name.
  const deck = {
    get: table.deck,
    set(value) {
      Object.defineProperty(this, 'deck', { value, writable: true, enumerable: true, configurable: true });
    },
  };
  Object.defineProperty(AIUtils.prototype, 'deck', deck);

  // The contest's text lists allRanks and allSuits without an object, so they are global as well.
  window.allRanks = [...cards.ranks];
  window.allSuits = [...cards.suits];
  window.Bridge = { AIUtils, allRanks: [...cards.ranks], allSuits: [...cards.suits] };
  Object.defineProperty(window.Bridge, 'deck', deck);
});
