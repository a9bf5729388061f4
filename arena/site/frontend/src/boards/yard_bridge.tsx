// Yard bridge: the pile with the suit in force and what its cards do, the stock, and the hands.
import { useState } from "preact/hooks";
import { CardBack, PlayingCard, SuitSign, cardName, suitName, suits, type Suit } from "../cards";
import { Fact, Player, Spot } from "../parts";
import type { Fields } from "../steps";
import { t } from "../texts";
import { othersFirst, viewOf, type GameBoard, type Table, type Turn } from "../board";

interface View {
  hand: string[];
  top: string;
  suit: Suit;
  puts: string[];
  must_cover: boolean;
  can_take: boolean;
  can_finish: boolean;
  put: number;
  row: number;
  counts: number[];
  totals: number[];
  stock: number;
  pile: string[];
  deal: number;
  dealer: number;
  target: number;
  deals: number;
}

const view = (fields: Fields | null | undefined) => fields as unknown as View;

// What happens when the turn ends with the cards put so far.
function effectOf(now: View): string | undefined {
  if (now.put === 0 || now.row === 0) return undefined;
  switch (now.top.slice(0, -1)) {
    case "6":
      return t("yard_bridge.effect_six");
    case "7":
      return t("yard_bridge.effect_seven", now.row);
    case "8":
      return t("yard_bridge.effect_eight", now.row);
    case "A":
      return t("yard_bridge.effect_ace", now.row);
    default:
      return undefined;
  }
}

function Middle({ table }: { table: Table }) {
  const actor = table.actors[0] ?? table.me;
  const now = view(viewOf(table, actor));
  const effect = effectOf(now);
  const take = table.turn?.legal?.includes("take") ? () => table.turn?.send("take") : undefined;
  return (
    <div class="yard-middle">
      <div class="labelled">
        <Spot act={take} label={`${t("yard_bridge.stock")} ${now.stock}: ${t("yard_bridge.take")}`} kind="stack">
          {now.stock > 0 ? <CardBack label={t("yard_bridge.stock")} /> : <span class="spot ghost" />}
          <span class="count">{now.stock}</span>
        </Spot>
        <span class="fact-label">{t("yard_bridge.stock")}</span>
      </div>
      <div class="labelled">
        <span class={`spot pile-depth-${Math.min(3, now.pile.length - 1)}`} key={now.top}>
          <PlayingCard card={now.top} />
          <span class="count">{now.pile.length}</span>
        </span>
        <span class="fact-label">{t("yard_bridge.pile")}</span>
      </div>
      <div class="labelled">
        <span class="suit-in-force">
          <SuitSign suit={now.suit} />
        </span>
        <span class="fact-label">{t("yard_bridge.suit", suitName(now.suit))}</span>
      </div>
      {effect && <span class="tag effect">{effect}</span>}
    </div>
  );
}

function Orders({ turn, jack, done }: { turn: Turn; jack: string; done: () => void }) {
  return (
    <p class="hint" role="group" aria-label={t("yard_bridge.order", cardName(jack))}>
      {t("yard_bridge.order", cardName(jack))}{" "}
      {suits.map((suit) => (
        <button
          type="button"
          key={suit}
          class="order"
          onClick={() => {
            done();
            turn.send(`put ${jack} ${suit}`);
          }}
        >
          <SuitSign suit={suit} />
        </button>
      ))}
    </p>
  );
}

function Actions({ turn, now }: { turn: Turn; now: View }) {
  return (
    <p class="hint">
      {now.must_cover ? t("yard_bridge.must_cover") : now.puts.length > 0 ? t("yard_bridge.hint_put") : t("yard_bridge.hint_none")}{" "}
      {now.can_take && (
        <button type="button" onClick={() => turn.send("take")}>
          {t("yard_bridge.take")}
        </button>
      )}{" "}
      {now.can_finish && (
        <button type="button" onClick={() => turn.send("done")}>
          {t("yard_bridge.done")}
        </button>
      )}
    </p>
  );
}

function Board({ table }: { table: Table }) {
  const [jack, setJack] = useState<string | null>(null);
  const now = view(viewOf(table, table.me));
  const { turn } = table;
  const choosing = turn && jack && view(turn.view).puts.includes(jack) ? jack : null;
  const put = (card: string): (() => void) | undefined => {
    if (!turn || !view(turn.view).puts.includes(card)) return undefined;
    return card.startsWith("J") ? () => setJack(card) : () => turn.send(`put ${card}`);
  };
  const player = (seat: number) => {
    const own = table.views[seat];
    return (
      <Player
        key={seat}
        table={table}
        seat={seat}
        cards={own ? view(own).hand : undefined}
        count={now.counts[seat] ?? 0}
        spot={(card) => (
          <Spot key={card} act={seat === table.me ? put(card) : undefined} kind={card === choosing ? "chosen" : ""} label={t("yard_bridge.put", cardName(card))}>
            <PlayingCard card={card} />
          </Spot>
        )}
      >
        {now.dealer === seat && <span class="tag">{t("board.dealer")}</span>}
        <Fact label={t("board.cards")} value={now.counts[seat] ?? 0} />
        <Fact label={t("board.total")} value={now.totals[seat] ?? 0} />
      </Player>
    );
  };
  return (
    <div class="board yard-bridge">
      <p class="deal-line">
        {now.deals > 0 ? t("board.deal_of", now.deal, now.deals) : `${t("board.deal", now.deal)}, ${t("yard_bridge.target", now.target)}`}
      </p>
      <div class="seats lines">{othersFirst(table).filter((seat) => seat !== table.me).map(player)}</div>
      <Middle table={table} />
      {turn && (choosing ? <Orders turn={turn} jack={choosing} done={() => setJack(null)} /> : <Actions turn={turn} now={view(turn.view)} />)}
      {player(table.me)}
    </div>
  );
}

function phrase(event: Fields, name: (seat: number) => string): string | undefined {
  const { seat, move, count } = event as { seat?: number; move?: string; count?: number };
  const who = seat === undefined ? "" : name(seat);
  if (event.event === "skip") return t("yard_bridge.skips", who);
  if (event.event === "shuffle") return t("board.shuffled", Number(event.stock));
  if (event.event === "take") return t("yard_bridge.penalty", who, taken(event, count ?? 0));
  if (move === "take") return t("yard_bridge.takes", who, taken(event, count ?? 1));
  if (move === "done") return t("yard_bridge.finishes", who);
  const [, card, order] = (move ?? "").split(" ");
  if (!card) return undefined;
  if (order) return t("yard_bridge.orders", who, cardName(card), suitName(order as Suit));
  return t("yard_bridge.puts", who, cardName(card));
}

function taken(event: Fields, count: number): string {
  const cards = event.cards as string[] | undefined;
  return cards ? cards.map(cardName).join(" ") || t("board.no_cards") : t("board.card_count", count);
}

export const board: GameBoard = { Board, phrase, hasHands: true };

