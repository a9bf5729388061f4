// What happened in a step, as a sentence in the reader's language.
import { boardOf } from "./all_boards";
import { signed } from "./parts";
import { isProblem, type Fields, type Game, type Head, type Result, type Step } from "./steps";
import { known, ownName, t } from "./texts";

export function reasonText(reason: string): string {
  const key = `fault.${reason}`;
  return known(key) ? t(key) : reason;
}

export function endText(end: string): string {
  const key = `end.${end.replace(/ /g, "_")}`;
  return known(key) ? t(key) : end;
}

// The game with the name of whoever is at this page.
export function withOwnName(game: Game): Game {
  return { ...game, players: game.players.map((player) => ({ ...player, name: ownName(player.name) })) };
}

function namer(head: Head): (seat: number) => string {
  return (seat) => head.players[seat]?.name ?? t("board.seat", seat);
}

// The name of each side: "ann", or "ann + bob" if they are partners.
function sideNames(head: Head): string[] {
  const members = (side: number) => head.players.filter((_, seat) => seat % head.sides === side).map((player) => player.name);
  return Array.from({ length: head.sides }, (_, side) => [...new Set(members(side))].join(" + "));
}

// Seat n is the first one of side n, and partners have the same score.
function scoreLine(head: Head, scores: number[]): string {
  const text = (score: number | undefined) => (score === undefined ? "–" : signed(score));
  return sideNames(head).map((name, side) => `${name} ${text(scores[side])}`).join(", ");
}

// The name of the game in the reader's language.
export function titleText(head: Head): string {
  const key = `game.${head.game}`;
  return known(key) ? t(key) : head.title;
}

// A sentence about an event; undefined if it needs none.
function eventText(head: Head, event: Fields): string | undefined {
  const name = namer(head);
  const own = boardOf(head.game).phrase(event, name);
  if (own !== undefined) return own;
  if (event.event === "deal" && typeof event.deal === "number") return t("caption.deal", event.deal);
  if (event.event === "result" && Array.isArray(event.points)) return t("caption.points", scoreLine(head, event.points as number[]));
  if (typeof event.seat === "number" && typeof event.move === "string") return t("board.says", name(event.seat), event.move);
  return undefined;
}

function answerText(head: Head, step: Step): string {
  const name = namer(head)(step.seat ?? 0);
  if (step.refused !== undefined) return t("caption.refused", name, step.text ?? "", step.refused);
  if (step.forfeit !== undefined) return t("caption.forfeit", name, reasonText(step.forfeit), step.detail ?? "");
  return eventText(head, { seat: step.seat, move: step.text }) ?? "";
}

export function caption(head: Head, step: Step): string {
  // If several seats move at once, the events of all come with the last answer: only its own is news.
  const news = step.events.filter((event) => event.move === undefined || event.seat === step.seat);
  const parts = news.map((event) => eventText(head, event)).filter((text) => text !== undefined);
  const told = news.some((event) => event.move !== undefined);
  if (step.seat !== undefined && (isProblem(step) || !told)) parts.unshift(answerText(head, step));
  if (step.by === "arbiter") parts.unshift(t("caption.arbiter", namer(head)(step.seat ?? 0)));
  return parts.join(" ") || (step.move === 0 ? t("caption.start") : "");
}

export function resultText(head: Head, result: Result): string {
  const winners = sideNames(head).filter((_, side) => result.places[side] === 1);
  const one = head.players.some((player) => player.name === winners[0]) ? "caption.winner" : "caption.winners";
  const who = winners.length === 1 ? t(one, winners[0]!) : t("caption.draw", winners.join(", "));
  const text = `${scoreLine(head, result.scores)} (${endText(result.end)})`;
  return head.players.length === 1 ? text : `${who} ${text}`;
}
