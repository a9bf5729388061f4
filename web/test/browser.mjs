// Debian's Chromium, without a window.
import { chromium } from "playwright-core";

const executablePath = process.env.ARENA_CHROMIUM ?? "/usr/bin/chromium";

export function launch() {
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none"] });
}

// A page whose errors and messages of the console are collected in `errors`.
export async function openPage(browser, { width = 1280, dark = false, locale = "en-US", url }) {
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 740 : 800 },
    colorScheme: dark ? "dark" : "light",
    locale,
    hasTouch: width < 600,
  });
  const page = await context.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && errors.push(message.text()));
  await page.goto(url);
  return { page, errors, close: () => context.close() };
}
