// The contest of the source in a real browser, from start to end, by people who only have a browser: authors paste AIs of
// yard bridge in JavaScript, try them, hand them in; stage one, stage two against the best of stage one, the final.
import { strict as assert } from "node:assert";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { launch, patience } from "./browser.mjs";
import { startServer } from "./server.mjs";
import { english, inspect, russian, signUp, visitorOf, waitForVerdict } from "./visitor.mjs";

const root = new URL("../../../../", import.meta.url);
if (!existsSync(new URL("examples/javascript/node_modules/mootools", root))) {
  console.log("skipped: MooTools is not installed: npm ci in examples/javascript");
  process.exit(77);
}

const contest = `
[[contest]]
id = "ais"
title = "AIs of yard bridge"
game = "yard_bridge"
runner = "yard_bridge_ai"

[contest.options]
deals = 1

[contest.limits]
move_time = "1m"
start_time = "1m"

[[contest.house]]
name = "page"
upload = "yard_bridge/example_ai.js"

[[contest.phase]]
name = "one"
title = "Stage one"
format = "gauntlet"
deals = 1

[[contest.phase]]
name = "two"
title = "Stage two"
format = "gauntlet"
deals = 1
opponents = "best 1 of one"
from = 2100-01-01T00:00:00Z

[[contest.phase]]
name = "final"
title = "The tournament"
format = "round_robin"
deals = 1
final = true
from = 2100-01-02T00:00:00Z
`;

const documented = readFileSync(new URL("docs/yard_bridge_ai.md", root), "utf8").split("```js\n")[1].split("```")[0];

// The AI that is printed with the contest's rules, where they are, as its readers copied it; else the documented one.
function printedAI() {
  const seeds = new URL("../shared/seeds/", root);
  const name = existsSync(seeds) && readdirSync(seeds).find((file) => file.startsWith("004"));
  if (!name) return documented;
  const text = readFileSync(new URL(name, seeds), "utf8");
  return text.slice(text.lastIndexOf("/*", text.indexOf("window . addEvent")));
}

const browser = await launch();
const server = await startServer(contest);
const visit = visitorOf(browser, server.url);

// The whole text of the editor shows only in the field behind it.
const textOf = (page) => page.locator("#code").inputValue();

// As by Ctrl+A and Ctrl+V.
async function paste(page, text) {
  const content = page.locator(".editor .cm-content");
  await content.click();
  await page.keyboard.press("Control+A");
  await content.evaluate((content, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    content.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
  assert.equal(await textOf(page), text);
}

async function tryIt(page) {
  await page.locator("button[name=try]").click();
  await page.waitForURL(/\/try$/);
}

// Waits for the end of the games, whatever came of them.
async function waitForWritten(page, pattern) {
  await page.locator("main a.button").waitFor();
  assert.match(await page.locator("main").innerText(), pattern);
  assert.match(await page.locator(".stderr").first().innerText(), pattern);
}

async function handIn(page, bot) {
  await page.locator("#bot").fill(bot);
  await page.locator("main form button:not([name=try])").last().click();
  await page.waitForURL(/\/versions\/\d+$/);
  return waitForVerdict(page);
}

// Loads the page again until it has such a thing.
async function reloadUntil(page, has) {
  for (const end = Date.now() + patience; !(await has()); await page.reload()) assert.ok(Date.now() < end, page.url());
}

// The editor opens with the example, which plays as it is; then a text of one's own.
async function firstAuthor() {
  const ann = await visit("/signup");
  const { page } = ann;
  await signUp(page, "ann");
  await ann.go("/c/ais/hand-in");
  await page.locator(".editor .cm-content").waitFor();
  assert.match(await textOf(page), /Bridge\.AI = new Class/);
  assert.equal(await page.locator("select#language").count(), 0);
  await inspect(page);
  await tryIt(page);
  await page.locator(".viewer input[type=range]").waitFor();
  await page.getByRole("heading", { name: english("hand_in.games") }).waitFor();
  assert.equal(await page.locator(".fault:not(:empty)").count(), 0);
  await inspect(page);

  await page.getByRole("link", { name: english("hand_in.back") }).click();
  await paste(page, documented.replace("movement: function (first) {", "$&\n      this.message('I have ' + this.player.sumCards());"));
  await tryIt(page);
  await waitForWritten(page, /I have \d+/);
  await page.getByRole("link", { name: english("hand_in.back") }).click();
  assert.match(await textOf(page), /I have/);
  await page.getByRole("link", { name: english("hand_in.last_try") }).click();
  assert.equal(await handIn(page, "talker"), english("version.accepted"));
  return ann;
}

// An author who reads Russian, on a phone: a mistake, and then the AI as the contest's page printed it.
async function secondAuthor() {
  const bob = await visit("/signup", { locale: "ru-RU", width: 360, dark: true });
  const { page } = bob;
  await signUp(page, "bob");
  await bob.go("/c/ais/hand-in");
  await page.locator(".editor .cm-content").waitFor();
  await paste(page, documented.replace("movement: function", "movement: functoin"));
  assert.equal(await handIn(page, "printed"), russian("version.refused"));
  assert.match(await page.locator(".trouble").innerText(), /the AI cannot be read: Unexpected token/);
  await bob.go("/c/ais/hand-in");
  await page.locator(".editor .cm-content").waitFor();
  await paste(page, documented.replaceAll("this.finishMove()", "this.finishMvoe()"));
  await tryIt(page);
  await waitForWritten(page, /finishMvoe/);
  await inspect(page);
  await page.getByRole("link", { name: russian("hand_in.back") }).click();
  assert.equal(await handIn(page, "printed"), russian("version.refused"));
  assert.match(await page.locator(".trouble").innerText(), /the AI threw in .*finishMvoe is not a function/);
  assert.doesNotMatch(await page.locator(".trouble").innerText(), /Node\.js v/);
  await bob.go("/c/ais/hand-in");
  await page.locator(".editor .cm-content").waitFor();
  await paste(page, printedAI());
  assert.equal(await handIn(page, "printed"), russian("version.accepted"));
  await bob.go("/c/ais/rules");
  assert.deepEqual(await page.locator('.rules [lang="ru"] > h2').allInnerTexts(), ["ИИ конкурса по дворовому бриджу", "Дворовый бридж"]);
  await inspect(page);
  return bob;
}

async function waitForMatches(page, phase, matches) {
  const end = Date.now() + patience;
  for (let played = 0; played < matches; ) {
    const answer = await page.request.get(`${server.url}/api/v1/contests/ais`);
    played = (await answer.json()).phases.find(({ name }) => name === phase).matches;
    assert.ok(Date.now() < end, phase);
  }
}

async function changePhase(boss, title, action) {
  await boss.go("/admin");
  const row = boss.page.locator("li", { has: boss.page.getByRole("link", { name: title, exact: true }) });
  await row.getByRole("button", { name: english(action) }).click();
  const yes = boss.page.getByRole("button", { name: english("sure.yes") });
  if (await yes.count()) await yes.click();
  await boss.page.waitForURL(/\/admin$/);
}

async function testContest() {
  const [ann, bob] = [await firstAuthor(), await secondAuthor()];
  const boss = await visit(server.invitation.slice(server.url.length));
  await signUp(boss.page, "boss");

  await waitForMatches(ann.page, "one", 4);
  await ann.go("/c/ais/phases/one");
  await reloadUntil(ann.page, async () => (await ann.page.locator("table.standings td.rating").count()) === 3);
  await changePhase(boss, "Stage one", "admin.end");
  await bob.go("/c/ais/phases/one");
  await reloadUntil(bob.page, async () => (await bob.page.getByText(russian("phase.over")).count()) > 0);
  await inspect(bob.page);
  await changePhase(boss, "Stage two", "admin.begin");
  await waitForMatches(ann.page, "two", 4);
  await bob.go("/c/ais/phases/two");
  await bob.page.getByText(russian("contest.best").replace("{0}", "1").replace("{1}", "Stage one")).waitFor();
  await reloadUntil(bob.page, async () => (await bob.page.getByText("one-1").count()) > 0);
  await inspect(bob.page);
  await ann.go("/c/ais/bots/one-1");
  assert.equal(await ann.page.getByRole("link", { name: english("version.source") }).count(), 0);
  await changePhase(boss, "Stage two", "admin.end");
  await changePhase(boss, "The tournament", "admin.begin");
  for (const [{ page, go }, t] of [[ann, english], [bob, russian]]) {
    await go("/c/ais/phases/final");
    await reloadUntil(page, async () => (await page.getByText(t("phase.over")).count()) > 0 && (await page.getByText("printed").count()) > 0);
    await inspect(page);
  }
  for (const one of [ann, bob, boss]) await one.done();
}

try {
  await testContest();
  console.log("the contest of the source, from the editor to the result of the final");
} finally {
  await browser.close();
  assert.equal(await server.stop(), 0);
}
