// A person who plays in a page of `play.js`, without a thought.
import { strict as assert } from "node:assert";
import { patience } from "./browser.mjs";

// What a person can choose now: cards and places that are not chosen yet, the moves that are offered, or a card to put
// back. The first of them that there is, in one of these orders: none of them is stuck with cards that fit no move.
const place = ".board button.spot.playable:not(.chosen)";
const move = ".board .hint button";
const chosenPlace = ".board button.spot.chosen";
const orders = [
  [move, place, chosenPlace],
  [place, move, chosenPlace],
  [chosenPlace, move, place],
];

// "over", "wait", or the number of things to choose from; they are marked with `data-choice`.
function choices(page, selectors) {
  return page.evaluate((selectors) => {
    document.querySelectorAll("[data-choice]").forEach((one) => one.removeAttribute("data-choice"));
    if (document.querySelector(".play-status:not(.turn)")) return document.querySelector(".play-end button") ? "over" : "wait";
    const all = selectors.map((one) => [...document.querySelectorAll(one)].filter((button) => !button.closest("details")));
    const found = all.find((list) => list.length > 0) ?? [];
    found.forEach((one, i) => one.setAttribute("data-choice", i));
    return found.length === 0 ? "wait" : found.length;
  }, selectors);
}

// Clicks on it, as it is drawn: a click of the browser's own would wait for every animation.
export function click(page, number) {
  return page.evaluate((number) => document.querySelector(`[data-choice="${number}"]`)?.click(), number);
}

// Goes there with the Tab key, and presses Enter.
export async function press(page, number) {
  for (let steps = 0; steps < 200; ++steps) {
    const focused = await page.evaluate(() => document.activeElement?.getAttribute("data-choice"));
    if (focused === String(number)) return page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
  }
  assert.fail("the Tab key does not lead there");
}

const keys = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// Where the focus is at the table, null elsewhere, and how far the choice is from there.
function focusAt(page, number) {
  return page.evaluate((number) => {
    const middle = (element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    };
    const focused = document.activeElement;
    if (!focused.closest(".stage")) return null;
    const wanted = document.querySelector(`[data-choice="${number}"]`);
    if (!wanted) return { isGone: true };
    const [from, to] = [middle(focused), middle(wanted)];
    return { from: from.map(Math.round).join(), isThere: focused === wanted, way: [to[0] - from[0], to[1] - from[1]] };
  }, number);
}

// Goes there with the arrow keys, and presses Enter. The focus is at the table already, but for the first choice.
export function arrows() {
  let isFirst = true;
  return async (page, number) => {
    if (isFirst) await page.locator(".board button").first().focus();
    isFirst = false;
    const tried = new Set();
    for (let steps = 0; steps < 200; ++steps) {
      const focus = await focusAt(page, number);
      assert.ok(focus, "the focus has left the table");
      if (focus.isGone) return;
      if (focus.isThere) return page.keyboard.press("Enter");
      const along = ([dx, dy]) => dx * focus.way[0] + dy * focus.way[1];
      const best = Object.keys(keys).sort((one, other) => along(keys[other]) - along(keys[one]));
      const key = best.find((key) => !tried.has(`${focus.from} ${key}`)) ?? best[0];
      tried.add(`${focus.from} ${key}`);
      await page.keyboard.press(key);
    }
    assert.fail("the arrow keys do not lead there");
  };
}

// Chooses one thing after the other until the game is over, the same ones however long the page takes. Returns how many.
// `see` is called before each choice.
export async function playOn(page, random, choose = click, see = () => {}) {
  const end = Date.now() + patience;
  const order = () => orders[Math.floor(random() * orders.length)];
  let next = order();
  for (let chosen = 0; Date.now() < end; ) {
    const found = await choices(page, next);
    if (found === "over") return chosen;
    if (found !== "wait") {
      await see();
      await choose(page, Math.floor(random() * found));
      ++chosen;
      next = order();
    }
    await page.waitForTimeout(found === "wait" ? 15 : 4);
  }
  assert.fail("this game does not end");
}

// In a game with two sides of partners, a side wins: the end names each side and its score once.
export async function checkSides(page, t) {
  const text = await page.locator(".play-status p").first().innerText();
  const found = /[.] ([^,]+) (−?\d+), ([^,]+) (−?\d+) \([^,]+\)$/.exec(text);
  assert.ok(found, text);
  const [, one, points, other, otherPoints] = found;
  const [won, lost] = [points, otherPoints].map((points) => Number(points.replace("−", "-")));
  const winner = won > lost ? one : other;
  const wins = winner.includes(" + ") ? t("caption.winners") : t("caption.winner").replace(/\[([^|]*)\|[^\]]*\]/g, "$1");
  const who = won === lost ? t("caption.draw").replace("{0}", `${one}, ${other}`) : wins.replace("{0}", winner);
  assert.equal(text.slice(0, who.length + 1), `${who} `);
}

export function generator(seed) {
  let state = seed;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}
