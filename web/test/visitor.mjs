// What an author does on the pages of `arena serve`.
import { readFileSync } from "node:fs";

const texts = JSON.parse(readFileSync(new URL("../texts.json", import.meta.url)));
export const english = (key) => texts[key][0];
export const russian = (key) => texts[key][1];

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
  await page.locator("main form button").last().click();
  await page.waitForURL(/\/versions\/\d+$/);
}

// Waits at a version's page, which loads itself again, until the check is over. Returns the word for its result.
export async function waitForVerdict(page) {
  const states = ["version.accepted", "version.refused"].flatMap((key) => texts[key]);
  const read = (states) => [...document.querySelectorAll("dl.facts dd")].map((one) => one.textContent).find((text) => states.includes(text));
  return (await page.waitForFunction(read, states)).jsonValue();
}
