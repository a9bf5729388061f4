// Streams: the twenty slots of every seat, cut into rising runs, and the card to place.
import { NumberCard } from "../cards";
import { Fact, SeatBar, Spot } from "../parts";
import type { Fields } from "../steps";
import { t } from "../texts";
import { lastMove, allSeats, viewOf, type GameBoard, type Table } from "../board";

interface View {
  stream: (number | null)[];
  current_card: number | null;
  cards: number[];
  turn: number;
}

const view = (fields: Fields) => fields as unknown as View;

const points = [0, 0, 1, 3, 5, 7, 9, 11, 15, 20, 25, 30, 35, 40, 50, 60, 70, 85, 100, 150, 300];
const wild = 0; // of the published deck

const text = (card: number): string => (card === wild ? "★" : String(card));

// The number of the run that each slot is in; free slots are in none. A wild card continues a run.
function runsOf(stream: (number | null)[]): (number | null)[] {
  let run = 0;
  let last = 0;
  return stream.map((card) => {
    if (card === null) return null;
    if (card !== wild) {
      if (card < last) ++run;
      last = card;
    }
    return run;
  });
}

// Points of the runs, as if free slots were not there.
function scoreOf(runs: (number | null)[]): number {
  const lengths = new Map<number, number>();
  for (const run of runs) if (run !== null) lengths.set(run, (lengths.get(run) ?? 0) + 1);
  let sum = 0;
  for (const length of lengths.values()) sum += points[length]!;
  return sum;
}

function Slots({ table, seat }: { table: Table; seat: number }) {
  const { stream } = view(table.views[seat]!);
  const runs = runsOf(stream);
  const lengths = new Map<number, number>();
  for (const run of runs) if (run !== null) lengths.set(run, (lengths.get(run) ?? 0) + 1);
  const move = lastMove(table);
  const turn = seat === table.me ? table.turn : null;
  return (
    <div class="slots" role="group" aria-label={t("streams.stream_of", table.names[seat] ?? "")}>
      {stream.map((card, slot) => {
        const run = runs[slot];
        const before = runs.slice(0, slot).reverse().find((one) => one !== null);
        const starts = card !== null && run !== before;
        const alone = run !== null && run !== undefined && lengths.get(run) === 1;
        const fresh = move?.seat === seat && Number(move.text) === slot;
        const kind = card === null ? "slot free" : `slot run-${alone ? "none" : run! % 4}${starts ? " starts" : ""}${fresh ? " fresh" : ""}`;
        return (
          <Spot
            key={slot}
            kind={kind}
            act={turn && card === null ? () => turn.send(String(slot)) : undefined}
            label={t("streams.slot", slot)}
          >
            {card === null ? <span class="slot-number">{slot}</span> : text(card)}
          </Spot>
        );
      })}
    </div>
  );
}

function Left({ now }: { now: View }) {
  const left = new Map<number, number>();
  for (const card of now.cards) left.set(card, (left.get(card) ?? 0) + 1);
  return (
    <div class="streams-left">
      <span class="fact-label">{t("streams.left", now.cards.length)}</span>
      <span class="numbers">
        {Array.from({ length: 30 }, (_, i) => i + 1).map((card) => (
          <span key={card} class={left.has(card) ? "number-left" : "number-left used"}>
            {card}
            {(left.get(card) ?? 0) > 1 && <sup>2</sup>}
          </span>
        ))}
      </span>
    </div>
  );
}

function Board({ table }: { table: Table }) {
  const now = view(viewOf(table, table.me));
  const shown = allSeats(table).filter((seat) => table.views[seat]);
  const over = table.result !== null || now.current_card === null;
  return (
    <div class="board streams">
      <div class="streams-top">
        {!over && now.current_card !== null && (
          <div class="streams-card">
            <NumberCard value={text(now.current_card)} label={t("streams.card", text(now.current_card))} kind="drawn" />
            <span>{t("streams.turn", now.turn)}</span>
          </div>
        )}
        <Left now={now} />
      </div>
      {table.turn && <p class="hint">{t("streams.hint")}</p>}
      <div class="seats">
        {shown.map((seat) => (
          <div class="player" key={seat}>
            <SeatBar table={table} seat={seat}>
              <Fact label={t("board.score")} value={table.result ? table.result.scores[seat]! : scoreOf(runsOf(view(table.views[seat]!).stream))} />
            </SeatBar>
            <Slots table={table} seat={seat} />
          </div>
        ))}
      </div>
    </div>
  );
}

function phrase(event: Fields, name: (seat: number) => string): string | undefined {
  const { seat, move, card } = event as { seat?: number; move?: string; card?: number };
  if (event.event === "card" || event.event === "deal") return t("streams.shown", text(card ?? 0));
  if (seat !== undefined && move !== undefined) return t("streams.placed", name(seat), move);
  return undefined;
}

export const board: GameBoard = { Board, phrase, hasHands: false };
