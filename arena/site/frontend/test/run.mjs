// node run.mjs TEST: runs a test of this folder. Status 77, if this machine lacks what it needs.
import { existsSync } from "node:fs";

const needed = {
  [process.env.ARENA_CHROMIUM ?? "/usr/bin/chromium-headless-shell"]: "Chromium is missing (Debian: chromium-headless-shell)",
  [new URL("../node_modules/playwright-core", import.meta.url).pathname]: "npm ci has not run in arena/site/frontend (./dev test runs it)",
  [new URL("../dist", import.meta.url).pathname]: "the scripts are not built (./dev builds them)",
};

const missing = Object.entries(needed).find(([path]) => !existsSync(path));
if (missing) {
  console.log(`skipped: ${missing[1]}`);
  process.exit(77);
}
await import(`./${process.argv[2]}`);
