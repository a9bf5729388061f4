// Reads PBN on stdin with npm's `pbn`, and prints its games as JSON: the tags by name, and the lines of their sections.
import pbn from "pbn";

const games = [];
process.stdin
  .pipe(pbn())
  .on("data", (part) => {
    if (part.type === "game") games.push({ tags: {}, sections: {} });
    if (part.type !== "tag") return;
    const game = games.at(-1);
    game.tags[part.name] = part.value;
    if (part.section) game.sections[part.name] = part.section;
  })
  .on("error", (error) => {
    console.error(error.message);
    process.exitCode = 1;
  })
  .on("end", () => console.log(JSON.stringify(games)));
