// The 36 cards as the AI sees them. There is one object for each card, so that cards can be compared.
(function (page) {
  'use strict';

  const RANKS = ['a', 'k', 'q', 'j', '10', '9', '8', '7', '6'];
  const SUITS = ['s', 'c', 'h', 'd'];
  const VALUES = { a: 15, k: 10, q: 10, j: 20, 10: 10 };
  const RANK_NAMES = {
    a: 'Туз', k: 'Король', q: 'Дама', j: 'Валет', 10: 'Десятка',
    9: 'Девятка', 8: 'Восьмёрка', 7: 'Семёрка', 6: 'Шестёрка',
  };
  const SUIT_NAMES = { s: 'пик', c: 'треф', h: 'червей', d: 'бубен' };

  class Card {
    #order = null;

    constructor(rank, suit) {
      Object.defineProperty(this, 'rank', { value: rank, enumerable: true });
      Object.defineProperty(this, 'suit', { value: suit, enumerable: true });
    }

    getValue() {
      return VALUES[this.rank] ?? 0;
    }

    getName() {
      return `${RANK_NAMES[this.rank]} ${SUIT_NAMES[this.suit]}`;
    }

    // The suit that a jack orders, or null; always null for other cards.
    get requireSuit() {
      return this.#order;
    }

    setRequireSuit(suit) {
      if (!SUITS.includes(suit)) throw new Error(`setRequireSuit: "${suit}" is not one of s, c, h, d`);
      if (this.rank === 'j') this.#order = suit;
      return this;
    }

    toString() {
      return this.getName();
    }

    static order(card, suit) {
      card.#order = suit;
    }
  }

  const order = Card.order;
    delete Card.order; // the AI uses setRequireSuit

  const byWord = new Map();
  const words = new Map();
  for (const suit of SUITS) {
    for (const rank of RANKS) {
      const card = new Card(rank, suit);
      const word = (rank + suit).toUpperCase();
      byWord.set(word, card);
      words.set(card, word);
    }
  }

  page.cards = {
    ranks: RANKS,
    suits: SUITS,
    jacks: [...words.keys()].filter((card) => card.rank === 'j'),
    of: (word) => byWord.get(word),
    word: (card) => words.get(card), // undefined if this is no card
    order: (card, suit) => order(card, suit && suit.toLowerCase()),
  };
});
