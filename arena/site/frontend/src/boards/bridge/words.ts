// What a seat of bridge knows, and the words for it.
import { cardName, glyphs, type Suit } from "../../cards";
import type { Fields } from "../../steps";
import { t } from "../../texts";

export type Pair = [number, number]; // of North and South, and of East and West

export interface Trick {
  leader: number;
  cards: string[]; // in the order played
  winner: number;
}

export interface View {
  phase: "auction" | "play";
  hand: string[];
  board: number;
  dealer: number;
  vulnerable: "none" | "NS" | "EW" | "all";
  calls: string[];
  contract: string;
  declarer: number | null;
  dummy: number | null;
  table: string[];
  turn: number; // dummy's if the declarer plays from dummy
  trick: string[];
  leader: number | null;
  tricks: Trick[];
  won: Pair;
  scoring: string;
  deal: number;
  deals: number;
  totals: Pair; // before this deal
  below: Pair;
  games: Pair;
}

export interface Score {
  contract: string;
  declarer?: number;
  tricks?: number;
  score: Pair;
  totals: Pair;
  below: Pair;
  games: Pair;
}

export const seats = [0, 1, 2, 3];
export const strains = ["C", "D", "H", "S", "NT"] as const;
const seatNames = ["bridge.north", "bridge.east", "bridge.south", "bridge.west"] as const;
const sideNames = ["bridge.NS", "bridge.EW"] as const;
const vulnerableTexts = { none: "bridge.none", NS: "bridge.vulnerable_NS", EW: "bridge.vulnerable_EW", all: "bridge.all" } as const;

export const viewFields = (fields: Fields | null | undefined) => fields as unknown as View;
export const isSession = (view: View): boolean => view.scoring === "rubber" || view.scoring === "chicago";
export const seatName = (seat: number): string => t(seatNames[seat]!);
export const sideName = (side: number): string => t(sideNames[side]!);
export const vulnerableText = (vulnerable: View["vulnerable"]): string => t(vulnerableTexts[vulnerable]);

// Cards of bridge are "HT", those of cards.tsx "10H".
export function pictured(card: string): string {
  return `${rankOf(card)}${card[0]}`;
}

export function rankOf(card: string): string {
  return card[1] === "T" ? "10" : card[1]!;
}

export function strainText(strain: string): string {
  return strain === "NT" ? t("bridge.notrump") : glyphs[strain as Suit];
}

// "1NT", "pass" or "X" in words.
export function callText(call: string): string {
  if (call === "pass") return t("bridge.pass");
  if (call === "X") return t("bridge.double");
  if (call === "XX") return t("bridge.redouble");
  return `${call[0]}${strainText(call.slice(1))}`;
}

// "4SX" as its parts.
export function contractOf(text: string): { level: number; strain: string; doubled: string } {
  const [, level = "0", strain = "", doubled = ""] = /^(\d)(NT|[CDHS])(X*)$/.exec(text) ?? [];
  return { level: Number(level), strain, doubled };
}

export function contractText(text: string): string {
  const { level, strain, doubled } = contractOf(text);
  return `${level}${strainText(strain)}${doubled}`;
}

// Tricks above the contract.
function overtricks(score: Score): number {
  return (score.tricks ?? 0) - 6 - contractOf(score.contract).level;
}

function tricksText(score: Score): string {
  const over = overtricks(score);
  if (over === 0) return t("bridge.just_made");
  return over > 0 ? t("bridge.made", over) : t("bridge.down", -over);
}

export function dealText(score: Score): string {
  if (score.declarer === undefined) return t("bridge.passed_out");
  return t("bridge.by", contractText(score.contract), seatName(score.declarer), tricksText(score));
}

// "4♠ N +1", as on a score sheet.
export function shortText(score: Score): string {
  if (score.declarer === undefined) return t("bridge.passed_out");
  return `${contractText(score.contract)} ${seatName(score.declarer)[0]} ${points(overtricks(score), "=")}`;
}

function points(value: number, zero = "0"): string {
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : zero;
}

export function pointsText([northSouth, eastWest]: Pair): string {
  return `${sideName(0)} ${points(northSouth)}, ${sideName(1)} ${points(eastWest)}`;
}

function moveText(event: Fields, name: (seat: number) => string): string | undefined {
  const { seat, move, hand, alert } = event as { seat?: number; move?: string; hand?: number; alert?: string };
  if (seat === undefined || move === undefined) return undefined;
  const who = name(seat);
  if (/^[SHDC][2-9TJQKA]$/.test(move)) {
    const card = cardName(pictured(move));
    return hand === undefined || hand === seat ? t("bridge.plays", who, card) : t("bridge.plays_dummy", who, card);
  }
  const [call = ""] = move.split(" ");
  if (alert === undefined) return t("bridge.calls", who, callText(call));
  return alert === "" ? t("bridge.calls_alert", who, callText(call)) : t("bridge.calls_alert_text", who, callText(call), alert);
}

export function phrase(event: Fields, name: (seat: number) => string): string | undefined {
  const seat = event.seat as number;
  switch (event.event) {
    case "deal":
      return t("bridge.dealt", Number(event.board), name(Number(event.dealer)), vulnerableText(event.vulnerable as View["vulnerable"]));
    case "dummy":
      return t("bridge.exposed", name(seat));
    case "trick": {
      const [northSouth, eastWest] = event.won as Pair;
      return t("bridge.wins", name(seat), northSouth, eastWest);
    }
    case "result": {
      const score = event as unknown as Score;
      return t("bridge.result", dealText(score), pointsText(score.score));
    }
    default:
      return moveText(event, name);
  }
}
