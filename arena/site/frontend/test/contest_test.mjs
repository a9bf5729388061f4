// A contest in a real browser, against `arena serve`: authors sign up, hand in good and bad bots, watch their games and
// go back to earlier versions; people play all games; all pages in both languages, small and large, light and dark.
import { strict as assert } from "node:assert";
import { launch, openPage, patience } from "./browser.mjs";
import { badBots, betterBot, goodBot } from "./hand_ins.mjs";
import { checkSides, click, generator, playOn, press } from "./play_on.mjs";
import { lookInAllWindows } from "./seen.mjs";
import { startServer } from "./server.mjs";
import { checkHands, english, handIn, inspect, russian, signUp, visitorOf, waitForVerdict } from "./visitor.mjs";

const whole = Boolean(process.env.ARENA_PROOF); // as `./dev proof` sets it

// The first contest is played when a bot is handed in; the others are only there for people to play.
const contests = `
[[contest]]
id = "bidding"
title = "Bidding <b>for</b> all"
game = "bidding"

[contest.limits]
start_time = "1m"
move_time = "20s"

[contest.quotas]
bots = 10

[[contest.house]]
name = "random"
builtin = "random"

[[contest.house]]
name = "mimic"
builtin = "mimic"

[[contest.phase]]
name = "one"
title = "Stage one"
format = "gauntlet"
deals = 4

${[
  ["lost_cities", "dumb", ""],
  ["streams", "table", ""],
  ["yard_bridge", "shed", "deals = 2"],
  ["most", "melder", "deals = 2"], // the person begins one: the other may be over before the person's turn
  ["bridge", "pass", ""], // the person is never dummy, who plays nothing
]
  .map(
    ([game, bot, options]) => `
[[contest]]
id = "${game}"
game = "${game}"
title = "${game}"

[contest.options]
${options}

[[contest.house]]
name = "${bot}"
builtin = "${bot}"

[[contest.phase]]
name = "later"
format = "league"
from = 2100-01-01T00:00:00Z
`,
  )
  .join("")}`;

let browser;
let server;
let visit;

async function timed(name, test) {
  const start = Date.now();
  await test();
  console.log(`${((Date.now() - start) / 1000).toFixed(1)} s: ${name}`);
}

// --- Handing in ----------------------------------------------------------------------------------

const bidding = () => `${server.url}/c/bidding`;

async function testFirstMatch(ann) {
  const { page, go } = ann;
  const live = await visit("/c/bidding/live", { state: await ann.state(), width: 360, dark: true });
  await live.page.locator(".live-state.open").waitFor();
  await live.page.getByText(english("live.waiting")).waitFor();
  await handIn(page, bidding(), { bot: "lowest", language: "python", text: goodBot });
  assert.equal(await waitForVerdict(page), english("version.accepted"));
  assert.equal(await page.locator(".check .result-failed").count(), 0);
  await inspect(page);
  await live.page.locator(".live-title", { hasText: "lowest" }).waitFor();
  await live.page.locator(".speed select").selectOption("10");
  await live.page.locator(".caption .over").waitFor();
  await inspect(live.page);
  await live.done();
  await go("/c/bidding");
}

async function testReplay(ann) {
  const { page, go } = ann;
  await go("/c/bidding/bots/lowest");
  await go("/c/bidding/matches?bot=lowest");
  await page.locator("table.matches tbody th a").last().click();
  const slider = page.locator(".viewer input[type=range]");
  await slider.waitFor();
  const last = Number(await slider.getAttribute("max"));
  assert.ok(last > 10);
  await page.keyboard.press("ArrowRight");
  await page.getByRole("button", { name: english("replay.forward") }).click();
  assert.equal(await slider.inputValue(), "2");
  await page.waitForFunction(() => location.hash === "#move=2"); // a moment after the step is drawn
  await page.locator(".move-list li", { has: page.locator(".has-note") }).first().getByRole("button").click();
  await page.locator(".note", { hasText: "my lowest" }).waitFor();
  await page.keyboard.press("End");
  await page.locator(".caption .over").waitFor();
  assert.equal(await slider.inputValue(), String(last));
  const record = page.waitForEvent("download");
  await page.getByRole("link", { name: english("match.download") }).click();
  assert.match((await record).suggestedFilename(), /\.jsonl$/);
}

async function testStandings({ page, go }, bots) {
  const end = Date.now() + patience;
  do await go("/c/bidding");
  while ((await page.locator("table.standings td.rating").count()) !== bots && Date.now() < end);
  assert.equal(await page.locator("table.standings td.rating").count(), bots);
}

async function testRollBack(ann) {
  const { page, go } = ann;
  const active = () => page.locator("table.versions tr", { has: page.locator("strong") }).locator("th").innerText();
  await handIn(page, bidding(), { bot: "lowest", file: "highest.py", text: betterBot });
  assert.equal(await waitForVerdict(page), english("version.accepted"));
  await go("/c/bidding/bots/lowest");
  assert.equal(await active(), "v2");
  await page.getByRole("button", { name: english("version.activate") }).click();
  assert.equal(await active(), "v1");
}

// --- Bad bots, by an author who reads Russian -----------------------------------------------------

async function handInBadBots(bob) {
  const addresses = [];
  for (const bad of badBots()) {
    await handIn(bob.page, bidding(), bad);
    addresses.push([new URL(bob.page.url()).pathname, bad]);
  }
  return addresses;
}

async function testReports(bob, addresses) {
  for (const [address, { bot, reason }] of addresses) {
    await bob.go(address);
    assert.equal(await waitForVerdict(bob.page), russian("version.refused"), bot);
    assert.match(await bob.page.locator(".trouble").innerText(), reason, bot);
    if (whole || bot === "half" || bot === "babble") await inspect(bob.page);
  }
}

// --- A person at the table -----------------------------------------------------------------------

// The table is over later than its game, as on a busy server: until then there is no replay to ask for. Returns how
// many buttons and replays the page had then.
async function delayTheEnd(page, t) {
  const early = [];
  await page.routeWebSocket(/\/api\/v1\/play\//, (socket) => {
    const server = socket.connectToServer();
    server.onMessage(async (line) => {
      const { type, state } = JSON.parse(line);
      if (type === "table" && state === "over") {
        await page.getByText(t("play.over"), { exact: true }).waitFor();
        early.push(await page.locator(".viewer, .play-end button").count());
      }
      socket.send(line);
    });
  });
  return early;
}

// The pages before and after the game, which replays_test.mjs has too, are inspected in two games daily.
async function testPlay(contest, look, choose = click) {
  const t = look.locale ? russian : english;
  const { page, done } = await visit(`/c/${contest}/play`, look);
  const early = await delayTheEnd(page, t);
  const notSeen = [];
  const inspectPage = () => (whole || contest === "bidding" || contest === "bridge" ? inspect(page) : undefined);
  const checkCards = () => (contest === "streams" ? undefined : checkHands(page)); // which has no hands
  await inspectPage();
  await page.getByRole("button", { name: t("play.start") }).click();
  await page.locator(".play-status.turn").waitFor();
  await inspect(page);
  await checkCards();
  await lookInAllWindows(page, `a person plays ${contest}`, notSeen);
  // A deal of bridge that is passed out is over after one call, one of Most after two moves.
  const fewest = { bridge: 1, most: 2 }[contest] ?? 6;
  assert.ok((await playOn(page, generator(7), choose)) >= fewest, contest);
  if (contest === "bridge") await checkSides(page, t);
  await page.getByRole("button", { name: t("play.replay") }).click();
  await page.locator(".viewer input[type=range]").waitFor();
  assert.deepEqual(early, [0], contest);
  await page.keyboard.press("Home");
  await checkCards();
  await lookInAllWindows(page, `a replay of ${contest}`, notSeen);
  assert.deepEqual(notSeen, []);
  await inspectPage();
  await done();
}

// Each game in one look, daily; some in another one and by keyboard with ARENA_PROOF.
const tables = [
  ["bidding", { width: 1280, dark: true }, press],
  ...(whole ? [["bidding", { width: 360, locale: "ru-RU" }]] : []),
  ["lost_cities", { width: 360, dark: true }],
  ["streams", { width: 1280, locale: "ru-RU" }],
  ["yard_bridge", { width: 360, locale: "ru-RU", dark: true }],
  ["most", { width: 1280 }],
  ["bridge", { width: 360, locale: "ru-RU" }],
  ...(whole ? [["bridge", { width: 1280, dark: true }, press]] : []),
];

// --- All pages -----------------------------------------------------------------------------------

const pages = (refused) => [
  ["/", "home.title"],
  ["/c/bidding", "standings.title"],
  ["/c/most", "standings.none"],
  ["/c/bidding/rules", "nav.rules"],
  ["/c/bidding/matches", "matches.title"],
  ["/c/bidding/matches/one/1", "match.at_home"],
  ["/c/bidding/live", "live.on"],
  ["/c/bidding/play", "play.intro"],
  ["/c/bidding/hand-in", "hand_in.intro"],
  ["/c/bidding/bots/lowest", "bot.author"],
  ["/c/bidding/bots/mimic", "bot.house"],
  [refused, "check.title"],
  ["/account", "token.title"],
  ["/admin", "audit.title"],
];

// Each page in one of two looks, daily, and in both with ARENA_PROOF.
const inTurn = (paths, look) => paths.filter((_, i) => whole || i % 2 === look);

async function testPages(paths, look) {
  const t = look.locale ? russian : english;
  const { page, go, done } = await visit("/", look);
  for (const [path, key] of paths) {
    await go(path);
    await page.getByText(t(key)).first().waitFor();
    await inspect(page);
  }
  await done();
}

// What the server refuses is a page, too: in each language, at each size.
async function testRefusals(state, look) {
  const t = look.locale ? russian : english;
  const { page, errors, close } = await openPage(browser, { ...look, url: `${server.url}/login` });
  const refused = async (text) => {
    await page.locator(".trouble", { hasText: text }).waitFor();
    await inspect(page);
  };
  await page.locator("#name").fill("ann");
  await page.locator("#password").fill("something else");
  await page.locator("main form button").click();
  await refused(t("account.wrong"));
  await page.goto(`${server.url}/signup`);
  await page.locator("#name").fill("ann");
  await page.locator("#password").fill("correct horse battery");
  await page.locator("main form button").click();
  await refused(t("account.taken"));
  await page.goto(`${server.url}/c/bidding/nothing`);
  await refused(t("error.not_found"));
  // Whoever is logged in stays so on the page of an error.
  await page.context().addCookies(state.cookies);
  await page.goto(`${server.url}/c/bidding/bots/nobody`);
  await refused(t("error.not_found"));
  await page.getByRole("link", { name: "ann", exact: true }).waitFor();
  assert.ok(errors.every((error) => /status of 40[014]/.test(error)), errors.join("\n"));
  await close();
}

// The reader's language is the browser's, unless the reader chooses.
async function testLanguage() {
  const { page, go, done } = await visit("/c/bidding", { locale: "ru-RU" });
  assert.equal(await page.locator("html").getAttribute("lang"), "ru");
  await page.getByRole("link", { name: "English" }).click();
  await page.getByRole("heading", { name: english("standings.title") }).waitFor();
  await go("/login");
  await page.getByRole("heading", { name: english("nav.log_in") }).waitFor();
  await inspect(page);
  await done();
}

async function testAll() {
  const ann = await visit("/signup");
  await signUp(ann.page, "ann");
  await ann.go("/c/bidding");
  await ann.page.getByText(english("standings.none")).first().waitFor();
  await timed("the first match", () => testFirstMatch(ann));
  await timed("standings", () => testStandings(ann, 3));
  await timed("a replay", () => testReplay(ann));

  const bob = await visit("/signup", { locale: "ru-RU", width: 360 });
  await signUp(bob.page, "bob");
  const addresses = await handInBadBots(bob);
  // Three at a time, as each of them mostly waits.
  await Promise.all([
    ...[tables.slice(0, 3), tables.slice(3)].map(async (some) => {
      for (const table of some) await timed(`a person plays ${table[0]}`, () => testPlay(...table));
    }),
    timed("reports about bad bots", () => testReports(bob, addresses)).then(() => timed("back to an earlier version", () => testRollBack(ann))),
  ]);

  const boss = await visit(server.invitation.slice(server.url.length));
  await signUp(boss.page, "boss");
  const state = await boss.state();
  const annState = await ann.state();
  const small = { width: 360, dark: true, locale: "ru-RU" };
  await Promise.all([
    timed("pages", () => testPages(inTurn(pages(addresses[2][0]), 0), { state })),
    timed("pages, small and dark", () => testPages(inTurn(pages(addresses[3][0]), 1), { ...small, state })),
    timed("languages", testLanguage).then(() => whole && timed("refusals", () => testRefusals(annState, { width: 1280 }))),
    timed("refusals, small and dark", () => testRefusals(annState, small)),
  ]);
  for (const one of [ann, bob, boss]) await one.done();
}

server = await startServer(contests);
browser = await launch();
visit = visitorOf(browser, server.url);
try {
  await testAll();
  console.log("a contest from the first account to the roll back: no errors, and nothing serious for axe-core");
} finally {
  await browser.close();
  assert.equal(await server.stop(), 0);
}
