// npm run weigh: what the demo's pages cost a browser that has nothing of them yet: requests, bytes over the network, and
// the first paint of content. A phone: processor four times slower, 9 Mbit/s, 40 ms away.
import { setTimeout as wait } from "node:timers/promises";
import { launch, openPage } from "./browser.mjs";
import { startServer } from "./server.mjs";
import { signUp } from "./visitor.mjs";

const pages = {
  "the contests": "/",
  standings: "/c/bidding",
  "a bot": "/c/bidding/bots/mimic",
  "a replay": "/c/lost-cities/matches/ladder/1",
  "live games": "/c/streams/live",
  "the lobby": "/c/streams/play",
  "handing in, with the editor": "/c/streams/hand-in",
};

const phone = { offline: false, latency: 40, downloadThroughput: 9e6 / 8, uploadThroughput: 4e6 / 8 };
const times = 3;

async function load(browser, url, state, slow) {
  const viewport = slow ? { width: 360, height: 740 } : { width: 1280, height: 800 };
  const context = await browser.newContext({ viewport, storageState: state });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const seen = { requests: 0, bytes: 0 };
  cdp.on("Network.loadingFinished", ({ encodedDataLength }) => {
    ++seen.requests;
    seen.bytes += encodedDataLength;
  });
  await cdp.send("Network.enable");
  if (slow) {
    await cdp.send("Network.emulateNetworkConditions", phone);
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  }
  await page.goto(url);
  await wait(1000);
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
  await context.close();
  return { ...seen, paint };
}

// The middle one of some loads, by first paint.
async function median(...visit) {
  const loads = [];
  for (let i = 0; i < times; ++i) loads.push(await load(...visit));
  return loads.sort((a, b) => a.paint - b.paint)[Math.floor(times / 2)];
}

const browser = await launch();
const server = await startServer();
try {
  const { page } = await openPage(browser, { url: server.invitation });
  await signUp(page, "ann");
  const state = await page.context().storageState();
  await wait(20_000); // until there is a game to look at
  console.log("| page | requests | kB | first paint, ms | on a phone, ms |\n|---|---|---|---|---|");
  for (const [name, path] of Object.entries(pages)) {
    const { requests, bytes, paint } = await median(browser, server.url + path, state, false);
    const slow = await median(browser, server.url + path, state, true);
    console.log(`| ${name} | ${requests} | ${(bytes / 1000).toFixed(0)} | ${paint.toFixed(0)} | ${slow.paint.toFixed(0)} |`);
  }
} finally {
  await browser.close();
  await server.stop();
}
