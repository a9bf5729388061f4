// The boards by the names of their games. `arena:boards` is made by build.mjs: it has the `board` of each file or folder
// of boards/ under its name.
import * as boards from "arena:boards";
import type { GameBoard } from "./board";
import { generic } from "./generic";

const byGame = new Map<string, GameBoard>(Object.entries(boards));

export function boardOf(game: string): GameBoard {
  return byGame.get(game) ?? generic;
}
