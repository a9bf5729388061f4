// Reads the lines of arena's yard bridge: parse("put:1:JC:H") is { type: 'put', seat: 1, card: 'JC', suit: 'H' }.
// Cards are texts as in the lines, such as "10H". For an unknown line it returns null: a bot may ignore it.
'use strict';

const SUITS = 'SCHD';
const RANKS = ['6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'];

const list = (text) => (text ? text.split(' ') : []);
const numbers = (text) => list(text).map(Number);
const rankOf = (card) => card.slice(0, -1);
const suitOf = (card) => card.slice(-1);

// Sorts as arena sorts a hand.
const place = (card) => SUITS.indexOf(suitOf(card)) * RANKS.length + RANKS.indexOf(rankOf(card));
const sorted = (cards) => [...cards].sort((a, b) => place(a) - place(b));

const readers = {
  start: ([players, seat]) => ({ players: Number(players), seat: Number(seat) }),
  deal: ([number, dealer, totals, hand, opening]) => ({
    number: Number(number), dealer: Number(dealer), totals: numbers(totals), hand: list(hand), opening,
  }),
  put: ([seat, card, suit]) => ({ seat: Number(seat), card, suit: suit || suitOf(card) }),
  take: ([seat, count, cards]) => ({ seat: Number(seat), count: Number(count), cards: list(cards) }),
  shuffle: ([stock]) => ({ stock: Number(stock) }),
  turn: ([seat, hand, top, suit, counts, stock, totals, legal]) => ({
    seat: Number(seat), hand: list(hand), top, suit, counts: numbers(counts), stock: Number(stock),
    totals: numbers(totals), legal: legal ? legal.split(',') : [],
  }),
  error: (fields) => ({ message: fields.join(':') }),
  result: ([, totals]) => ({ totals: numbers(totals) }),
  over: () => ({}),
};

function parse(line) {
  const [type, ...fields] = line.trim().split(':');
  return Object.hasOwn(readers, type) ? { type, ...readers[type](fields) } : null;
}

module.exports = { parse, sorted, suitOf };
