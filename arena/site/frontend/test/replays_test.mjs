// Replays of all games in a real browser: every step, by keyboard, buttons and slider, in two languages, on a phone and
// a desktop, light and dark. No error in the console, and nothing serious for axe-core.
import { strict as assert } from "node:assert";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { launch, openPage, seriousFindings } from "./browser.mjs";
import { makePages } from "./games.mjs";

const looks = [
  { width: 1280, dark: false, locale: "en-US" },
  { width: 360, dark: true, locale: "ru-RU" },
];

const caption = (page) => page.locator(".said .caption").first().innerText();
const position = async (page) => Number(await page.locator("input[type=range]").inputValue());

const findings = new Set();
const whole = Boolean(process.env.ARENA_PROOF); // as `./dev proof` sets it

// What differs from step to step. The list of all moves, which is long, stays as it is.
const changing = [".stage", ".settings"];

async function check(page, name, parts) {
  for (const found of await seriousFindings(page, parts)) findings.add(`${name}: ${found}`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${name}: the page is ${wide} px too wide`);
}

// By keyboard through the whole game; each step has a caption.
async function stepThrough(page, name) {
  const last = Number(await page.locator("input[type=range]").getAttribute("max"));
  assert.ok(last > 0, `${name} has steps`);
  await page.keyboard.press("Home");
  for (let i = 0; i < last; ) {
    // Keys need not wait for each other: the browser takes them in their order.
    const keys = Math.min(40, last - i);
    await Promise.all(Array.from({ length: keys }, () => page.keyboard.press("ArrowRight")));
    i += keys;
    await page.waitForFunction((i) => Number(document.querySelector("input[type=range]").value) === i, i);
    assert.notEqual((await caption(page)).trim(), "", name);
  }
  await page.waitForFunction(() => /#move=\d+$/.test(location.hash)); // a moment after the step is drawn
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction((i) => Number(document.querySelector("input[type=range]").value) === i, last - 1);
  return last;
}

async function useControls(page, russian) {
  await page.getByRole("button", { name: russian ? "В начало" : "To the start" }).click();
  assert.equal(await position(page), 0);
  await page.getByRole("button", { name: russian ? "Шаг вперёд" : "One step forward" }).click();
  assert.equal(await position(page), 1);
  await page.locator(".speed select").selectOption("2"); // so slowly that no game is over before the pause
  await page.getByRole("button", { name: russian ? "Запуск" : "Play", exact: true }).click();
  await page.waitForFunction(() => Number(document.querySelector("input[type=range]").value) > 2);
  await page.getByRole("button", { name: russian ? "Пауза" : "Pause" }).click();
  const stopped = await position(page);
  await page.waitForTimeout(300);
  assert.equal(await position(page), stopped);
}

async function hideHands(page) {
  await page.locator(".settings summary").click();
  const boxes = page.locator(".settings input[type=checkbox]");
  if ((await boxes.count()) === 0) return;
  const before = await page.locator(".hand .card.back").count();
  for (const box of await boxes.all()) await box.uncheck();
  const hidden = (await page.locator(".hand .card.back").count()) > before || (await page.locator(".board.bidding").count()) > 0;
  assert.ok(hidden, "hidden hands show backs");
}

async function testReplay(browser, { name, file }, look) {
  const { page, errors, close } = await openPage(browser, { ...look, url: pathToFileURL(file).href });
  const what = `${name} at ${look.width}`;
  await page.locator(".board").waitFor();
  await stepThrough(page, what);
  await check(page, `${what}, near the end`);
  await page.evaluate(() => (location.hash = "#move=5"));
  await page.waitForFunction(() => Number(document.querySelector("input[type=range]").value) < 20);
  if (whole || !name.includes("-")) await check(page, `${what}, move 5`, changing);
  if (!name.includes("-")) {
    await useControls(page, look.locale === "ru-RU");
    await hideHands(page);
    await check(page, `${what}, hands hidden`, changing);
  }
  assert.deepEqual(errors, [], what);
  await close();
}

// The page of a review: its tables lead to the moves, which have marks and a curve.
async function testReview(browser, folder, look) {
  const { execFileSync } = await import("node:child_process");
  const { program } = await import("./games.mjs");
  const file = join(folder, "review.html");
  execFileSync(program, ["review", join(folder, "lost_cities.jsonl"), "--play-outs", "20", "--html", file]);
  const { page, errors, close } = await openPage(browser, { ...look, url: pathToFileURL(file).href });
  const what = `review at ${look.width}`;
  await page.locator(".review summary").first().click();
  await check(page, what);
  await page.locator(".review-table button").first().click();
  await page.locator(".said .caption.loss").waitFor();
  assert.match(await page.locator(".said .caption.loss").innerText(), look.locale === "ru-RU" ? /^Потеряно \d/ : /^Lost \d.* points; better: /);
  assert.ok((await page.locator(".move-list .loss").count()) > 5, "marks in the list of moves");
  assert.ok((await page.locator(".loss-curve polyline").count()) === 2, "a curve for each player");
  const before = await position(page);
  const box = await page.locator(".loss-curve svg").boundingBox();
  await page.locator(".loss-curve svg").click({ position: { x: before > 20 ? 2 : box.width - 2, y: 10 } });
  await page.waitForFunction((step) => Number(document.querySelector("input[type=range]").value) !== step, before);
  await check(page, `${what}, a move`);
  assert.deepEqual(errors, [], what);
  await close();
}

// Names and notes are never HTML.
async function testHostile(browser, folder) {
  const { writeFileSync } = await import("node:fs");
  const { execFileSync } = await import("node:child_process");
  const { program } = await import("./games.mjs");
  const evil = "</script><img src=x onerror=alert(1)>";
  const record = {
    arena: 1, game: "bidding", options: { cards: 2 }, deal: { prizes: [1, 2] }, players: [{ name: evil }, { name: "b" }],
    moves: [{ seat: 0, move: "1", note: evil }, { seat: 1, move: "2" }, { seat: 0, move: "2" }, { seat: 1, move: "1" }],
  };
  writeFileSync(join(folder, "evil.jsonl"), JSON.stringify(record) + "\n");
  execFileSync(program, ["replay", join(folder, "evil.jsonl"), "--html", join(folder, "evil.html")]);
  const { page, errors, close } = await openPage(browser, { url: pathToFileURL(join(folder, "evil.html")).href });
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator("img").count(), 0);
  assert.ok((await page.locator(".note").innerText()).includes(evil));
  assert.deepEqual(errors, []);
  await close();
}

const folder = mkdtempSync(join(tmpdir(), "arena-replays-"));
const browser = await launch();
try {
  const pages = makePages(folder);
  // Each in one look, as that takes some seconds; all looks with ARENA_PROOF. Two at a time.
  const lanes = looks.map((_, lane) => pages.filter((_, i) => i % looks.length === lane));
  await Promise.all(
    lanes.map(async (some, lane) => {
      for (const page of some) {
        for (const look of whole ? looks : [looks[lane]]) await testReplay(browser, page, look);
      }
    }),
  );
  for (const look of looks) await testReview(browser, folder, look);
  await testHostile(browser, folder);
  assert.deepEqual([...findings], []);
  console.log(`${pages.length} replays: no errors, and nothing serious for axe-core`);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
