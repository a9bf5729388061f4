// Most: the bridge of open discards, the melds of all players, and the hands.
import { useState } from "preact/hooks";
import { CardBack, PlayingCard, cardName } from "../cards";
import { Box, Fact, Player, Spot, signed } from "../parts";
import type { Fields } from "../steps";
import { t } from "../texts";
import { lastMove, othersFirst, viewOf, type GameBoard, type Table, type Turn } from "../board";

interface Meld {
  id: number;
  owner: number;
  cards: string[];
}

interface View {
  phase: "get" | "play";
  hand: string[];
  bridge: string[];
  melds: Meld[];
  can_lay: boolean;
  counts: number[];
  laid: number[];
  totals: number[];
  stock: number;
  deal: number;
  dealer: number;
  target: number;
  deals: number;
  possible?: string[];
}

const view = (fields: Fields | null | undefined) => fields as unknown as View;

// The chosen cards of the hand, by place, and a card of the bridge.
interface Choice {
  hand: number[];
  bridge: number | null;
}

const nothing: Choice = { hand: [], bridge: null };

// The moves that the choice may mean. Without a choice: all except discards.
function matching(now: View, choice: Choice): string[] {
  const moves = now.possible ?? [];
  const cards = choice.hand.map((place) => now.hand[place]!);
  if (choice.bridge !== null) {
    const first = now.bridge[choice.bridge]!;
    return moves.filter((move) => move.startsWith(`take ${first} =`) && cards.every((card) => uses(move, card)));
  }
  if (cards.length === 0) return moves.filter((move) => !move.startsWith("discard") && !move.startsWith("take"));
  return moves.filter((move) => move === "draw" || cards.every((card) => uses(move, card)));
}

function uses(move: string, card: string): boolean {
  return move
    .split(" ")
    .slice(1)
    .some((word) => word === card || (card === "*" && word.startsWith("*")));
}

// "meld 5S 6S *7S" as its verb, and the rest with the signs of the suits.
function partsOf(move: string): { verb: string; names: string[] } {
  const [verb = "", ...words] = move.split(" ");
  return { verb, names: words.map((word) => (/^(\*|\d+[SCHD]|[JQKA][SCHD])/.test(word) ? cardName(word) : word)) };
}

// A move that a person may choose.
function moveName(move: string): string {
  const { verb, names } = partsOf(move);
  switch (verb) {
    case "draw":
      return t("most.draw");
    case "take":
      return t("most.take_move", names[0] ?? "", names.slice(2).join(" "));
    case "meld":
      return t("most.meld_move", names.join(" "));
    case "lay":
      return t("most.lay_move", names[0] ?? "", names[1] ?? "");
    case "swap":
      return t("most.swap_move", names[0] ?? "", names[1] ?? "");
    default:
      return t("most.discard_move", names[0] ?? "");
  }
}

const suitOrder = "SCHD";
const rankOrder = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];

// A meld of chosen cards without jokers: a run from its low end (it may go over the ace), or a set.
function meldOf(cards: string[]): string {
  const rank = (card: string) => rankOrder.indexOf(card.slice(0, -1));
  const sorted = [...cards].sort((a, b) => rank(a) - rank(b) || suitOrder.indexOf(a.slice(-1)) - suitOrder.indexOf(b.slice(-1)));
  const gap = sorted.findIndex((card, i) => i > 0 && rank(card) - rank(sorted[i - 1]!) > 1);
  return [...sorted.slice(Math.max(gap, 0)), ...sorted.slice(0, Math.max(gap, 0))].join(" ");
}

function Chooser({ turn, now, choice, clear }: { turn: Turn; now: View; choice: Choice; clear: () => void }) {
  const moves = matching(now, choice);
  const cards = choice.hand.map((place) => now.hand[place]!);
  const own = now.phase === "play" && cards.length >= 3 && !cards.includes("*") && choice.bridge === null ? `meld ${meldOf(cards)}` : null;
  const all = own && !moves.includes(own) ? [own, ...moves] : moves;
  const send = (move: string) => {
    clear();
    turn.send(move);
  };
  return (
    <div class="hint">
      <p>{all.length === 0 ? t("most.no_move") : now.phase === "get" ? t("most.hint_get") : t("most.hint_play")}</p>
      <div class="choices" role="group" aria-label={t("play.legal")}>
        {all.slice(0, 40).map((move) => (
          <button type="button" key={move} onClick={() => send(move)}>
            {moveName(move)}
          </button>
        ))}
      </div>
    </div>
  );
}

function Bridge({ table, now, choice, choose }: { table: Table; now: View; choice: Choice; choose: (choice: Choice) => void }) {
  const { turn } = table;
  const canTake = turn !== null && now.phase === "get";
  const move = lastMove(table);
  const fresh = move?.text.startsWith("discard") ? now.bridge.length - 1 : -1;
  return (
    <div class="most-bridge">
      <div class="labelled">
        <Spot act={canTake ? () => turn.send("draw") : undefined} label={`${t("yard_bridge.stock")} ${now.stock}: ${t("most.draw")}`} kind="stack">
          {now.stock > 0 ? <CardBack label={t("yard_bridge.stock")} /> : <span class="spot ghost" />}
          <span class="count">{now.stock}</span>
        </Spot>
        <span class="fact-label">{t("yard_bridge.stock")}</span>
      </div>
      <div class="labelled wide">
        <div class="row" role="group" aria-label={t("most.bridge")}>
          {now.bridge.map((card, place) => (
            <Spot
              key={place}
              kind={place === fresh ? "fresh" : canTake && choice.bridge !== null && place >= choice.bridge ? "chosen" : ""}
              act={canTake ? () => choose({ ...choice, bridge: choice.bridge === place ? null : place }) : undefined}
              label={t("most.take_from", cardName(card))}
            >
              <PlayingCard card={card} />
            </Spot>
          ))}
          {now.bridge.length === 0 && <span class="spot ghost" />}
        </div>
        <span class="fact-label">{t("most.bridge")}</span>
      </div>
    </div>
  );
}

function Melds({ table, now }: { table: Table; now: View }) {
  const move = lastMove(table);
  const [verb, id] = move?.text.split(" ") ?? [];
  const fresh = (meld: Meld): boolean =>
    verb === "lay" || verb === "swap"
      ? meld.id === Number(id)
      : (verb === "meld" || verb === "take") && meld.id === now.melds.length;
  return (
    <Box class="most-melds" label={t("most.melds")}>
      {now.melds.map((meld) => (
        <figure class={fresh(meld) ? "meld fresh" : "meld"} key={meld.id} aria-label={t("most.meld_of", meld.id, table.names[meld.owner] ?? "")}>
          <div class="row tight">
            {meld.cards.map((card) => (
              <span class="spot" key={card}>
                <PlayingCard card={card} />
              </span>
            ))}
          </div>
          <figcaption>
            {meld.id} · {table.names[meld.owner]}
          </figcaption>
        </figure>
      ))}
      {now.melds.length === 0 && <span class="empty">{t("most.no_melds")}</span>}
    </Box>
  );
}

function Board({ table }: { table: Table }) {
  const [choice, choose] = useState<Choice>(nothing);
  const now = view(viewOf(table, table.me));
  const { turn } = table;
  const mine = turn ? view(turn.view) : null;
  const inHand = mine ? choice.hand.filter((place) => place < mine.hand.length) : [];
  const held: Choice = { hand: inHand, bridge: mine?.phase === "get" ? choice.bridge : null };
  const toggle = (place: number) =>
    choose({ ...held, hand: inHand.includes(place) ? inHand.filter((one) => one !== place) : [...inHand, place] });
  const player = (seat: number) => {
    const own = table.views[seat];
    const me = seat === table.me;
    return (
      <Player
        key={seat}
        table={table}
        seat={seat}
        cards={own ? view(own).hand : undefined}
        count={now.counts[seat] ?? 0}
        spot={(card, place) => (
          <Spot
            key={place}
            act={me && turn ? () => toggle(place) : undefined}
            kind={me && inHand.includes(place) ? "chosen" : ""}
            pressed={inHand.includes(place)}
            label={cardName(card)}
          >
            <PlayingCard card={card} />
          </Spot>
        )}
      >
        {now.dealer === seat && <span class="tag">{t("board.dealer")}</span>}
        <Fact label={t("board.cards")} value={now.counts[seat] ?? 0} />
        <Fact label={t("most.laid")} value={now.laid[seat] ?? 0} />
        <Fact label={t("board.total")} value={signed(now.totals[seat] ?? 0)} />
      </Player>
    );
  };
  return (
    <div class="board most">
      <p class="deal-line">
        {now.deals > 0 ? t("board.deal_of", now.deal, now.deals) : `${t("board.deal", now.deal)}, ${t("most.target", now.target)}`}
      </p>
      <div class="seats lines">{othersFirst(table).filter((seat) => seat !== table.me).map(player)}</div>
      <Bridge table={table} now={now} choice={held} choose={choose} />
      <Melds table={table} now={now} />
      {turn && mine && <Chooser turn={turn} now={mine} choice={held} clear={() => choose(nothing)} />}
      {player(table.me)}
    </div>
  );
}

function phrase(event: Fields, name: (seat: number) => string): string | undefined {
  const { seat, move, card } = event as { seat?: number; move?: string; card?: string | null };
  if (event.event === "shuffle") return t("board.shuffled", Number(event.stock));
  if (seat === undefined || move === undefined) return undefined;
  const { verb, names } = partsOf(move);
  const who = name(seat);
  switch (verb) {
    case "draw":
      return card ? t("most.draws", who, cardName(card)) : t("most.draws_hidden", who);
    case "take":
      return t("most.takes", who, names[0] ?? "", names.slice(2).join(" "));
    case "meld":
      return t("most.melds_cards", who, names.join(" "));
    case "lay":
      return t("most.lays", who, names[1] ?? "", names[0] ?? "");
    case "swap":
      return t("most.swaps", who, names[1] ?? "", names[0] ?? "");
    default:
      return t("most.discards", who, names[0] ?? "");
  }
}

export const board: GameBoard = { Board, phrase, hasHands: true };
