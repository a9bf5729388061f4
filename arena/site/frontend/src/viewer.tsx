// Steps through a game: board, caption, controls, settings and the list of moves.
import type { ComponentChildren } from "preact";
import { memo } from "preact/compat";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { boardOf } from "./all_boards";
import type { Table } from "./board";
import { caption, resultText } from "./captions";
import { Controls } from "./controls";
import { Icon } from "./icons";
import { Box, Room } from "./parts";
import { stepOfAddress, setAddress, useAddress, useEnd, useKeys, usePlayer } from "./player";
import { LossCurve, lossOf, lossText, markOf } from "./review";
import { allViews, type Game, type Step } from "./steps";
import { t } from "./texts";

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
          <button type="button" tabIndex={-1} onClick={() => go(i)}>
            <span class="number">{step.move}</span>
            {caption(game, step)}
            {lossOf(step) > 0 && <span class="loss"> {markOf(step)}</span>}
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
    const before = box?.querySelector<HTMLElement>("[aria-current]");
    before?.removeAttribute("aria-current");
    if (before) before.tabIndex = -1;
    const button = box?.querySelectorAll("li > button")[at] as HTMLElement | undefined;
    if (!box || !button) return;
    button.setAttribute("aria-current", "step");
    button.tabIndex = 0; // of hundreds, the Tab key stops at this one
    const top = button.offsetTop - box.offsetTop;
    if (top < box.scrollTop || top + button.offsetHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = top - box.clientHeight / 2;
  });
  return list;
}

function Said({ game, step, last, quiet }: { game: Game; step: Step; last: boolean; quiet: boolean }) {
  const lost = lossText(game, step);
  return (
    <Box class="said" label={t("play.log")}>
      <p class={`caption${step.forfeit !== undefined ? " forfeit" : step.refused !== undefined ? " refused" : ""}`} aria-live={quiet ? "off" : "polite"}>
        {last && game.result && <b class="over">{resultText(game, game.result)} </b>}
        {caption(game, step)}
        {step.ms !== undefined && <span class="ms"> {t("replay.ms", step.ms)}</span>}
      </p>
      {lost !== undefined && <p class={step.loss?.better === "" ? "caption" : "caption loss"}>{lost}</p>}
      {step.note !== undefined && (
        <blockquote class="note">
          <span class="fact-label">{t("replay.note", game.players[step.seat ?? 0]?.name ?? "")}</span> {step.note}
        </blockquote>
      )}
      {last && game.broken !== "" && <p class="caption forfeit">{t("replay.broken", game.broken)}</p>}
    </Box>
  );
}

interface Shows {
  game: Game;
  head?: ComponentChildren; // what is said above the caption
  more?: ComponentChildren; // ... and beside the board, below it on a phone
  live?: boolean; // it plays at once, and makes room for the next game
  hasNext?: boolean; // the next live game waits
  onEnd?: () => void;
}

export function Viewer({ game, head, more, live = false, hasNext = false, onEnd }: Shows) {
  const player = usePlayer(game, live, live ? 0 : stepOfAddress(game));
  const [open, setOpen] = useState(() => game.players.map(() => true));
  const [me, setMe] = useState(0);
  const [copied, setCopied] = useState(false);
  const views = useMemo(() => allViews(game.steps), [game.steps]);
  const list = useCurrent(player.at);
  const latest = useRef(player);
  latest.current = player;
  const go = useMemo(() => (step: number) => latest.current.go(step), []);
  const ended = player.at === player.last;
  useEnd(live && hasNext && ended, onEnd);
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
  const copy = async () => {
    setAddress(step.move);
    await navigator.clipboard?.writeText(location.href);
    setCopied(true);
  };
  return (
    <div class="viewer">
      <div class="stage">
        <Room table={table} board={boardOf(game.game)} />
        <div class="bar">
          {head}
          <Said game={game} step={step} last={ended} quiet={player.playing && player.speed > 1} />
          <Controls game={game} player={player} />
        </div>
      </div>
      <aside class="side">
        {more}
        {game.unit !== undefined && <LossCurve game={game} at={player.at} go={go} />}
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
