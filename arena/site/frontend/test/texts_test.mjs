// texts.json: one key a line, sorted, with a text in each language that has the same places for values.
import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";

const source = readFileSync(new URL("../texts.json", import.meta.url), "utf8");
const texts = JSON.parse(source);
const keys = Object.keys(texts);
assert.deepEqual(keys, [...keys].sort(), "the keys are sorted");
assert.equal(source.trim().split("\n").length, keys.length + 2, "each key has a line of its own");
for (const [key, both] of Object.entries(texts)) {
  assert.equal(both.length, 2, key);
  const places = both.map((text) => [...new Set(text.match(/\{\d\}/g) ?? [])].sort().join());
  // These may be shorter in Russian.
  if (!/^(refusal|finding)\./.test(key)) assert.equal(places[0], places[1], `${key} has the same places in both languages`);
  assert.ok(both.every((text) => text.trim() !== ""), key);
}
console.log(`${keys.length} texts`);
