// What every board gets to draw.
import type { FunctionComponent } from "preact";
import type { Fields, Result, Step, Views } from "./steps";

export interface Turn {
  view: Fields;
  legal: string[] | null; // null: the game does not list its moves
  send: (move: string) => void;
}

export interface Table {
  names: string[];
  views: Views; // by seat; null where this page does not know what the seat knows
  actors: number[];
  open: boolean[]; // by seat: whether its hand is shown
  me: number; // the seat at the bottom
  history: Step[]; // the steps up to now
  result: Result | null; // at the end
  gone: number[]; // seats that have forfeited
  turn: Turn | null; // the person at this page is to move
}

export interface GameBoard {
  Board: FunctionComponent<{ table: Table }>;
  // A sentence about an accepted move or an event; undefined for the general one.
  phrase: (event: Fields, name: (seat: number) => string) => string | undefined;
  hasHands: boolean; // some seat knows what others do not
}

// The view of a seat, or of any other if this page does not know that one.
export function viewOf(table: Table, seat: number): Fields {
  return table.views[seat] ?? table.views.find((view) => view !== null) ?? {};
}

export function allSeats(table: Table): number[] {
  return table.names.map((_, seat) => seat);
}

// Seats in the order of play, beginning after the one at the bottom.
export function othersFirst(table: Table): number[] {
  const count = table.names.length;
  return table.names.map((_, i) => (table.me + 1 + i) % count);
}

// The last answer of a step, if it was accepted.
export function lastMove(table: Table): { seat: number; text: string } | null {
  const step = table.history[table.history.length - 1];
  if (!step || step.seat === undefined || step.text === undefined || step.refused !== undefined) return null;
  return { seat: step.seat, text: step.text };
}
