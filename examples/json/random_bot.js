#!/usr/bin/env node
// Plays every game that arena has, at random: `arena run GAME --protocol json -p examples/json/random_bot.js`.
const lines = require("readline").createInterface({ input: process.stdin });

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type !== "turn") return;
  const move = message.legal[Math.floor(Math.random() * message.legal.length)];
  console.log(JSON.stringify({ move, id: message.id }));
});
