// Debian's Chromium without what windows need: it takes half the processor time.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const executablePath = process.env.ARENA_CHROMIUM ?? "/usr/bin/chromium-headless-shell";

export const patience = 600_000; // milliseconds for what a page does at once, on a busy computer too

export function launch() {
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none"] });
}

// A page whose errors and messages of the console are collected in `errors`. `prepare` may set up what it loads, `state`
// has the cookies of another page. Nothing moves: what is looked at is what stays.
export async function openPage(browser, { width = 1280, dark = false, locale = "en-US", url, prepare, state }) {
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 740 : 800 },
    colorScheme: dark ? "dark" : "light",
    locale,
    reducedMotion: "reduce",
    hasTouch: width < 600,
    storageState: state,
  });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && errors.push(message.text()));
  await prepare?.(context, page);
  await page.goto(url);
  return { page, errors, close: () => context.close() };
}

const axe = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

// What axe-core finds serious or critical, one line each: in the whole page, or in its parts that these selectors name.
export async function seriousFindings(page, parts) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
  const include = parts?.map((part) => [part]);
  const { violations } = await page.evaluate(
    (include) => globalThis.axe.run(include ? { include } : document, { resultTypes: ["violations"] }),
    include,
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 2).map((node) => `${node.html.slice(0, 120)} ${node.any[0]?.message ?? ""}`).join(" | ")}`);
}

// How many pixels the page is wider than the window.
export function excessWidth(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}
