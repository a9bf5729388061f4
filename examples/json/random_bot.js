#!/usr/bin/env node
// Plays every game of arena at random: `arena run GAME --protocol json -p examples/json/random_bot.js`.
const lines = require("readline").createInterface({ input: process.stdin });

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type !== "turn") return;
  const moves = message.legal || message.view.possible; // some of the moves, if there are too many
  const move = moves[Math.floor(Math.random() * moves.length)];
  console.log(JSON.stringify({ move, id: message.id }));
});
