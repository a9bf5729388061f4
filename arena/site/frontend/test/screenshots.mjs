// npm run screenshots [FOLDER [GAME...]]: each game's replay at two sizes, light and dark, to be looked at.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { launch, openPage } from "./browser.mjs";
import { makePages, series } from "./games.mjs";

const [folder = "screenshots", ...wanted] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const pages = makePages(join(folder, "pages")).filter(({ name }) => (wanted.length ? wanted : Object.keys(series)).includes(name));

const looks = [
  { width: 1280, dark: false, locale: "en-US" },
  { width: 360, dark: false, locale: "ru-RU" },
  { width: 1280, dark: true, locale: "ru-RU" },
  { width: 360, dark: true, locale: "en-US" },
];

const browser = await launch();
for (const { name, file } of pages) {
  for (const look of looks) {
    const { page, errors, close } = await openPage(browser, { ...look, url: pathToFileURL(file).href });
    const last = Number(await page.locator("input[type=range]").getAttribute("max"));
    await page.evaluate((move) => (location.hash = `#move=${move}`), Math.round(last * 0.62));
    await page.waitForTimeout(500);
    await page.screenshot({ path: join(folder, `${name}-${look.width}-${look.dark ? "dark" : "light"}.png`) });
    if (errors.length) console.error(name, look, errors);
    await close();
  }
}
await browser.close();
