// `arena play --browser` in a real browser: two games in a row, each with its replay, which stays when arena has ended.
import { strict as assert } from "node:assert";
import { excessWidth, launch, openPage, seriousFindings } from "./browser.mjs";
import { startAtHome } from "./home.mjs";
import { arrows, checkSides, generator, playOn } from "./play_on.mjs";
import { english, russian } from "./visitor.mjs";

const whole = Boolean(process.env.ARENA_PROOF); // as `./dev proof` sets it

const games = [
  ["lost_cities", "-b", "greedy"],
  ["bridge", "-b", "natural", "-b", "pass", "-b", "natural"],
  ["streams", "-b", "table"],
  ["bidding", "-b", "planner", "-b", "scatter"],
  ["yard_bridge", "-b", "shed", "-b", "random", "--option", "deals=1"],
  ["most", "-b", "melder", "--option", "deals=1", "--option", "max_turns=20"],
];

async function inspect(page) {
  assert.deepEqual(await seriousFindings(page), []);
  assert.ok((await excessWidth(page)) <= 0, "the page is too wide");
}

async function playOne(page, t) {
  await page.locator(".play-status.turn").waitFor();
  await inspect(page);
  assert.equal(await page.locator(".play-status .tag").count(), 0, "no clock: the person has time");
  await playOn(page, generator(7));
  await page.getByText(t("play.over")).waitFor();
  const log = await page.locator(".play-log").innerText();
  assert.ok(log.split(t("caption.start")).length <= 2, `said once: ${log}`);
  return log;
}

async function watch(page, t) {
  await page.getByRole("button", { name: t("play.replay") }).click();
  await page.locator(".viewer input[type=range]").waitFor();
}

// Three bots and a person, who is never dummy: the person declares, and partners win together.
async function testPartners(browser) {
  const arena = await startAtHome(["bridge", "-b", "pass", "-b", "pass", "-b", "pass", "-n", "1", "--seed", "3"]);
  const { page, errors, close } = await openPage(browser, { width: 1280, url: arena.url });
  try {
    await playOne(page, english);
    await checkSides(page, english);
    await watch(page, english);
    await page.keyboard.press("End");
    const result = await page.locator(".caption .over").innerText();
    assert.equal(result.trim(), await page.locator(".play-status p").first().innerText());
    assert.deepEqual(errors, []);
  } finally {
    arena.stop();
    await close();
  }
}

// With the arrow keys and Enter alone.
async function testKeys(browser, words) {
  const arena = await startAtHome([...words, "-n", "1", "--seed", "3"]);
  const { page, errors, close } = await openPage(browser, { url: arena.url });
  try {
    await page.locator(".play-status.turn").waitFor();
    await playOn(page, generator(7), arrows());
    assert.deepEqual(errors, []);
  } finally {
    arena.stop();
    await close();
  }
}

// Enter on a card that is chosen plays it, and a key that is held down does no more.
async function testEnter(browser) {
  const arena = await startAtHome(["lost_cities", "-b", "greedy", "-n", "1", "--seed", "3"]);
  const { page, errors, close } = await openPage(browser, { url: arena.url });
  try {
    await page.locator(".hand button").first().focus();
    await page.keyboard.press("Enter");
    await page.locator(".hand button.chosen").waitFor();
    await page.keyboard.down("Enter");
    for (let i = 0; i < 5; ++i) await page.keyboard.down("Enter"); // as the browser repeats it
    await page.getByText(english("lost_cities.hint_draw")).waitFor();
    assert.equal(await page.locator(".lost-cities-side.below .card").count(), 1);
    await page.keyboard.up("Enter");
    assert.ok(await page.evaluate(() => document.activeElement.matches(".board button")), "the focus is on the next thing");
    await page.keyboard.press("Enter");
    await page.getByText(english("lost_cities.hint_choose")).waitFor();
    assert.deepEqual(errors, []);
  } finally {
    arena.stop();
    await close();
  }
}

async function testTwoGames(browser, look) {
  const [t, bids] = look.locale ? [russian, /^Вы ставите \d\.$/m] : [english, /^You bid \d\.$/m];
  const arena = await startAtHome(["bidding", "-b", "mimic", "-n", "2", "--option", "cards=4"]);
  const { page, errors, close } = await openPage(browser, { ...look, url: arena.url });
  try {
    assert.match(await playOne(page, t), bids);
    await watch(page, t);
    assert.match(await page.locator(".move-list").innerText(), new RegExp(bids.source.slice(1, -1)));
    await page.getByRole("button", { name: t("play.next") }).click();
    await playOne(page, t);
    assert.equal(await arena.ended, 0);
    await watch(page, t);
    await inspect(page);
    assert.deepEqual(errors, []);
  } finally {
    arena.stop();
    await close();
  }
}

const browser = await launch();
try {
  await testPartners(browser);
  await testEnter(browser);
  for (const words of whole ? games : games.slice(0, 2)) await testKeys(browser, words);
  await testTwoGames(browser, { width: 1280 });
  await testTwoGames(browser, { width: 360, dark: true, locale: "ru-RU" });
  console.log("a person plays at home: no errors, and nothing serious for axe-core");
} finally {
  await browser.close();
}
