// Checks a session of the Table Manager protocol with the packages of other people: every line is
// one that table-master-parser knows, and bridge.js sees every auction as arena does.
// stdin: {"lines": [...], "auctions": [{"dealer": "north", "calls": ["1H", "pass"], "declarer": "north", "contract": "1H"}]}
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const parser = require("table-master-parser");
const bridge = require("bridge.js");

const { lines, auctions } = JSON.parse(readFileSync(0, "utf8"));
const wrong = [];

// It does not know parentheses around a team, nor "ready to start".
const known = (line) => line.replace(/\((".*")\) seated$/, "$1 seated");
for (const line of lines) {
  if (/ ready to start$/.test(line)) continue;
  let parsed;
  parser.parse(known(line), (error, message) => {
    parsed = error ? undefined : message;
  });
  if (parsed === undefined) wrong.push(`not parsed: ${line}`);
}

for (const { dealer, calls, declarer, contract } of auctions) {
  const auction = new bridge.Auction(bridge.seat[dealer]);
  for (const call of calls) {
    if (auction.isClosed()) wrong.push(`closed before ${call}: ${calls}`);
    else auction.bid(call);
  }
  const seen = auction.contract();
  if (!auction.isClosed()) wrong.push(`not closed: ${calls}`);
  const text = seen.isPassedIn() ? "pass" : `${seen.level}${seen.denomination}${seen.risk}`;
  if (text !== contract) wrong.push(`${text}, not ${contract}: ${calls}`);
  const who = seen.declaror === undefined ? undefined : bridge.seat[declarer];
  if (seen.declaror !== who) wrong.push(`another declarer than ${declarer}: ${calls}`);
}

console.log(JSON.stringify({ lines: lines.length, auctions: auctions.length, wrong }));
process.exit(wrong.length > 0 ? 1 : 0);
