// What an author does on the pages of `arena serve`.
import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { excessWidth, openPage, seriousFindings } from "./browser.mjs";

const texts = JSON.parse(readFileSync(new URL("../texts.json", import.meta.url)));
export const english = (key) => texts[key][0];
export const russian = (key) => texts[key][1];

// A function that opens a page of the site; `done` requires that nothing was wrong.
export const visitorOf = (browser, url) => async (path, look = {}) => {
  const { page, errors, close } = await openPage(browser, { ...look, url: url + path });
  const done = async () => {
    assert.deepEqual(errors, [], page.url());
    await close();
  };
  return { page, errors, done, go: (to) => page.goto(url + to), state: () => page.context().storageState() };
};

export async function inspect(page) {
  assert.deepEqual(await seriousFindings(page), [], page.url());
  assert.ok((await excessWidth(page)) <= 0, `${page.url()} is too wide`);
}

// The cards of a hand have one size, in windows of all sizes. Some hand has several cards.
export async function checkHands(page) {
  const own = page.viewportSize();
  for (const width of [360, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: own.height });
    const hands = await page.evaluate(() => {
      const sizeOf = ({ width, height }) => `${Math.round(width)}x${Math.round(height)}`;
      const cardsOf = (hand) => [...hand.querySelectorAll(".card")].map((card) => sizeOf(card.getBoundingClientRect()));
      return [...document.querySelectorAll(".hand")].map(cardsOf);
    });
    assert.ok(hands.some((sizes) => sizes.length > 1), `${page.url()} shows no hand`);
    for (const sizes of hands) assert.ok(new Set(sizes).size <= 1, `${page.url()} at ${width}: ${sizes}`);
  }
  await page.setViewportSize(own);
}

export async function signUp(page, name) {
  await page.locator("#name").fill(name);
  await page.locator("#password").fill("correct horse battery");
  await page.locator("main form button").click();
  await page.getByRole("link", { name, exact: true }).waitFor();
}

// Hands in a bot of hand_ins.mjs, as a file or pasted into the editor, and waits for the page of its version. `url`: of
// the contest.
export async function handIn(page, url, { bot, file, language, text, bytes }) {
  await page.goto(`${url}/hand-in`);
  await page.locator("#bot").fill(bot);
  if (file) {
    await page.locator("#file").setInputFiles({ name: file, mimeType: "application/octet-stream", buffer: bytes ?? Buffer.from(text) });
  } else {
    await page.locator("#language").selectOption(language);
    await page.locator(".editor .cm-content").click();
    await page.keyboard.insertText(text);
  }
  await page.locator("main form button:not([name=try])").last().click();
  await page.waitForURL(/\/versions\/\d+$/);
}

// Waits at a version's page, which loads itself again, until the check is over. Returns the word for its result.
export async function waitForVerdict(page) {
  const states = ["version.accepted", "version.refused"].flatMap((key) => texts[key]);
  const read = (states) => [...document.querySelectorAll("dl.facts dd")].map((one) => one.textContent).find((text) => states.includes(text));
  return (await page.waitForFunction(read, states)).jsonValue();
}
