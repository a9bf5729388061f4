// People at the tables of `arena serve`, beside their moves: who runs out of time, what a game leaves behind, and how a
// table is left.
import { strict as assert } from "node:assert";
import { launch } from "./browser.mjs";
import { startServer } from "./server.mjs";
import { english, inspect, russian, signUp, visitorOf } from "./visitor.mjs";

// A person has so little time that each of them runs out of it.
const contests = `
table_move_time = "2s"

${[
  ["two", 2],
  ["three", 3],
]
  .map(
    ([id, seats]) => `
[[contest]]
id = "${id}"
title = "Bidding for ${id}"
game = "bidding"
seats = ${seats}

[[contest.house]]
name = "random"
builtin = "random"

[[contest.house]]
name = "mimic"
builtin = "mimic"

[[contest.phase]]
name = "one"
format = "gauntlet"
deals = 4
`,
  )
  .join("")}
[[contest]]
id = "slow"
game = "bidding"

[contest.limits]
start_time = "1h"
sandbox = false

[[contest.house]]
name = "sleeper"
command = ["sleep", "3600"]

[[contest.phase]]
name = "one"
format = "gauntlet"
deals = 4
`;

let server;
let visit;

// The person does nothing. Returns the address of the table.
async function runOut({ page, go }, contest, t) {
  await go(`/c/${contest}/play?bot2=mimic`);
  await page.getByRole("button", { name: t("play.start") }).click();
  await page.getByText(t("play.out").replace("{0}", t("fault.time"))).waitFor();
  await page.getByText(t("play.over"), { exact: true }).waitFor();
  await page.getByText(t("play.kept")).waitFor();
  assert.equal(await page.locator(".play-status .tag, .play-status.turn").count(), 0, "no clock runs");
  assert.match(await page.locator(".play-status p").last().innerText(), /mimic/, "the result");
  await inspect(page);
  return page.url();
}

async function testTime(player, contest, t) {
  const { page } = player;
  const address = await runOut(player, contest, t);
  await page.getByRole("button", { name: t("play.replay") }).click();
  await page.locator(".viewer input[type=range]").waitFor();
  await page.getByRole("link", { name: t("play.another") }).click();
  assert.equal(await page.locator("#bot2").inputValue(), "mimic");
  return address.slice(new URL(address).origin.length);
}

// As long as another seat thinks about the same round, the forfeit does not come.
async function testLate(t, look) {
  const { page, done } = await visit("/c/slow/play", look);
  await page.getByRole("button", { name: t("play.start") }).click();
  await page.getByText(t("play.late")).waitFor();
  assert.equal(await page.locator(".play-status .tag, .play-status.turn, .board button.playable").count(), 0);
  const { page: other } = await visit(page.url().slice(server.url.length), { state: await page.context().storageState() });
  await page.getByText(t("play.elsewhere")).waitFor();
  await other.context().close();
  await done();
}

// Everybody who has the address sees the game, and its player finds it in the account.
async function testShown({ page, go }, address, t) {
  await go("/account");
  await inspect(page);
  await page.locator(`a[href="${address}"]`).click();
  await page.locator(".viewer input[type=range]").waitFor();
  await inspect(page);
  const other = await visit(address, { width: 360, dark: true });
  await other.page.locator(".viewer input[type=range]").waitFor();
  await other.page.keyboard.press("End");
  await other.page.locator(".caption .over").waitFor();
  await inspect(other.page);
  await other.done();
}

// Four tables wait for others; the message that refuses a fifth closes one.
async function testLeaving({ page, go }, t) {
  const begin = async () => {
    await go("/c/two/play");
    await page.locator("#bot2").selectOption("");
    await page.getByRole("button", { name: t("play.start") }).click();
  };
  for (let i = 0; i < 4; ++i) {
    await begin();
    await page.getByText(t("play.waiting_for_all")).waitFor();
  }
  await begin();
  await page.getByRole("heading", { name: t("table.own") }).waitFor();
  assert.match(await page.locator(".trouble").innerText(), /4.*12/);
  await inspect(page);
  await page.getByRole("button", { name: t("table.leave") }).first().click();
  await page.waitForURL(/\/play$/);
  assert.equal(await page.getByRole("button", { name: t("table.leave") }).count(), 3);
  await begin();
  await page.getByText(t("play.waiting_for_all")).waitFor();
}

// A person without a seat sees that the table waits; a window of a table that its person has left in another one shows
// that it is closed.
async function testOthers(player) {
  const { page, go } = player;
  await go("/c/two/play");
  await page.getByRole("button", { name: english("table.leave") }).first().waitFor();
  const second = await visit(await page.locator(".tables a").first().getAttribute("href"), { state: await player.state() });
  await second.page.getByText(english("play.waiting_for_all")).waitFor();
  const guest = await visit(second.page.url().slice(new URL(second.page.url()).origin.length));
  await guest.page.getByText(english("table.waits")).waitFor();
  await inspect(guest.page);
  await page.getByRole("button", { name: english("table.leave") }).first().click();
  await second.page.getByText(english("table.closed")).waitFor();
  await guest.done();
  await second.page.context().close(); // its console has the refused connection
}

server = await startServer(contests);
const browser = await launch();
visit = visitorOf(browser, server.url);
try {
  const ann = await visit("/signup");
  await signUp(ann.page, "ann");
  const bob = await visit("/signup", { width: 360, dark: true, locale: "ru-RU" });
  await signUp(bob.page, "bob");
  const addresses = await Promise.all([testTime(ann, "two", english), testTime(bob, "three", russian)]);
  await testLate(english);
  await testLate(russian, { width: 360, locale: "ru-RU" });
  await testShown(ann, addresses[0], english);
  await testShown(bob, addresses[1], russian);
  await testLeaving(bob, russian);
  await testLeaving(ann, english);
  await testOthers(ann);
  for (const one of [ann, bob]) {
    assert.ok(one.errors.every((error) => error.includes("status of 400")), one.errors.join("\n")); // of the fifth table
    await one.page.context().close();
  }
  console.log("tables: who runs out of time sees it, games stay, and tables can be left");
} finally {
  await browser.close();
  assert.equal(await server.stop(), 0);
}
