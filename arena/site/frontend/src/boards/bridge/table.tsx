// The table of bridge: four hands and the trick. The seat at the bottom has its cards, and its partner's, in a row.
import { PlayingCard, SuitSign, cardName, type Suit } from "../../cards";
import { Hand, SeatBar, Spot } from "../../parts";
import { lastMove, type Table } from "../../board";
import { t } from "../../texts";
import { pictured, rankOf, seatName, seats, viewFields, type Trick, type View } from "./words";

const handSize = 13;
const suitOrder: Suit[] = ["S", "H", "D", "C"];
const places = ["at-bottom", "at-left", "at-top", "at-right"] as const;

function placeOf(table: Table, seat: number): (typeof places)[number] {
  return places[(seat - table.me + seats.length) % seats.length]!;
}

// The present trick as those that are complete; none before the lead.
function openTrick(view: View): Trick | undefined {
  return view.trick.length > 0 ? { leader: view.leader!, cards: view.trick, winner: -1 } : undefined;
}

function playedBy(trick: Trick, seat: number): string | undefined {
  return trick.cards[(seat - trick.leader + seats.length) % seats.length];
}

function allPlayedBy(view: View, seat: number): string[] {
  const open = openTrick(view);
  const tricks = open ? [...view.tricks, open] : view.tricks;
  return tricks.map((trick) => playedBy(trick, seat)).filter((card) => card !== undefined);
}

function sorted(cards: string[]): string[] {
  const place = (card: string) => suitOrder.indexOf(card[0] as Suit) * 20 - "23456789TJQKA".indexOf(card[1]!);
  return [...cards].sort((one, other) => place(one) - place(other));
}

// The cards that this page knows: what is left of a hand, and all of it when the deal is over.
function cardsOf(table: Table, view: View, seat: number): string[] | undefined {
  if (view.tricks.length === handSize) return sorted(allPlayedBy(view, seat));
  const own = table.views[seat];
  if (own) return viewFields(own).hand;
  return view.dummy === seat ? view.table : undefined;
}

function SuitRows({ cards, label }: { cards: string[]; label: string }) {
  return (
    <div class="suit-rows" role="group" aria-label={label}>
      {suitOrder.map((suit) => (
        <div key={suit}>
          <SuitSign suit={suit} />{" "}
          <span>
            {cards
              .filter((card) => card.startsWith(suit))
              .map(rankOf)
              .join("\u2009") || "–"}
          </span>
        </div>
      ))}
    </div>
  );
}

function Place({ table, view, seat }: { table: Table; view: View; seat: number }) {
  const place = placeOf(table, seat);
  const cards = cardsOf(table, view, seat);
  const turn = table.turn && view.phase === "play" && view.turn === seat ? table.turn : null;
  const isAside = place === "at-left" || place === "at-right";
  const tags = [
    view.dealer === seat && t("board.dealer"),
    view.declarer === seat && t("bridge.declarer"),
    view.dummy === seat && t("bridge.dummy"),
  ].filter((tag) => tag !== false);
  return (
    <div class={`player bridge-place ${place}`}>
      <SeatBar table={table} seat={seat}>
        {tags.map((tag) => (
          <span class="tag" key={tag}>
            {tag}
          </span>
        ))}
      </SeatBar>
      {isAside && cards && table.open[seat] ? (
        <SuitRows cards={cards} label={t("board.hand_of", table.names[seat]!)} />
      ) : (
        <Hand
          table={table}
          seat={seat}
          cards={cards}
          count={handSize - allPlayedBy(view, seat).length}
          spot={(card, i) => {
            const begins = i > 0 && cards?.[i - 1]?.[0] !== card[0] ? " begins" : "";
            const act = turn?.legal?.includes(card) ? () => turn.send(card) : undefined;
            return (
              <Spot key={card} act={act} kind={(turn && !act ? "dim" : "") + begins} label={t("bridge.play", cardName(pictured(card)))}>
                <PlayingCard card={pictured(card)} />
              </Spot>
            );
          }}
        />
      )}
    </div>
  );
}

function Laid({ table, trick, seat, fresh }: { table: Table; trick: Trick; seat: number; fresh: boolean }) {
  const card = playedBy(trick, seat);
  const isPast = trick.winner >= 0;
  const kind = isPast ? (trick.winner === seat ? " won" : " past") : fresh ? " fresh" : "";
  return (
    <span class={`laid ${placeOf(table, seat)}`}>
      {card ? (
        <span class={`spot${kind}`} key={card}>
          <PlayingCard card={pictured(card)} />
        </span>
      ) : (
        <span class="spot ghost">{seatName(seat)[0]}</span>
      )}
    </span>
  );
}

// Who is vulnerable, as on the boards that players pass on.
function Compass({ table, view }: { table: Table; view: View }) {
  const sides = { none: "", NS: "02", EW: "13", all: "0123" }[view.vulnerable];
  return (
    <div class="compass" aria-hidden="true">
      {seats.map((seat) => (
        <span key={seat} class={`${placeOf(table, seat)}${sides.includes(String(seat)) ? " vulnerable" : ""}`}>
          {seatName(seat)[0]}
        </span>
      ))}
      <b>{view.board}</b>
    </div>
  );
}

// The trick on the table; before the lead, or on request, the last one.
function Middle({ table, view, last }: { table: Table; view: View; last: boolean }) {
  if (view.phase === "auction") return <Compass table={table} view={view} />;
  const past = view.tricks[view.tricks.length - 1];
  const trick = (last ? past : (openTrick(view) ?? past)) ?? { leader: view.turn, cards: [], winner: -1 };
  const isPast = trick.winner >= 0;
  const newest = lastMove(table)?.text;
  return (
    <div class="bridge-trick" role="group" aria-label={isPast ? t("bridge.last_trick") : t("bridge.trick")}>
      {seats.map((seat) => (
        <Laid key={seat} table={table} trick={trick} seat={seat} fresh={!isPast && playedBy(trick, seat) === newest} />
      ))}
      {isPast && <span class="winner">{t("bridge.won_by", seatName(trick.winner))}</span>}
    </div>
  );
}

export function Hands({ table, view, last }: { table: Table; view: View; last: boolean }) {
  // The hand that plays is marked, which may be dummy's; dummy is open to all.
  const shown: Table = {
    ...table,
    names: table.names.map((name, seat) => `${seatName(seat)} · ${name}`),
    actors: table.actors.length > 0 ? [view.turn] : [],
    open: table.open.map((one, seat) => one || seat === view.dummy),
  };
  const clockwise = [2, 1, 3, 0].map((places) => (table.me + places) % seats.length);
  return (
    <div class="bridge-table">
      {clockwise.map((seat) => (
        <Place key={seat} table={shown} view={view} seat={seat} />
      ))}
      <Middle table={table} view={view} last={last} />
    </div>
  );
}
