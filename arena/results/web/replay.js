// Shows the replay of the game that the address names: replay.html#12 or replay.html#12/7, its seventh step.
// All texts of a replay are set as text, never as HTML.
"use strict";

const gamesOfPage = 100;
const element = (id) => document.getElementById(id);
const pages = new Map(); // by number: the replays of a page, compressed
let shown = { game: 0, frames: [], step: 0 };

function pageOf(game) {
  return Math.floor((game - 1) / gamesOfPage) + 1;
}

// The scripts of replays call this.
function replaysLoaded(first, replays) {
  pages.set(pageOf(first), replays);
}

// A page opened from a disk may load scripts, but not read files.
function load(page) {
  if (pages.has(page)) return Promise.resolve(pages.get(page));
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `games/${page}.js`;
    script.onload = () => resolve(pages.get(page));
    script.onerror = () => reject(new Error("There is no such game."));
    document.head.append(script);
  });
}

async function unpack(base64) {
  if (!("DecompressionStream" in window)) throw new Error("This browser is too old for replays.");
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

// A board has colours as a terminal does: ESC [ 1 ; 31 m. The classes are a1 and a31.
function draw(board) {
  const pieces = board.split(/\u001b\[([\d;]*)m/);
  return pieces.map((piece, i) => {
    if (i % 2 === 1 || piece === "") return "";
    const span = document.createElement("span");
    const codes = i === 0 ? "" : pieces[i - 1];
    span.className = codes.split(";").filter((code) => code !== "" && code !== "0").map((code) => `a${code}`).join(" ");
    span.textContent = piece;
    return span;
  });
}

function show(step) {
  const last = shown.frames.length - 1;
  shown.step = Math.max(0, Math.min(step, last));
  const frame = shown.frames[shown.step];
  element("caption").textContent = frame.caption;
  element("board").replaceChildren(...draw(frame.board));
  element("step").value = shown.step;
  element("where").textContent = `${shown.step} of ${last}`;
  for (const id of ["first", "back"]) element(id).disabled = shown.step === 0;
  for (const id of ["next", "last"]) element(id).disabled = shown.step === last;
  history.replaceState(null, "", `#${shown.game}/${shown.step}`);
}

// "ann 31, bob 0 (forfeit: exit)", with the winners in bold.
function playersOf(players) {
  return players.flatMap(({ name, score, won, fault }, seat) => {
    const who = document.createElement(won ? "strong" : "span");
    who.textContent = `${name} ${score}` + (fault ? ` (forfeit: ${fault})` : "");
    return seat === 0 ? [who] : [", ", who];
  });
}

function report(trouble) {
  element("trouble").textContent = trouble;
}

async function openGame() {
  const [game, step] = location.hash.slice(1).split("/").map(Number);
  report("");
  element("viewer").hidden = true;
  if (!(game >= 1)) return report("Choose a game from the list of games.");
  element("title").textContent = `Game ${game.toLocaleString("en")}`;
  document.title = `Game ${game}`;
  try {
    const packed = (await load(pageOf(game)))[(game - 1) % gamesOfPage];
    if (packed === undefined) throw new Error("There is no such game.");
    const replay = await unpack(packed);
    element("players").replaceChildren(...playersOf(replay.players));
    if (replay.broken) report(`The record breaks the rules: ${replay.broken}`);
    if (replay.frames.length === 0) return;
    shown = { game, frames: replay.frames, step: 0 };
  } catch (error) {
    return report(error.message);
  }
  const columns = Math.max(...shown.frames.flatMap(({ board }) =>
    board.replace(/\u001b\[[\d;]*m/g, "").split("\n").map((line) => [...line].length)));
  element("board").style.setProperty("--columns", Math.max(columns, 20));
  element("board").style.setProperty("--lines", Math.max(...shown.frames.map(({ board }) => board.split("\n").length)));
  element("step").max = shown.frames.length - 1;
  element("list").href = `games/${pageOf(game)}.html#g${game}`;
  element("before").href = `#${Math.max(1, game - 1)}`;
  element("after").href = `#${game + 1}`;
  element("viewer").hidden = false;
  show(step || 0);
}

const actions = {
  first: () => show(0),
  back: () => show(shown.step - 1),
  next: () => show(shown.step + 1),
  last: () => show(shown.frames.length - 1),
};
const keys = {
  Home: actions.first,
  ArrowLeft: actions.back,
  ArrowRight: actions.next,
  End: actions.last,
  n: () => element("after").click(),
  p: () => element("before").click(),
};

for (const [id, action] of Object.entries(actions)) element(id).addEventListener("click", action);
element("step").addEventListener("input", (event) => show(Number(event.target.value)));
document.addEventListener("keydown", (event) => {
  const action = keys[event.key];
  if (!action || event.ctrlKey || event.altKey || event.metaKey || shown.frames.length === 0) return;
  event.preventDefault();
  action();
});
window.addEventListener("hashchange", openGame);
openGame();
