// Games as docs/web_pages.md describes them, and the position after each step.

import type { Loss } from "./review";

export type Fields = Record<string, unknown>;

export interface Step {
  move: number;
  seat?: number;
  text?: string;
  refused?: string;
  forfeit?: string;
  detail?: string;
  by?: string;
  note?: string;
  ms?: number;
  loss?: Loss; // of a decision that was reviewed
  events: Fields[];
  actors: number[];
  views: (Fields | null)[];
}

export interface Result {
  scores: number[];
  places: number[];
  end: string;
}

export interface Head {
  game: string;
  title: string;
  options: Fields;
  sides: number; // seat s is on side s % sides; without partners, each seat is its own
  players: { name: string }[];
}

export interface Game extends Head {
  steps: Step[];
  result: Result | null;
  broken: string;
  number?: number; // in the file of the review, from 1
  unit?: string; // of losses, if it was reviewed
}

// What each seat knows after one step; null if this page does not know it.
export type Views = (Fields | null)[];

function nextViews(before: Views, step: Step): Views {
  return step.views.map((changed, seat) =>
    changed === null ? (before[seat] ?? null) : { ...(before[seat] ?? {}), ...changed },
  );
}

export function allViews(steps: Step[]): Views[] {
  let views: Views = [];
  return steps.map((step) => (views = nextViews(views, step)));
}

// A refused answer or a forfeit.
export function isProblem(step: Step): boolean {
  return step.refused !== undefined || step.forfeit !== undefined;
}
