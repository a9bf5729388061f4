// `arena play --browser` in a real browser: two games in a row, each with its replay, which stays when arena has ended.
import { strict as assert } from "node:assert";
import { excessWidth, launch, openPage, seriousFindings } from "./browser.mjs";
import { startAtHome } from "./home.mjs";
import { checkSides, generator, playOn } from "./play_on.mjs";
import { english, russian } from "./visitor.mjs";

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

async function testTwoGames(browser, look) {
  const t = look.locale ? russian : english;
  const arena = await startAtHome(["bidding", "-b", "mimic", "-n", "2", "--option", "cards=4"]);
  const { page, errors, close } = await openPage(browser, { ...look, url: arena.url });
  try {
    await playOne(page, t);
    await watch(page, t);
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
  await testTwoGames(browser, { width: 1280 });
  await testTwoGames(browser, { width: 360, dark: true, locale: "ru-RU" });
  console.log("a person plays at home: no errors, and nothing serious for axe-core");
} finally {
  await browser.close();
}
