// npm run site-screenshots [FOLDER [PAGE...]]: the pages of the demo's contests, with a bot that was handed in, at two
// sizes, light and dark, to be looked at; and the pictures of README (contest-*.png).
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launch, openPage } from "./browser.mjs";
import { badBots, goodBot } from "./hand_ins.mjs";
import { startServer } from "./server.mjs";
import { handIn, signUp, waitForVerdict } from "./visitor.mjs";

const [folder = "screenshots", ...wanted] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

const looks = [
  { width: 1280, dark: false, locale: "en-US" },
  { width: 360, dark: false, locale: "ru-RU" },
  { width: 1280, dark: true, locale: "ru-RU" },
  { width: 360, dark: true, locale: "en-US" },
];

// The addresses of pages, by the names of their pictures.
const pages = {
  home: "/",
  standings: "/c/bidding",
  bot: "/c/bidding/bots/careful",
  refused: "/c/bidding/bots/cheat/versions/1",
  matches: "/c/lost-cities/matches",
  replay: "/c/lost-cities/matches/ladder/1#move=30",
  live: "/c/streams/live",
  lobby: "/c/yard-bridge/play",
  rules: "/c/most/rules",
  "hand-in": "/c/bidding/hand-in?bot=careful",
  login: "/login",
  signup: "/signup",
  missing: "/c/bidding/nothing",
  account: "/account",
  admin: "/admin",
};

// A user who may see everything, with a good bot and a bad one.
async function prepare(browser, server) {
  const { page, close } = await openPage(browser, { url: server.invitation });
  await signUp(page, "ann");
  const url = `${server.url}/c/bidding`;
  await handIn(page, url, { bot: "careful", file: "careful.py", text: goodBot });
  await waitForVerdict(page);
  await handIn(page, url, badBots().find(({ bot }) => bot === "cheat"));
  await waitForVerdict(page);
  await page.waitForTimeout(30_000); // some games are played
  const state = await page.context().storageState();
  await close();
  return state;
}

// A form that the server refuses.
async function takeRefused(browser, url, look) {
  const { page, close } = await openPage(browser, { ...look, url: `${url}/signup` });
  await page.locator("#name").fill("ann");
  await page.locator("#password").fill("correct horse battery");
  await page.locator("main form button").click();
  await page.locator(".trouble").waitFor();
  await take(page, look, "refused-form");
  await close();
}

// A guest at a table of this game.
async function takeTable(browser, url, look, game) {
  const { page, close } = await openPage(browser, { ...look, url: `${url}/c/${game}/play` });
  await page.locator("main form button").last().click();
  await page.locator(".play-status.turn").waitFor();
  await take(page, look, `play-${game}`);
  await close();
}

async function take(page, look, name) {
  await page.waitForTimeout(400);
  const style = look.dark ? "dark" : "light";
  await page.screenshot({ path: join(folder, `${name}-${look.width}-${style}.png`), fullPage: true });
}

async function takeForReadme(browser, server) {
  const pictures = [
    ["contest-standings", "/c/streams", { width: 1024, height: 742 }],
    ["contest-replay", "/c/lost-cities/matches/ladder/2#move=60", { width: 1024, height: 742 }],
    ["contest-play", "/c/most/play", { width: 360, height: 742, dark: true }],
  ];
  for (const [name, path, { height, ...look }] of pictures) {
    const { page, close } = await openPage(browser, { ...look, url: server.url + path });
    await page.setViewportSize({ width: look.width, height });
    if (path.endsWith("/play")) {
      await page.locator("main form button").last().click();
      await page.locator(".play-status.turn").waitFor();
    }
    await page.waitForTimeout(400);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    await close();
  }
}

const browser = await launch();
const server = await startServer();
try {
  const state = await prepare(browser, server);
  for (const look of looks) {
    const { page, errors, close } = await openPage(browser, { ...look, url: server.url, state });
    for (const [name, path] of Object.entries(pages)) {
      if (wanted.length && !wanted.includes(name)) continue;
      await page.goto(server.url + path);
      if (name === "live") await page.locator(".board").waitFor();
      await take(page, look, name);
    }
    if (!wanted.length || wanted.includes("refused-form")) await takeRefused(browser, server.url, look);
    for (const game of ["lost-cities", "most", "bridge"]) {
      if (!wanted.length || wanted.includes("play")) await takeTable(browser, server.url, look, game);
    }
    if (errors.length) console.error(look, errors);
    await close();
  }
  if (!wanted.length || wanted.includes("readme")) await takeForReadme(browser, server);
} finally {
  await browser.close();
  await server.stop();
}
