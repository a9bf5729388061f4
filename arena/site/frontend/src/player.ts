// What a viewer does: its step, the play, keys, and the address.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Game } from "./steps";

const pace = 1100; // milliseconds for a step at speed 1
const longest = 55_000; // milliseconds for a live game: a longer one is shown faster

export interface Player {
  at: number;
  last: number;
  playing: boolean;
  speed: number;
  go: (step: number) => void;
  move: (steps: number) => void;
  toggle: () => void;
  setSpeed: (speed: number) => void;
}

// A live game plays at once.
export function usePlayer(game: Game, live: boolean, start: number): Player {
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
  const running = playing && at < last;
  useEffect(() => {
    if (!running) return;
    const hurry = live ? Math.max(1, (last * pace) / longest) : 1;
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
      if (!running && at >= last) setAt(0);
      setPlaying(!running);
    },
    setSpeed,
  };
}

export function useKeys(player: Player): void {
  // Before the page is painted, so that no key is lost.
  useLayoutEffect(() => {
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
export function stepOfAddress(game: Game): number {
  const wanted = /#move=(\d+)/.exec(location.hash)?.[1];
  if (wanted === undefined) return 0;
  const found = game.steps.findIndex((step) => step.move >= Number(wanted));
  return found < 0 ? game.steps.length - 1 : found;
}

export function setAddress(move: number): void {
  history.replaceState(history.state, "", `#move=${move}`);
}

export function useAddress(game: Game, player: Player, follows: boolean): void {
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

const pause = 4000; // milliseconds at the end of a live game, before the next one

// Calls `onEnd` if the live game has been shown and the next one waits.
export function useEnd(ended: boolean, onEnd: (() => void) | undefined): void {
  useEffect(() => {
    if (!ended || !onEnd) return;
    const timer = setTimeout(onEnd, pause);
    return () => clearTimeout(timer);
  }, [ended]);
}
