#!/usr/bin/env node
// A Lost Cities bot to start from. It speaks the game's line protocol on stdin and stdout.
//
// Run it:  arena run lost_cities -p ./lost_cities_bot.js
// It reads lines until one asks (ends in "?") or refuses (starts with "Error:"), and answers it.
// Put your own ideas into choosePlay and chooseDraw. Use console.error to debug.
'use strict';

const GOOD_ENOUGH = 30; // begin an expedition if its numbers plus the turns left reach this
const PLAY_COST = 4; // playing now gives up the chance to wait for a better card

// The board as last shown: the values in each land, oldest first, such as mine.J = [0, 2, 5].
// A card is an object such as { value: 10, land: 'J' }; an investment has the value 0.
const [mine, theirs, discards] = [{}, {}, {}];
const sides = { 'You:': mine, 'Opponent:': theirs, 'Discards:': discards };
let hand = [];
let deck = 0;

const valueOf = (word) => parseInt(word, 10) || 0; // "10J" is 10, "InvJ" is 0
const text = (card) => `${card.value || 'i'}${card.land}`;
const top = (row) => (row.length ? row[row.length - 1] : 0);
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const least = (cards, cost) => cards.reduce((a, b) => (cost(b) < cost(a) ? b : a));

// Whether the card fits there: numbers rise, investments lie below them.
const fits = ({ value, land }, side) =>
  value > top(side[land]) || (value === 0 && top(side[land]) === 0);

// Whether it is a number that fits on an expedition that I have begun.
const sure = (card) => card.value > 0 && mine[card.land].length > 0 && fits(card, mine);

// The numbers on my expedition and those in hand that fit.
const strength = (land) =>
  sum(mine[land]) +
  sum(hand.filter((c) => c.land === land && fits(c, mine)).map((c) => c.value));

// How many numbers a card skips, which are then lost.
const jump = (card) => card.value - 1 - Math.max(top(mine[card.land]), 1);

// What a discard costs me, plus what it may give the opponent.
function discardCost(card) {
  const loss = mine[card.land].length ? 10 : Math.floor(strength(card.land) / 2);
  const gift = theirs[card.land].length && fits(card, theirs) ? card.value : 0;
  return gift + (fits(card, mine) ? loss : 0);
}

// A card to play, such as "5J" or "iD" (an investment), or to discard, such as "d5J".
function choosePlay() {
  const turns = Math.ceil(deck / 2);
  let plays = hand.filter(sure);
  const hurry = plays.length > 0 && plays.length >= turns - 2;
  if (hurry) { // play only the highest cards, as many as there are turns
    plays = plays.filter((c) => plays.filter((other) => other.value > c.value).length < turns);
  } else { // also begin expeditions and invest, if that is likely to pay
    const pays = (c) => fits(c, mine) && strength(c.land) + turns >= GOOD_ENOUGH;
    plays = hand.filter((c) => sure(c) || pays(c));
  }
  const spare = least(hand, discardCost);
  if (plays.length) {
    const card = least(plays, jump);
    if (hurry || PLAY_COST + jump(card) <= discardCost(spare)) return text(card);
  }
  return `d${text(spare)}`;
}

// The land whose last discard I take, or "n" for a card from the deck.
function chooseDraw(play) {
  const tops = Object.keys(discards).map((land) => ({ value: top(discards[land]), land }));
  const useful = tops.filter((c) => sure(c) && play !== `d${text(c)}` && c.value - jump(c) > 1);
  return useful.length ? least(useful, (c) => jump(c) - c.value).land : 'n';
}

let land, play, fallback;
const lines = require('readline').createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const [label, ...words] = line.trim().split(/\s+/);
  if (/^(Deserts|Oceans|Mountains|Jungles|Volcanoes):/.test(line)) land = label[0];
  else if (sides[label]) sides[label][land] = words.filter((w) => w[0] !== '(').map(valueOf);
  else if (label === 'Deck:') deck = words[0].length;
  else if (label === 'Hand:') hand = words.map((w) => ({ value: valueOf(w), land: w.slice(-1) }));
  else if (line.endsWith('Your play?')) {
    fallback = `d${text(hand[0])}`;
    console.log(play = choosePlay());
  } else if (line.endsWith('Draw from?')) {
    fallback = 'n';
    console.log(chooseDraw(play));
  } else if (label === 'Error:') console.log(fallback); // should not happen; this is always legal
  else if (/^(Congratulations|The game is a draw|I'm sorry)/.test(line)) process.exit(0);
});
