// The players and the deck as the AI sees them: its own cards, and only the number of hidden cards.
(function (page) {
  'use strict';

  const { cards } = page;
  let view = null; // from the adapter: see table.js

  // Stands for hidden cards: shows their number; any other access ends the match.
  function hiddenCards(name, count) {
    const text = () => `[${count()} hidden cards]`;
    const target = Object.defineProperties([], { toString: { value: text }, toJSON: { value: text } });
    const known = (key) => typeof key === 'symbol' || key in target;
    const touched = (key) => page.forbid(/^\d+$/.test(String(key)) ? `${name}[${key}]` : `${name}.${String(key)}`);
    return new Proxy(target, {
      get: (_, key) => (key === 'length' ? count() : known(key) ? target[key] : touched(key)),
      has: (_, key) => known(key) || Number(key) < count(),
      getOwnPropertyDescriptor: (_, key) => (known(key) ? Object.getOwnPropertyDescriptor(target, key) : touched(key)),
      set: (_, key) => touched(key),
      defineProperty: (_, key) => touched(key),
      deleteProperty: (_, key) => touched(key),
    });
  }

  // Replaces the cards of a list, which stays the same object.
  function fill(list, words) {
    list.length = 0;
    for (const word of words) list[list.length] = cards.of(word);
    return list;
  }

  class Player {
    #seat;
    #open = [];
    #hidden;

    constructor(seat) {
      this.#seat = seat;
      this.#hidden = hiddenCards(`getPlayers()[${seat}].cards`, () => view.counts[seat]);
    }

    get #seen() {
      return view.hands[this.#seat] !== null;
    }

    get cards() {
      return this.#seen ? this.#open : this.#hidden;
    }

    get score() {
      return view.totals[this.#seat];
    }

    sumCards() {
      if (!this.#seen) page.forbid(`getPlayers()[${this.#seat}].sumCards()`);
      return view.hands[this.#seat].reduce((sum, word) => sum + cards.of(word).getValue(), 0);
    }

    hasPuttable() {
      if (this.#seat !== view.seat) page.forbid(`getPlayers()[${this.#seat}].hasPuttable()`);
      const puttable = view.hands[this.#seat].map(cards.of).filter(page.turn.canPut);
      return puttable.length > 0 ? puttable[Math.floor(Math.random() * puttable.length)] : null;
    }

    static refresh(player) {
      if (player.#seen) fill(player.#open, view.hands[player.#seat]);
    }
  }

  const refresh = Player.refresh;
  delete Player.refresh;

  const openDeck = [];
  const hiddenDeck = hiddenCards('the deck', () => view.stock);
  let players = [];

  // A jack keeps its order while it lies on top; a jack that has left hand and top orders nothing.
  function orders({ top, suit, hands, seat }) {
    for (const jack of cards.jacks) {
      const word = cards.word(jack);
      if (word === top) cards.order(jack, suit);
      else if (!hands[seat].includes(word)) cards.order(jack, null);
    }
  }

  page.table = {
    start(now) {
      view = now;
      players = now.counts.map((_, seat) => new Player(seat));
      page.table.update(now);
    },

    update(now) {
      view = now;
      players.forEach(refresh);
      fill(openDeck, now.deck ?? []);
      orders(now);
    },

    view: () => view,
    players: () => [...players],
    mine: () => players[view.seat],
    deck: () => (view.deck ? openDeck : hiddenDeck),
    top: () => (view.top ? cards.of(view.top) : null),
  };
});
