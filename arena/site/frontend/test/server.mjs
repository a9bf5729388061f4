// `arena serve` with contests made for tests and pictures.
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { program } from "./games.mjs";

const head = `
[server]
folder = "state"
jobs = 1
`;

// Bots in the sandbox are other users, who must be able to enter the folder.
function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), "arena-contest-"));
  chmodSync(folder, 0o755);
  return folder;
}

// Starts a server with these contests, in the words of docs/contests.md; without them, those of the demo. `invitation`:
// the address where the admin signs up. `stop` removes every file of the server.
export async function startServer(contests) {
  const folder = makeFolder();
  const file = join(folder, "contest.toml");
  if (contests) writeFileSync(file, head + contests);
  const words = contests ? [file] : ["--demo", "--folder", folder];
  const child = spawn(program, ["serve", ...words, "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  process.on("exit", () => child.kill()); // what ends it after an error
  const stop = async () => {
    child.kill("SIGTERM");
    const code = await ended;
    rmSync(folder, { recursive: true, force: true });
    return code;
  };
  let invitation = "";
  for await (const line of createInterface({ input: child.stdout })) {
    invitation ||= /\S+\/signup\?\S+/.exec(line)?.[0] ?? "";
    const url = /^Serving (\S+)/.exec(line)?.[1];
    if (url) return { url, invitation, stop };
  }
  throw new Error(`arena serve ended with status ${await stop()}`);
}
