// Boards are seen whole on two laptops and a phone: replays of all games, and games that a person plays.
import { strict as assert } from "node:assert";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { launch, openPage } from "./browser.mjs";
import { makeCrowdedPages, makePages } from "./games.mjs";
import { startAtHome } from "./home.mjs";
import { generator, playOn } from "./play_on.mjs";
import { look, lookInAllWindows, windows } from "./seen.mjs";

const whole = Boolean(process.env.ARENA_PROOF); // as `./dev proof` sets it
const findings = [];

async function testReplay(browser, { name, file }, lane) {
  const { page, close } = await openPage(browser, { locale: ["en-US", "ru-RU"][lane], url: pathToFileURL(file).href });
  const slider = page.locator(".viewer input[type=range]");
  const last = Number(await slider.getAttribute("max"));
  const looks = whole ? last : 6;
  for (let i = 0; i <= looks; ++i) {
    const step = Math.round((last * i) / looks);
    await slider.fill(String(step));
    await lookInAllWindows(page, `${name}, step ${step}`, findings);
  }
  await close();
}

async function testPlay(browser, words, size) {
  const arena = await startAtHome([...words, "-n", "1", "--seed", "74"]);
  const { page, close } = await openPage(browser, { url: arena.url });
  try {
    await page.setViewportSize(size);
    await page.locator(".play-status.turn").waitFor();
    const what = `a person plays ${words[0]} with ${words.filter((word) => word === "-b").length} bots`;
    await playOn(page, generator(74), undefined, () => look(page, what, findings));
    await look(page, `${what}, the end`, findings);
    await page.locator(".play-end button").first().click();
    await page.locator(".viewer .room").waitFor();
    await look(page, `${what}, the replay`, findings);
  } finally {
    arena.stop();
    await close();
  }
}

const games = [
  ["lost_cities", "-b", "greedy"],
  ["streams", "-b", "table"],
  ["bidding", "-b", "planner", "-b", "scatter"],
  ["yard_bridge", "-b", "shed", "-b", "random", "--option", "deals=1"],
  ["most", "-b", "melder", "--option", "deals=1", "--option", "max_turns=20"],
  ["most", "-b", "melder", "-b", "melder", "-b", "melder", "-b", "melder", "-b", "melder", "--option", "deals=1", "--option", "max_turns=20"],
  ["bridge", "-b", "natural", "-b", "pass", "-b", "natural"],
];

const folder = mkdtempSync(join(tmpdir(), "arena-fit-"));
const browser = await launch();
try {
  const pages = [...makePages(folder), ...makeCrowdedPages(folder)];
  const jobs = [
    ...pages.map((page) => (lane) => testReplay(browser, page, lane)),
    ...games.flatMap((words) => windows.map((size) => () => testPlay(browser, words, size))),
  ];
  await Promise.all(
    [0, 1].map(async (lane) => {
      for (let job = jobs.shift(); job; job = jobs.shift()) await job(lane);
    }),
  );
  assert.deepEqual(findings, []);
  console.log(`${pages.length} replays and ${games.length} games of a person: boards are seen whole in ${windows.length} windows`);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
