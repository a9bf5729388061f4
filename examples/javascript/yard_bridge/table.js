// What our seat knows of the table, updated by arena's messages. `view` returns it as plain values, with the other hands
// and the stock as far as `hidden` (if given) knows them.
'use strict';

const { sorted, suitOf } = require('./wire.js');

const PACK = 36;

// How each kind of message changes the table.
const when = {
  start(table, { players, seat }) {
    const zeros = Array(players).fill(0);
    Object.assign(table, { players, seat, hand: [], counts: zeros, totals: [...zeros] });
    Object.assign(table, { stock: 0, top: null, suit: null, legal: [] });
  },

  deal(table, { dealer, totals, hand, opening }) {
    const size = hand.length + (dealer === table.seat ? 1 : 0); // the dealer's last card opens the pile
    const counts = Array(table.players).fill(size);
    counts[dealer] -= 1;
    const stock = PACK - size * table.players;
    Object.assign(table, { hand, counts, totals, stock, top: opening, suit: suitOf(opening) });
  },

  put(table, { seat, card, suit }) {
    table.counts[seat] -= 1;
    if (seat === table.seat) table.hand = table.hand.filter((other) => other !== card);
    Object.assign(table, { top: card, suit });
  },

  take(table, { seat, count, cards }) {
    table.counts[seat] += count;
    table.stock -= count;
    table.hand = sorted([...table.hand, ...cards]);
  },

  // The rest of the old stock has already been drawn, but the next line reports it.
  shuffle(table, { stock }) {
    table.stock += stock;
  },

  turn(table, { hand, top, suit, counts, stock, totals, legal }) {
    Object.assign(table, { hand, top, suit, counts, stock, totals, legal });
  },

  result(table, { totals }) {
    table.totals = totals;
  },
};

class Table {
  constructor() {
    when.start(this, { players: 0, seat: 0 });
  }

  see(message) {
    when[message.type]?.(this, message);
  }

  // `hands` by seat and `deck` (next card first) are lists of cards, or null if they are hidden.
  view(hidden) {
    const { seat, hand, counts, totals, stock, top, suit, legal } = this;
    const hands = counts.map((_, other) => (other === seat ? hand : hidden?.hand(other) ?? null));
    return { seat, hands, deck: hidden?.stock ?? null, counts, totals, stock, top, suit, legal };
  }
}

module.exports = { Table };
