// Computes the cards that arena shows to no player from a record of the same deals, for `--debug`. They are unknown (null)
// if the match has left the recorded one before a shuffle.
'use strict';

const fs = require('fs');
const { sorted } = require('./wire.js');

const alike = (some, others) => sorted(some).join() === sorted(others).join();

// All deals of all matches in a file of records, numbered within their match as arena numbers them.
function readDeals(file) {
  const lines = fs.readFileSync(file, 'utf8').split('\n').filter((line) => line.trim());
  const numbered = ({ deals = [] }) => deals.map((deal, index) => ({ ...deal, number: index + 1 }));
  const deals = lines.flatMap((line) => numbered(JSON.parse(line)));
  if (deals.length === 0) throw new Error('it contains no deals of yard bridge');
  return deals;
}

// The hands by seat, the pile and the stock of a recorded deal, dealt as arena deals.
function dealOut({ deck, dealer, shuffles = [] }, players, size) {
  const hands = Array.from({ length: players }, () => []);
  for (let i = 0; i < size * players; ++i) hands[(dealer + 1 + i) % players].push(deck[i]);
  const pile = [hands[dealer].pop()];
  return { hands, pile, stock: deck.slice(size * players), shuffles: [...shuffles] };
}

// How each kind of message changes the cards; `table` is the state before the message.
const when = {
  start(hidden) {
    hidden.forget();
  },

  // Our own cards show which of the recorded deals this is.
  deal(hidden, { number, dealer, hand, opening }, { seat, players }) {
    const size = hand.length + (dealer === seat ? 1 : 0);
    const dealt = hidden.deals.filter((deal) => deal.number === number && deal.dealer === dealer)
      .map((deal) => dealOut(deal, players, size))
      .find(({ hands, pile }) => pile[0] === opening && alike(hands[seat], hand));
    hidden.forget();
    Object.assign(hidden, dealt);
  },

  put(hidden, { seat, card }) {
    hidden.pile.push(card);
    if (hidden.hands[seat]) hidden.hands[seat] = hidden.hands[seat].filter((other) => other !== card);
  },

  take(hidden, { seat, count }) {
    if (count === 0) return;
    const drawn = hidden.stock?.splice(0, count);
    hidden.hands[seat] = drawn && hidden.hands[seat] ? [...hidden.hands[seat], ...drawn] : null;
  },

  // The rest of the old stock is drawn before the new one, but reported in the same line, which comes next.
  shuffle(hidden) {
    const top = hidden.pile.pop();
    const next = hidden.shuffles.shift();
    hidden.stock = hidden.stock && next && alike(next, hidden.pile) ? [...hidden.stock, ...next] : null;
    hidden.pile = [top];
  },
};

class HiddenCards {
  constructor(deals) {
    this.deals = deals;
    this.forget();
  }

  forget() {
    Object.assign(this, { hands: [], stock: null, pile: [], shuffles: [] });
  }

  see(message, table) {
    when[message.type]?.(this, message, table);
  }

  hand(seat) {
    return this.hands[seat] ? sorted(this.hands[seat]) : null;
  }
}

module.exports = { HiddenCards, readDeals };
