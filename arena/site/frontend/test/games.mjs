// Makes replay pages of all games with the program arena, for tests and screenshots.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

export const program =
  process.env.ARENA_PROGRAM ??
  ["release", "test", "quick"].map((preset) => join(root, "build", preset, "bin/arena")).find(existsSync);

// The replays that are made, by game.
export const series = {
  lost_cities: ["-b", "greedy", "-b", "dumb"],
  streams: ["-b", "balance", "-b", "table", "-b", "ends"],
  bidding: ["-b", "planner", "-b", "learner", "-b", "scatter"],
  yard_bridge: ["-b", "loader", "-b", "shed", "-b", "random", "--option", "deals=3"],
  most: ["-b", "melder", "-b", "melder", "-b", "random", "--option", "deals=2"],
  bridge: ["-b", "natural", "-b", "natural"],
};

// Old records with forfeits and refused answers.
const recorded = ["bidding", "lost_cities", "most", "streams", "yard_bridge"];

// Sessions of several deals in tests/conformance/bridge.jsonl.
const sessions = ["rubber", "chicago"];

// Returns the pages: {name, file}.
export function makePages(folder) {
  mkdirSync(folder, { recursive: true });
  const pages = [];
  const write = (name, records, game) => {
    const file = join(folder, `${name}.html`);
    execFileSync(program, ["replay", records, "--game", String(game), "--html", file]);
    pages.push({ name, file });
  };
  for (const [game, words] of Object.entries(series)) {
    const records = join(folder, `${game}.jsonl`);
    if (!existsSync(records))
      execFileSync(program, ["run", game, "-n", "1", "--seed", "5", ...words, "--record", records], { stdio: "ignore" });
    write(game, records, 1);
  }
  for (const game of recorded) {
    for (const number of process.env.ARENA_PROOF ? [4, 7] : [4]) write(`${game}-${number}`, join(root, `tests/conformance/earlier/${game}.jsonl`), number);
  }
  const bridge = join(root, "tests/conformance/bridge.jsonl");
  const scorings = readFileSync(bridge, "utf8").trim().split("\n").map((line) => JSON.parse(line).options.scoring);
  for (const scoring of sessions) write(`bridge-${scoring}`, bridge, scorings.indexOf(scoring) + 1);
  return pages;
}

// Games at full tables, in one of which a player has a long name.
const crowds = {
  most: [6, "--option", "deals=1", "--option", "max_turns=40"],
  yard_bridge: [6, "--option", "deals=1"],
  streams: [6],
  bidding: [4],
};

export function makeCrowdedPages(folder) {
  return Object.entries(crowds).map(([game, [seats, ...words]]) => {
    const [records, file] = ["jsonl", "html"].map((ending) => join(folder, `${game}-of-${seats}.${ending}`));
    const names = ["Anna Maria von der Hohen Lindenallee-9", ...Array.from({ length: seats - 1 }, (_, seat) => `b${seat}`)];
    const bots = names.flatMap((name) => ["-b", `name=${name}`, "random"]);
    execFileSync(program, ["run", game, "-n", "1", "--seed", "5", ...words, ...bots, "--record", records], { stdio: "ignore" });
    execFileSync(program, ["replay", records, "--html", file]);
    return { name: `${game} of ${seats}`, file };
  });
}

// The steps of a short game, as a contest's server sends them.
export function stepsOf(game) {
  const page = execFileSync(program, ["replay", join(root, `tests/conformance/earlier/${game}.jsonl`), "--html", "-"], { maxBuffer: 1 << 28 });
  return JSON.parse(/<script type="application\/json" id="steps">(.*?)<\/script>/s.exec(page.toString())[1]);
}
