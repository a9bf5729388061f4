// Starts `arena play GAME --browser`, without a browser: a page at `url`.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { program } from "./games.mjs";

export async function startAtHome(words) {
  const child = spawn(program, ["play", ...words, "--browser"], { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, BROWSER: "true" } });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  child.stdout.resume();
  for await (const line of createInterface({ input: child.stderr })) {
    const url = /^You play at (\S+)/.exec(line)?.[1];
    if (url) return { url, ended, stop: () => child.kill("SIGKILL") };
  }
  throw new Error(`arena play ended with status ${await ended}`);
}
