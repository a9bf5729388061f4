// What our seat knows of the table, kept up to date from arena's messages. `view` gives it as plain values, and of
// other hands and the stock only what `hidden`, if there is one, knows of them.
'use strict';

const { sorted, suitOf } = require('./wire.js');

const PACK = 36;

// What each kind of message changes.
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

  // What was left of the old stock has been drawn already, but is told in the line that comes next.
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

  // `hands` by seat and `deck`, the next card first, are lists of cards, or null where they are not to be seen.
  view(hidden) {
    const { seat, hand, counts, totals, stock, top, suit, legal } = this;
    const hands = counts.map((_, other) => (other === seat ? hand : hidden?.hand(other) ?? null));
    return { seat, hands, deck: hidden?.stock ?? null, counts, totals, stock, top, suit, legal };
  }
}

module.exports = { Table };
