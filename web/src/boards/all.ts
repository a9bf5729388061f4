// The boards by the names of their games.
import { bidding } from "./bidding";
import type { GameBoard } from "./board";
import { generic } from "./generic";
import { lostCities } from "./lost_cities";
import { most } from "./most";
import { streams } from "./streams";
import { yardBridge } from "./yard_bridge";

const boards = new Map<string, GameBoard>([
  ["bidding", bidding],
  ["lost_cities", lostCities],
  ["most", most],
  ["streams", streams],
  ["yard_bridge", yardBridge],
]);

export function boardOf(game: string): GameBoard {
  return boards.get(game) ?? generic;
}
