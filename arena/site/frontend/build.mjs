// Builds the scripts and styles of arena's pages into dist/. Names contain a hash of the content, so browsers may keep
// the files; CMake embeds them (arena/pages). With --notices it also writes THIRD_PARTY.md, which goes with the scripts as
// notices.txt.
import { build } from "esbuild";
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const made = "dist.new";

// Pages get only the texts that their scripts can use; the server's own texts stay in the program.
const texts = {
  name: "texts",
  setup({ onLoad }) {
    onLoad({ filter: /texts\.json$/ }, ({ path }) => {
      const sources = readdirSync("src", { recursive: true })
        .filter((file) => /\.tsx?$/.test(file))
        .map((file) => readFileSync(join("src", file), "utf8"))
        .join("\n");
      const composed = /^(end|fault|game|kind|method|unit)\./; // keys that scripts put together
      const all = Object.entries(JSON.parse(readFileSync(path, "utf8")));
      const used = all.filter(([key]) => composed.test(key) || sources.includes(`"${key}"`));
      return { contents: JSON.stringify(Object.fromEntries(used)), loader: "json" };
    });
  },
};

// "arena:boards": in scripts the board of each game, under the name of its file or folder in src/boards; in styles all
// their style sheets.
const boards = {
  name: "boards",
  setup({ onResolve, onLoad }) {
    const names = readdirSync("src/boards").filter((name) => !name.endsWith(".css")).map((name) => name.replace(/\.tsx$/, ""));
    const sheets = readdirSync("src/boards", { recursive: true }).filter((name) => name.endsWith(".css"));
    const contents = {
      ts: names.map((name) => `export { board as ${name} } from "./${name}";`),
      css: sheets.sort().map((name) => `@import "./${name}";`),
    };
    onResolve({ filter: /^arena:boards$/ }, ({ kind }) => ({ path: kind === "import-rule" ? "css" : "ts", namespace: "boards" }));
    onLoad({ filter: /./, namespace: "boards" }, ({ path }) => ({ contents: contents[path].join("\n"), loader: path, resolveDir: resolve("src/boards") }));
  },
};

const common = {
  bundle: true,
  minify: true,
  target: ["es2022"],
  jsx: "automatic",
  jsxImportSource: "preact",
  outdir: made,
  entryNames: "[name]-[hash]",
  chunkNames: "chunk-[hash]",
  legalComments: "none", // notices.txt has the notices
  banner: { js: "/* Contains third-party code: notices.txt beside this file has the licences. */" },
  logLevel: "warning",
  metafile: true,
  plugins: [texts, boards],
};

function licenceOf(name) {
  const folder = join("node_modules", name);
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  if (file) return readFileSync(join(folder, file), "utf8").trim();
  return `Licence: ${JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).license}`;
}

// The packages whose code is in the bundles, with their licences.
function notices(results) {
  const folders = new Set();
  for (const { metafile } of results) {
    for (const file of Object.keys(metafile.inputs)) {
      const folder = /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1];
      if (folder) folders.add(folder);
    }
  }
  let text = "# Third-party code in the pages' scripts\n\nWritten by `npm run notices`.\n";
  for (const name of [...folders].sort()) {
    const { version } = JSON.parse(readFileSync(join("node_modules", name, "package.json"), "utf8"));
    text += `\n\n## ${name} ${version}\n\n${licenceOf(name).replace(/^/gm, "    ").replace(/ +$/gm, "")}\n`;
  }
  return text;
}

rmSync(made, { recursive: true, force: true });
const results = [
  await build({
    ...common,
    entryPoints: ["replay", "live", "play", "hand_in"].map((name) => `src/${name}.tsx`),
    format: "esm",
    splitting: true,
  }),
  await build({
    ...common,
    entryPoints: ["src/single_replay.tsx"],
    format: "iife",
    banner: { js: `/* Contains Preact.\n${licenceOf("preact")}\n*/` }, // this script stands alone
  }),
  await build({ ...common, entryPoints: [{ in: "src/style/all.css", out: "boards" }] }),
];
rmSync("dist", { recursive: true, force: true });
renameSync(made, "dist");
const third = notices(results);
writeFileSync("dist/notices.txt", third);
if (process.argv.includes("--notices")) writeFileSync("THIRD_PARTY.md", third);
if (!existsSync("THIRD_PARTY.md") || readFileSync("THIRD_PARTY.md", "utf8") !== third)
  console.warn("THIRD_PARTY.md is not up to date: npm run notices");
