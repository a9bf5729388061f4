// Steps through a game: board, caption, controls, settings and the list of moves.
import { memo } from "preact/compat";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { boardOf } from "./boards/all";
import type { Table } from "./boards/board";
import { caption, resultText } from "./captions";
import { Icon } from "./icons";
import { isProblem, nextViews, type Game, type Step, type Views } from "./steps";
import { t } from "./texts";

const speeds = [0.5, 1, 2, 4, 10];
const pace = 1100; // milliseconds for a step at speed 1
const longest = 55_000; // milliseconds for a live game: a longer one is shown faster

interface Player {
  at: number;
  last: number;
  playing: boolean;
  speed: number;
  go: (step: number) => void;
  move: (steps: number) => void;
  toggle: () => void;
  setSpeed: (speed: number) => void;
}

// A page that follows a live game starts to play at once, and waits at the last step for more.
function usePlayer(game: Game, live: boolean, start: number): Player {
  const last = game.steps.length - 1;
  const [at, setAt] = useState(Math.min(start, last));
  const [playing, setPlaying] = useState(live);
  const [speed, setSpeed] = useState(1);
  const now = useRef(at); // keys may come faster than the page is drawn
  now.current = at;
  const go = (step: number) => {
    now.current = Math.max(0, Math.min(step, last));
    setPlaying(false);
    setAt(now.current);
  };
  const running = playing && (at < last || live);
  useEffect(() => {
    if (!running || at >= last) return;
    // A game that is being played now is shown faster if it is far ahead.
    const hurry = live ? Math.max(1, (last * pace) / longest, game.result ? 1 : (last - at) / 8) : 1;
    const timer = setTimeout(() => setAt(at + 1), pace / speed / hurry);
    return () => clearTimeout(timer);
  }, [running, at, last, speed, live]);
  return {
    at: Math.min(at, last),
    last,
    playing: running,
    speed,
    go,
    move: (steps) => go(Math.min(now.current, last) + steps),
    toggle: () => {
      if (!running && at >= last && !live) setAt(0);
      setPlaying(!running);
    },
    setSpeed,
  };
}

// The views after each step. In live games more steps come, and the old views stay.
function useViews(game: Game): Views[] {
  const made = useRef<{ steps: Step[]; views: Views[] }>({ steps: [], views: [] });
  return useMemo(() => {
    const known = made.current;
    if (known.steps[0] !== game.steps[0]) known.views = [];
    for (let i = known.views.length; i < game.steps.length; ++i)
      known.views.push(nextViews(known.views[i - 1] ?? [], game.steps[i]!));
    known.steps = game.steps;
    return known.views;
  }, [game.steps]);
}

function useKeys(player: Player): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const at = event.target as HTMLElement;
      if (event.ctrlKey || event.altKey || event.metaKey || at.matches("input:not([type=checkbox]), select, textarea")) return;
      const onButton = at.matches("button, summary, input");
      if (event.key === "ArrowRight") player.move(1);
      else if (event.key === "ArrowLeft") player.move(-1);
      else if (event.key === "Home") player.go(0);
      else if (event.key === "End") player.go(player.last);
      else if (event.key === " " && !onButton) player.toggle();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });
}

// The address says which move is shown: #move=17.
function stepOfAddress(game: Game): number {
  const wanted = /#move=(\d+)/.exec(location.hash)?.[1];
  if (wanted === undefined) return 0;
  const found = game.steps.findIndex((step) => step.move >= Number(wanted));
  return found < 0 ? game.steps.length - 1 : found;
}

function setAddress(move: number): void {
  history.replaceState(history.state, "", `#move=${move}`);
}

function useAddress(game: Game, player: Player, follows: boolean): void {
  const move = game.steps[player.at]?.move ?? 0;
  const first = useRef(true);
  useEffect(() => {
    if (follows || player.playing) return;
    if (!first.current) setAddress(move);
    first.current = false;
  }, [move, player.playing, follows]);
  useEffect(() => {
    const jump = () => player.go(stepOfAddress(game));
    addEventListener("hashchange", jump);
    return () => removeEventListener("hashchange", jump);
  });
}

function Button({ label, icon, act, off = false }: { label: string; icon: Parameters<typeof Icon>[0]["name"]; act: () => void; off?: boolean }) {
  return (
    <button type="button" class="control" aria-label={label} title={label} onClick={act} aria-disabled={off}>
      <Icon name={icon} />
    </button>
  );
}

function Controls({ game, player }: { game: Game; player: Player }) {
  const problems = game.steps.flatMap((step, i) => (isProblem(step) ? [i] : []));
  const next = problems.find((i) => i > player.at) ?? problems[0];
  return (
    <div class="controls" role="group" aria-label={t("replay.controls")}>
      <div class="track">
        <span class="range">
        <input
          type="range"
          min={0}
          max={player.last}
          value={player.at}
          aria-label={t("replay.position")}
          aria-valuetext={t("replay.step_of", player.at, player.last)}
          onInput={(event) => player.go(Number(event.currentTarget.value))}
        />
        <svg class="marks" viewBox={`0 0 ${Math.max(1, player.last)} 1`} preserveAspectRatio="none" aria-hidden="true">
          {problems.map((i) => (
            <rect key={i} class={game.steps[i]!.forfeit === undefined ? "refused" : "forfeit"} x={i - player.last / 300} y="0" width={player.last / 150} height="1" />
          ))}
        </svg>
        </span>
        <span class="step-number">
          {player.at}/{player.last}
        </span>
      </div>
      <div class="buttons">
        <Button label={t("replay.first")} icon="first" act={() => player.go(0)} off={player.at === 0} />
        <Button label={t("replay.back")} icon="back" act={() => player.move(-1)} off={player.at === 0} />
        <Button label={t(player.playing ? "replay.pause" : "replay.play")} icon={player.playing ? "pause" : "play"} act={player.toggle} />
        <Button label={t("replay.forward")} icon="forward" act={() => player.move(1)} off={player.at === player.last} />
        <Button label={t("replay.last")} icon="last" act={() => player.go(player.last)} off={player.at === player.last} />
        {next !== undefined && <Button label={t("replay.problem")} icon="problem" act={() => player.go(next)} />}
        <label class="speed">
          <span class="fact-label">{t("replay.speed")}</span>{" "}
          <select aria-label={t("replay.speed")} value={player.speed} onChange={(event) => player.setSpeed(Number(event.currentTarget.value))}>
            {speeds.map((speed) => (
              <option key={speed} value={speed}>
                {speed}×
              </option>
            ))}
          </select>
        </label>
      </div>
    </div>
  );
}

interface Setting {
  open: boolean[];
  setOpen: (open: boolean[]) => void;
  me: number;
  setMe: (seat: number) => void;
}

function Settings({ game, setting }: { game: Game; setting: Setting }) {
  const { open, setOpen, me, setMe } = setting;
  const names = game.players.map((player) => player.name);
  return (
    <details class="settings">
      <summary>{t("replay.settings")}</summary>
      {boardOf(game.game).hasHands && (
        <fieldset>
          <legend>{t("replay.open_hands")}</legend>
          {names.map((name, seat) => (
            <label key={seat}>
              <input type="checkbox" checked={open[seat] ?? false} onChange={() => setOpen(open.map((one, i) => (i === seat ? !one : one)))} /> {name}
            </label>
          ))}
          {names.length > 1 && (
            <button type="button" onClick={() => setOpen(open.map(() => !open.every((one) => one)))}>
              {t(open.every((one) => one) ? "replay.hide_all" : "replay.open_all")}
            </button>
          )}
        </fieldset>
      )}
      {names.length > 1 && (
        <label>
          {t("replay.bottom")}{" "}
          <select value={me} onChange={(event) => setMe(Number(event.currentTarget.value))}>
            {names.map((name, seat) => (
              <option key={seat} value={seat}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <p>{t("replay.keys")}</p>
    </details>
  );
}

const Moves = memo(function Moves({ game, count, go }: { game: Game; count: number; go: (step: number) => void }) {
  return (
    <ol class="move-list">
      {game.steps.slice(0, count).map((step, i) => (
        <li key={i} class={step.forfeit !== undefined ? "forfeit" : step.refused !== undefined ? "refused" : ""}>
          <button type="button" onClick={() => go(i)}>
            <span class="number">{step.move}</span>
            {caption(game, step)}
            {step.note !== undefined && <span class="has-note" role="img" aria-label={t("replay.has_note")}> ✎</span>}
          </button>
        </li>
      ))}
    </ol>
  );
});

// Marks the current step, and scrolls the list, never the page.
function useCurrent(at: number) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = list.current;
    box?.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const button = box?.querySelectorAll("li > button")[at] as HTMLElement | undefined;
    if (!box || !button) return;
    button.setAttribute("aria-current", "step");
    const top = button.offsetTop - box.offsetTop;
    if (top < box.scrollTop || top + button.offsetHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = top - box.clientHeight / 2;
  });
  return list;
}

function Said({ game, step, last, quiet }: { game: Game; step: Step; last: boolean; quiet: boolean }) {
  return (
    <div class="said">
      <p class={`caption${step.forfeit !== undefined ? " forfeit" : step.refused !== undefined ? " refused" : ""}`} aria-live={quiet ? "off" : "polite"}>
        {caption(game, step)}
        {last && game.result && <b class="over"> {resultText(game, game.result)}</b>}
        {step.ms !== undefined && <span class="ms"> {t("replay.ms", step.ms)}</span>}
      </p>
      {step.note !== undefined && (
        <blockquote class="note">
          <span class="fact-label">{t("replay.note", game.players[step.seat ?? 0]?.name ?? "")}</span> {step.note}
        </blockquote>
      )}
      {last && game.broken !== "" && <p class="caption forfeit">{t("replay.broken", game.broken)}</p>}
    </div>
  );
}

const pause = 4000; // milliseconds at the end of a live game, before the next one

// Calls `onEnd` if the live game has been shown and the next one waits.
function useEnd(ended: boolean, onEnd: (() => void) | undefined): void {
  useEffect(() => {
    if (!ended || !onEnd) return;
    const timer = setTimeout(onEnd, pause);
    return () => clearTimeout(timer);
  }, [ended]);
}

interface Shows {
  game: Game;
  live?: boolean;
  hasNext?: boolean; // the next live game waits
  onEnd?: () => void;
}

export function Viewer({ game, live = false, hasNext = false, onEnd }: Shows) {
  // Who comes to a live game in its middle sees its latest step first.
  const player = usePlayer(game, live, live && game.result === null ? game.steps.length - 1 : stepOfAddress(game));
  const [open, setOpen] = useState(() => game.players.map(() => true));
  const [me, setMe] = useState(0);
  const [copied, setCopied] = useState(false);
  const views = useViews(game);
  const list = useCurrent(player.at);
  const latest = useRef(player);
  latest.current = player;
  const go = useMemo(() => (step: number) => latest.current.go(step), []);
  const ended = player.at === player.last && (!live || game.result !== null);
  useEnd(live && hasNext && (ended || game.result === null), onEnd);
  useKeys(player);
  useAddress(game, player, live);
  const step = game.steps[player.at];
  if (!step) return <p class="caption forfeit">{game.broken ? t("replay.broken", game.broken) : t("replay.no_steps")}</p>;
  const past = game.steps.slice(0, player.at + 1);
  const table: Table = {
    names: game.players.map((one) => one.name),
    views: views[player.at] ?? [],
    actors: ended ? [] : step.actors,
    open,
    me,
    history: past,
    result: ended ? game.result : null,
    gone: past.flatMap((one) => (one.forfeit !== undefined && one.seat !== undefined ? [one.seat] : [])),
    turn: null,
  };
  const { Board } = boardOf(game.game);
  const copy = async () => {
    setAddress(step.move);
    await navigator.clipboard?.writeText(location.href);
    setCopied(true);
  };
  return (
    <div class="viewer">
      <div class="stage">
        <Board table={table} />
        <div class="bottom">
          <Said game={game} step={step} last={ended} quiet={player.playing && player.speed > 1} />
          <Controls game={game} player={player} />
        </div>
      </div>
      <aside class="side">
        <Settings game={game} setting={{ open, setOpen, me, setMe }} />
        {!live && (
          <button type="button" class="link" onClick={copy}>
            <Icon name="link" /> {t(copied ? "replay.copied" : "replay.copy")}
          </button>
        )}
        <h2>{t("replay.moves")}</h2>
        <div class="move-box" ref={list} tabIndex={0} role="region" aria-label={t("replay.moves")}>
          <Moves game={game} count={game.steps.length} go={go} />
        </div>
      </aside>
    </div>
  );
}
