// Builds the scripts and styles of arena's pages into dist/. Names contain a hash of the content, so
// browsers may keep the files; CMake embeds them (arena/pages).
import { build } from "esbuild";
import { rmSync } from "node:fs";

const common = {
  bundle: true,
  minify: true,
  target: ["es2022"],
  jsx: "automatic",
  jsxImportSource: "preact",
  outdir: "dist",
  entryNames: "[name]-[hash]",
  chunkNames: "chunk-[hash]",
  legalComments: "none", // THIRD_PARTY.md has the notices
  logLevel: "warning",
};

rmSync("dist", { recursive: true, force: true });
await build({
  ...common,
  entryPoints: ["replay", "live", "play", "hand_in", "standings"].map((name) => `src/${name}.tsx`),
  format: "esm",
  splitting: true,
});
await build({ ...common, entryPoints: ["src/single_replay.tsx"], format: "iife" });
await build({ ...common, entryPoints: [{ in: "src/style/all.css", out: "boards" }] });
