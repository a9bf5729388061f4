// The scripts of a contest's pages in a real browser, under its Content-Security-Policy: live games, whole games that a
// person plays against arena, and the editor.
import { strict as assert } from "node:assert";
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { launch, openPage, seriousFindings } from "./browser.mjs";
import { program, stepsOf } from "./games.mjs";
import { generator, playOn } from "./play_on.mjs";
import { origin, serve } from "./site.mjs";

const bridge = fileURLToPath(new URL("bridge.mjs", import.meta.url));

// --- Live games ----------------------------------------------------------------------------------

async function testLive(browser) {
  const game = stepsOf("bidding");
  const next = { ...game, players: [{ name: "one" }, { name: "two" }] };
  let sockets = 0;
  const prepare = async (context, page) => {
    await serve(context, "live.js", '<div id="live" data-socket="/live"></div>');
    await page.routeWebSocket("**/live", (socket) => {
      const send = (message) => socket.send(JSON.stringify({ type: "game", ...message }));
      send({ match: 1, game });
      if (++sockets === 1) return socket.close(); // the page connects again
      send({ match: 2, game: next });
    });
  };
  const { page, errors, close } = await openPage(browser, { url: `${origin}/`, prepare });
  await page.locator(".board.bidding").waitFor();
  await page.locator(".live-state.open").waitFor();
  await page.locator(".speed select").selectOption("10");
  // The first game is shown to its end, though the next one is there.
  const names = game.players.map((player) => player.name).join(" – ");
  const title = page.locator(".live-title", { hasText: names });
  await page.locator(".bar", { has: title }).filter({ has: page.locator(".caption .over") }).waitFor();
  await page.locator(".live-title", { hasText: "one – two" }).waitFor();
  assert.equal(sockets, 2);
  assert.deepEqual(await seriousFindings(page), []);
  assert.deepEqual(errors, []);
  await close();
}

// --- Replays ------------------------------------------------------------------------------------

// A game that the scripts do not know has a board of tables; the game comes from the server.
async function testUnknownGame(browser) {
  const game = { ...stepsOf("yard_bridge"), game: "poker", title: "Poker <b>" };
  const prepare = async (context) => {
    await serve(context, "replay.js", '<div id="viewer" data-steps="/steps">the game as text</div>');
    await context.route(`${origin}/steps`, (route) => route.fulfill({ json: game }));
  };
  const { page, errors, close } = await openPage(browser, { width: 360, url: `${origin}/`, prepare });
  await page.locator(".board.generic").waitFor();
  assert.equal(await page.getByText("the game as text").count(), 0);
  for (let i = 0; i < 5; ++i) await page.keyboard.press("ArrowRight");
  assert.match(await page.locator(".board.generic").innerText(), /must_cover/);
  assert.deepEqual(await seriousFindings(page), []);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${wide} px too wide`);
  assert.deepEqual(errors, []);
  await close();
}

// Without the game, what the server wrote stays.
async function testNoGame(browser) {
  const prepare = (context) => serve(context, "replay.js", '<div id="viewer" data-steps="/nothing">the game as text</div>');
  const { page, close } = await openPage(browser, { url: `${origin}/`, prepare });
  await page.getByText("The game could not be loaded.").waitFor();
  assert.equal(await page.getByText("the game as text").count(), 1);
  await close();
}

// A contest's replay asks for the review of its game, and says if that does not work.
async function testAskedReview(browser) {
  const game = stepsOf("bidding");
  const step = game.steps.find((one) => one.text !== undefined);
  const loss = { loss: 3.25, error: 0, kind: "bid", better: "7", better_kind: "bid" };
  const reviewed = { ...game, number: 1, unit: "points", steps: game.steps.map((one) => (one === step ? { ...one, loss } : one)) };
  let asked = 0;
  const prepare = async (context) => {
    await serve(context, "replay.js", '<div id="viewer" data-steps="/steps" data-review="/review"></div>');
    await context.route(`${origin}/steps`, (route) => route.fulfill({ json: game }));
    await context.route(`${origin}/review`, (route) => (asked++ === 0 ? route.fulfill({ status: 503 }) : route.fulfill({ json: reviewed })));
  };
  const { page, errors, close } = await openPage(browser, { url: `${origin}/`, prepare });
  const button = page.getByRole("button", { name: "Show what each move lost" });
  await button.click();
  await page.getByText("That did not work").waitFor();
  await button.click();
  await page.locator(".loss-curve").waitFor();
  assert.equal(await button.count(), 0);
  assert.equal((await page.locator(".move-list .loss").innerText()).trim(), "−3.3");
  assert.deepEqual(await seriousFindings(page), []);
  assert.deepEqual(errors.filter((error) => !error.includes("503")), []);
  await close();
}

// --- A person against arena ----------------------------------------------------------------------

// Runs a game of arena in which seat 0 is whoever writes to the port.
function startGame(game, words) {
  const arena = { lines: null, early: [], answer: () => {}, stop: () => {}, ended: null };
  const server = createServer((socket) => {
    arena.answer = (line) => socket.write(`${line}\n`);
    createInterface({ input: socket }).on("line", (line) => (arena.lines ? arena.lines(line) : arena.early.push(line)));
    socket.on("error", () => {});
  });
  server.listen(0, "127.0.0.1", () => {
    const player = ["-p", "protocol=json", process.execPath, bridge, String(server.address().port)];
    const child = spawn(program, ["run", game, "-n", "1", "--seed", "8", "--move-time", "1h", ...player, ...words], { stdio: "ignore" });
    arena.ended = new Promise((resolve) => child.on("exit", (code) => resolve(code)));
    arena.stop = () => child.kill("SIGKILL");
    child.on("exit", () => server.close());
  });
  return arena;
}

async function testPlay(browser, game, words, look) {
  const arena = startGame(game, words);
  const sides = game === "bridge" ? 2 : 1 + words.filter((word) => word === "-b").length;
  const prepare = async (context, page) => {
    await serve(context, "play.js", '<div id="play" data-socket="/seat"></div>', look.locale?.slice(0, 2));
    await page.routeWebSocket("**/seat", (socket) => {
      const tell = (state) => socket.send(JSON.stringify({ type: "table", seats: [{ name: "ann", here: true }], sides, you: 0, state }));
      tell("running");
      arena.ended.then(() => tell("over"));
      arena.lines = (line) => socket.send(line);
      arena.early.forEach(arena.lines);
      socket.onMessage((line) => arena.answer(line));
    });
  };
  const { page, errors, close } = await openPage(browser, { ...look, url: `${origin}/`, prepare });
  await page.locator(".play-status.turn").waitFor();
  await page.locator(".board").waitFor();
  assert.deepEqual(await seriousFindings(page), [], game);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${game} is ${wide} px too wide`);
  const clicks = await playOn(page, generator(7));
  assert.ok(clicks > 5, game);
  assert.equal(await arena.ended, 0);
  assert.deepEqual(errors, [], game);
  await close();
}

// A refused answer is shown, and the person may answer again.
async function testRefusal(browser) {
  const arena = startGame("lost_cities", ["-b", "dumb"]);
  const prepare = async (context, page) => {
    await serve(context, "play.js", '<div id="play" data-socket="/seat"></div>', "ru");
    await page.routeWebSocket("**/seat", (socket) => {
      arena.lines = (line) => socket.send(line);
      arena.early.forEach(arena.lines);
      socket.onMessage((line) => arena.answer(line));
    });
  };
  const { page, errors, close } = await openPage(browser, { url: `${origin}/`, prepare, locale: "ru-RU" });
  await page.locator(".play-status.turn").waitFor();
  await page.locator(".settings summary").click();
  await page.locator(".settings input").fill("11x");
  await page.locator(".settings input").press("Enter");
  await page.getByRole("alert").getByText("Ответ отклонён: Invalid play.").waitFor();
  assert.equal(await page.locator(".play-status.turn").count(), 1);
  await page.locator(".lost-cities .hand button").first().press("Enter"); // by keyboard
  await page.getByRole("button", { name: /^Сбросить/ }).first().press("Enter");
  await page.getByText("Возьмите карту").waitFor();
  assert.deepEqual(errors, []);
  await close();
  arena.stop();
}

// The person is declarer: an alert, the cards of dummy and the last trick.
async function testBridge(browser) {
  const arena = startGame("bridge", ["-b", "pass", "-b", "pass", "-b", "pass"]);
  const prepare = async (context, page) => {
    await serve(context, "play.js", '<div id="play" data-socket="/seat"></div>');
    await page.routeWebSocket("**/seat", (socket) => {
      arena.lines = (line) => socket.send(line);
      arena.early.forEach(arena.lines);
      socket.onMessage((line) => arena.answer(line));
    });
  };
  const { page, errors, close } = await openPage(browser, { url: `${origin}/`, prepare });
  await page.getByLabel("Alert").fill("five hearts, ж");
  assert.equal(await page.getByLabel("Alert").inputValue(), "five hearts, ");
  await page.getByRole("button", { name: "1♥" }).click();
  await page.getByText("Choose a card of dummy.").waitFor();
  assert.match(await page.locator(".bridge-auction").innerText(), /1\s*1[\s\S]*Pass[\s\S]*1♥: five hearts,/);
  assert.match(await page.locator(".bridge-facts").innerText(), /Contract 1\s*North[\s\S]*N–S 0 of 7/);
  const last = page.getByRole("button", { name: "Last trick" });
  const playable = page.locator(".bridge-place .hand button");
  while ((await last.count()) === 0) {
    await playable.first().click();
    await page.waitForTimeout(50);
  }
  const past = page.getByRole("group", { name: "Last trick" });
  assert.equal(await past.count(), 0);
  await last.click();
  assert.equal(await past.locator(".card").count(), 4);
  assert.equal(await past.locator(".won").count(), 1);
  await last.click();
  assert.equal(await past.count(), 0);
  assert.deepEqual(errors, []);
  await close();
  arena.stop();
}

// The board follows the moves of others, also before the first question.
async function testMovesOfOthers(browser) {
  const game = stepsOf("bidding");
  let send = () => {};
  const prepare = async (context, page) => {
    await serve(context, "play.js", '<div id="play" data-socket="/seat"></div>');
    await page.routeWebSocket("**/seat", (socket) => {
      send = (message) => socket.send(JSON.stringify(message));
      send({ type: "start", game: "bidding", options: {}, seat: 0, names: game.players.map((player) => player.name) });
      send({ type: "view", view: game.steps[0].views[0] });
    });
  };
  const { page, errors, close } = await openPage(browser, { url: `${origin}/`, prepare });
  const board = page.locator(".board.bidding");
  await board.waitFor();
  const before = await board.innerText();
  for (const step of game.steps.slice(1)) send({ type: "view", view: step.views[0] });
  await page.waitForFunction((text) => document.querySelector(".board.bidding").innerText !== text, before);
  assert.deepEqual(errors, []);
  await close();
}

// --- The editor and the plot ---------------------------------------------------------------------

async function testEditor(browser) {
  const form = `<form><p><label for="code">Code</label><textarea id="code" name="code">x = 1</textarea></p>
<p><label for="language">Language</label> <select id="language"><option value="">?</option><option>python</option><option>c++</option><option>shell</option></select></p></form>`;
  const prepare = (context) => serve(context, "hand_in.js", form);
  const { page, errors, close } = await openPage(browser, { url: `${origin}/`, prepare });
  const content = page.locator(".editor .cm-content");
  await content.waitFor();
  for (const language of ["python", "c++", "shell"]) await page.locator("#language").selectOption(language);
  await page.locator("#language").selectOption("python");
  await content.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\ndef move(state):\nreturn 1");
  assert.equal(await page.locator("#code").inputValue(), "x = 1\ndef move(state):\n    return 1");
  const weight = await content.locator("span", { hasText: /^def$/ }).evaluate((one) => getComputedStyle(one).fontWeight);
  assert.equal(weight, "600", "keywords are highlighted");
  assert.deepEqual(await seriousFindings(page), []);
  assert.deepEqual(errors, []);
  await close();
}

// A person plays all games in contest_test.mjs, too: here daily one of two players, and one of more.
const games = [
  ["lost_cities", ["-b", "greedy"], { width: 1280 }],
  ["streams", ["-b", "table"], { width: 360, dark: true }],
  ["bidding", ["-b", "planner", "-b", "scatter"], { width: 360, locale: "ru-RU" }],
  ["yard_bridge", ["-b", "shed", "-b", "random", "--option", "deals=2"], { width: 360, dark: true }],
  ["bridge", ["-b", "natural", "-b", "pass", "-b", "natural"], { width: 360, locale: "ru-RU" }], // never dummy, who plays nothing
  ["most", ["-b", "random", "--option", "deals=1", "--option", "max_turns=14"], { width: 1280, dark: true }],
];

const browser = await launch();
try {
  await testEditor(browser);
  await testUnknownGame(browser);
  await testNoGame(browser);
  await testAskedReview(browser);
  await testLive(browser);
  await testRefusal(browser);
  await testMovesOfOthers(browser);
  await testBridge(browser);
  const some = process.env.ARENA_PROOF ? games : games.filter(([game]) => game === "lost_cities" || game === "bidding");
  for (const [game, words, look] of some) await testPlay(browser, game, words, look);
  console.log("live games, play in some games, and the editor: no errors, and nothing serious for axe-core");
} finally {
  await browser.close();
}
