// Pages as the contest's server sends them, without a server: the browser's requests are answered here, with the same
// Content-Security-Policy.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const dist = fileURLToPath(new URL("../dist", import.meta.url));
export const origin = "http://arena.test";

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' ws://arena.test; " +
  "form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

function asset(name) {
  const [stem, ending] = name.split(".");
  return readdirSync(dist).find((file) => file.startsWith(`${stem}-`) && file.endsWith(`.${ending}`));
}

function html(script, body, lang) {
  return `<!DOCTYPE html><html lang="${lang}"><head><meta charset="utf-8"><title>Test</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/assets/${asset("boards.css")}"><script type="module" src="/assets/${asset(script)}"></script>
</head><body><main class="single"><h1>Test</h1>${body}</main></body></html>`;
}

const types = { js: "text/javascript", css: "text/css" };

// Serves one page at origin + "/", with this script and body.
export async function serve(context, script, body, lang = "en") {
  await context.route(`${origin}/**`, (route) => {
    const path = new URL(route.request().url()).pathname;
    if (path === "/")
      return route.fulfill({ contentType: "text/html", headers: { "Content-Security-Policy": policy }, body: html(script, body, lang) });
    if (path.startsWith("/assets/")) {
      const name = path.slice("/assets/".length);
      return route.fulfill({ contentType: types[name.split(".").pop()], body: readFileSync(join(dist, name)) });
    }
    return route.fulfill({ status: 404 });
  });
}
