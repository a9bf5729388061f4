// Lost Cities: the expeditions of both players on both sides of the discard piles.
import { useState } from "preact/hooks";
import { CardBack, LandCard, LandSign, landCardName, landName, lands, type Land } from "../cards";
import { Fact, Player, Spot, signed } from "../parts";
import type { Fields } from "../steps";
import { t } from "../texts";
import { lastMove, viewOf, type GameBoard, type Table, type Turn } from "../board";

type ByLand = Record<Land, string[]>;

interface View {
  phase: "play" | "draw";
  hand: string[];
  expeditions: ByLand;
  opponent_expeditions: ByLand;
  discards: ByLand;
  deck_left: number;
  discarded: string | null;
}

const view = (fields: Fields | null | undefined) => fields as unknown as View | null;

function valueOf(card: string): number {
  return card.startsWith("Inv") ? 0 : Number(card.slice(0, -1));
}

function scoreOf(cards: string[]): number {
  if (cards.length === 0) return 0;
  const sum = cards.reduce((all, card) => all + valueOf(card), 0);
  const factor = 1 + cards.filter((card) => card.startsWith("Inv")).length;
  return (sum - 20) * factor + (cards.length >= 8 ? 20 : 0);
}

function expeditionsOf(table: Table, seat: number): ByLand {
  const own = view(table.views[seat]);
  return own ? own.expeditions : view(viewOf(table, seat))!.opponent_expeditions;
}

function Column({ cards, land, fresh }: { cards: string[]; land: Land; fresh: string | undefined }) {
  return (
    <span class="column">
      {cards.map((card, i) => (
        <span class={card === fresh && i === cards.length - 1 ? "spot fresh" : "spot"} key={i}>
          <LandCard card={card} />
        </span>
      ))}
      {cards.length === 0 && (
        <span class="spot ghost">
          <LandSign land={land} />
        </span>
      )}
    </span>
  );
}

interface Choice {
  turn: Turn | null;
  card: string | null; // the card of the hand that was chosen
  choose: (card: string | null) => void;
}

function act(choice: Choice, move: string): (() => void) | undefined {
  if (!choice.turn?.legal?.includes(move)) return undefined;
  return () => {
    choice.choose(null);
    choice.turn?.send(move);
  };
}

function Side({ table, seat, below, choice }: { table: Table; seat: number; below: boolean; choice: Choice }) {
  const move = lastMove(table);
  const played = move && move.seat === seat && !move.text.startsWith("d") && move.text.length > 1 ? move.text : undefined;
  const mine = below ? choice : { ...choice, turn: null };
  return (
    <div class={below ? "lost-cities-side below" : "lost-cities-side"}>
      {lands.map((land) => {
        const cards = expeditionsOf(table, seat)[land];
        const score = cards.length > 0 && <span class="lane-score">{signed(scoreOf(cards))}</span>;
        const play = mine.card?.endsWith(land) ? act(mine, mine.card) : undefined;
        return (
          <Spot key={land} kind="lane" act={play} label={`${t("lost_cities.play_here", landName(land))} (${signed(scoreOf(cards))})`}>
            {!below && score}
            <Column cards={cards} land={land} fresh={played?.endsWith(land) ? played : undefined} />
            {below && score}
          </Spot>
        );
      })}
      <span class="lane" />
    </div>
  );
}

function Piles({ table, choice }: { table: Table; choice: Choice }) {
  const now = view(viewOf(table, table.me))!;
  const move = lastMove(table);
  return (
    <div class="lost-cities-piles">
      {lands.map((land) => {
        const pile = now.discards[land];
        const top = pile[pile.length - 1];
        const discard = choice.card?.endsWith(land) ? act(choice, `d${choice.card}`) : undefined;
        const draw = choice.card ? undefined : act(choice, land.toLowerCase());
        const what = t(discard ? "lost_cities.discard_here" : "lost_cities.draw_here", landName(land));
        const label = pile.length > 1 ? `${what} (${pile.length})` : what;
        return (
          <Spot key={land} kind="pile" act={discard ?? draw} label={label}>
            {top ? (
              <span class={move?.text === `d${top}` ? "spot fresh" : "spot"}>
                <LandCard card={top} />
              </span>
            ) : (
              <span class="spot ghost">
                <LandSign land={land} />
              </span>
            )}
            {pile.length > 1 && <span class="count">{pile.length}</span>}
          </Spot>
        );
      })}
      <Spot kind="pile" act={choice.card ? undefined : act(choice, "n")} label={`${t("lost_cities.deck")} ${now.deck_left}: ${t("lost_cities.draw_deck")}`}>
        <CardBack label={t("lost_cities.deck")} />
        <span class="count">{now.deck_left}</span>
      </Spot>
    </div>
  );
}

function Explorer({ table, seat, choice }: { table: Table; seat: number; choice: Choice }) {
  const own = view(table.views[seat]);
  const score = lands.reduce((sum, land) => sum + scoreOf(expeditionsOf(table, seat)[land]), 0);
  const canPlay = choice.turn !== null && view(choice.turn.view)?.phase === "play" && seat === table.me;
  const moves = table.actors.includes(seat);
  const drawing = moves && view(viewOf(table, seat))!.phase === "draw";
  return (
    <Player
      table={table}
      seat={seat}
      cards={own?.hand}
      count={drawing ? 7 : 8}
      spot={(card, i) => (
        <Spot
          key={`${card}${i}`}
          act={canPlay ? () => choice.choose(choice.card === card ? null : card) : undefined}
          enter={canPlay && choice.card === card ? act(choice, card) : undefined}
          kind={choice.card === card && canPlay ? "chosen" : ""}
          pressed={choice.card === card}
        >
          <LandCard card={card} />
        </Spot>
      )}
    >
      <Fact label={t("board.score")} value={signed(score)} />
    </Player>
  );
}

function hint(choice: Choice): string {
  if (view(choice.turn!.view)?.phase === "draw") return t("lost_cities.hint_draw");
  return choice.card ? t("lost_cities.hint_place") : t("lost_cities.hint_choose");
}

function Board({ table }: { table: Table }) {
  const [card, choose] = useState<string | null>(null);
  const held = card !== null && view(table.turn?.view)?.hand.includes(card) ? card : null;
  const choice: Choice = { turn: table.turn, card: held, choose };
  return (
    <div class="board lost-cities">
      <Explorer table={table} seat={1 - table.me} choice={choice} />
      <div class="lost-cities-table">
        <Side table={table} seat={1 - table.me} below={false} choice={choice} />
        <Piles table={table} choice={choice} />
        <Side table={table} seat={table.me} below choice={choice} />
      </div>
      {choice.turn && (
        <p class="hint">
          {hint(choice)}
          {held && (
            <>
              {" "}
              {act(choice, held) && (
                <button type="button" onClick={act(choice, held)}>
                  {t("lost_cities.play", landCardName(held))}
                </button>
              )}{" "}
              <button type="button" onClick={act(choice, `d${held}`)}>
                {t("lost_cities.discard", landCardName(held))}
              </button>
            </>
          )}
        </p>
      )}
      <Explorer table={table} seat={table.me} choice={choice} />
    </div>
  );
}

function phrase(event: Fields, name: (seat: number) => string): string | undefined {
  const { seat, move, card } = event as { seat?: number; move?: string; card?: string };
  if (seat === undefined || move === undefined) return undefined;
  if (move === "n")
    return card ? t("lost_cities.drew", name(seat), landCardName(card)) : t("lost_cities.drew_hidden", name(seat));
  if (move.length === 1) return t("lost_cities.took", name(seat), landName(move.toUpperCase() as Land));
  if (move.startsWith("d")) return t("lost_cities.discarded", name(seat), landCardName(move.slice(1)));
  return t("lost_cities.played", name(seat), landCardName(move));
}

export const board: GameBoard = { Board, phrase, hasHands: true };
