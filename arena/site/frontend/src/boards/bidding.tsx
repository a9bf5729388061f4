// The bidding game: the prize, the bids of this round, the cards that each seat still has.
import { NumberCard } from "../cards";
import { Fact, SeatBar, Spot } from "../parts";
import type { Fields, Step } from "../steps";
import { t } from "../texts";
import { allSeats, viewOf, type GameBoard, type Table } from "../board";

interface View {
  seat: number;
  prize: number;
  hand: number[];
  opponents: number[][];
  scores: number[];
  prizes_left: number[];
  carried: number;
}

const view = (fields: Fields) => fields as unknown as View;

interface Round {
  prize: number;
  bids: Map<number, string>;
  winner: number | null | undefined; // undefined: not decided yet
  points: number;
}

// The rounds so far. Bids of an open round are only in the answers, not yet in events.
function roundsOf(history: Step[]): Round[] {
  const rounds: Round[] = [];
  const current = () => rounds[rounds.length - 1];
  for (const step of history) {
    if (step.seat !== undefined && step.text !== undefined && step.refused === undefined)
      current()?.bids.set(step.seat, step.text);
    for (const event of step.events) {
      if (event.event === "deal" || event.event === "prize")
        rounds.push({ prize: Number(event.prize), bids: new Map(), winner: undefined, points: 0 });
      const round = current();
      if (!round) continue;
      if (event.event === "won") {
        round.winner = event.by as number | null;
        round.points = Number(event.points);
      } else if (typeof event.seat === "number" && typeof event.move === "string") {
        round.bids.set(event.seat, event.move);
      }
    }
  }
  return rounds;
}

// What everyone knows: a card that was bid in the open round is still among the unused.
function unusedOf(table: Table, seat: number): number[] {
  const own = table.views[seat];
  if (own) return view(own).hand;
  const other = view(viewOf(table, seat));
  const before = other.seat < seat ? seat - 1 : seat;
  return other.opponents[before] ?? [];
}

// The round that the table shows: the last one that has a bid, until all bids of it were shown.
function shownRound(table: Table, rounds: Round[]): Round | undefined {
  const last = rounds[rounds.length - 1];
  const before = rounds[rounds.length - 2];
  return last && last.bids.size === 0 && before && table.turn === null ? before : last;
}

function Middle({ table, round }: { table: Table; round: Round }) {
  const now = view(viewOf(table, table.me));
  const open = round.winner === undefined;
  return (
    <div class="bidding-middle">
      <div class="bidding-prize">
        <span class="fact-label">{t("bidding.prize")}</span>
        <NumberCard value={String(round.prize)} label={t("bidding.prize_of", round.prize)} kind="prize" />
        {open && now.carried > 0 && <span class="tag">{t("bidding.carried", now.carried)}</span>}
      </div>
      {table.names.map((name, seat) => {
        const bid = round.bids.get(seat);
        const won = round.winner === seat;
        return (
          <div class={won ? "bidding-bid won" : "bidding-bid"} key={seat}>
            <span class="fact-label">{name}</span>
            {bid === undefined ? (
              <span class="spot ghost" />
            ) : !open || table.open[seat] ? (
              <NumberCard value={bid} label={t("bidding.bid_of", name, bid)} kind="bid" />
            ) : (
              <NumberCard value="?" label={t("card.hidden")} kind="bid" />
            )}
            {won && <span class="tag first">+{round.points}</span>}
          </div>
        );
      })}
      {!open && round.winner === null && <span class="tag">{t("bidding.nobody")}</span>}
    </div>
  );
}

function History({ table, rounds }: { table: Table; rounds: Round[] }) {
  const decided = rounds.filter((round) => round.winner !== undefined);
  if (decided.length === 0) return null;
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={t("bidding.rounds")}>
      <table class="rounds">
        <tbody>
          <tr>
            <th scope="row">{t("bidding.prize")}</th>
            {decided.map((round, i) => (
              <td key={i}>{round.prize}</td>
            ))}
          </tr>
          {table.names.map((name, seat) => (
            <tr key={seat}>
              <th scope="row">{name}</th>
              {decided.map((round, i) => (
                <td key={i} class={round.winner === seat ? "won" : ""}>
                  {round.bids.get(seat) ?? "–"}
                  {round.winner === seat && <span class="winner-mark" aria-label={t("bidding.won_mark")} role="img">●</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Board({ table }: { table: Table }) {
  const rounds = roundsOf(table.history);
  const now = view(viewOf(table, table.me));
  const round = shownRound(table, rounds) ?? { prize: now.prize, bids: new Map(), winner: undefined, points: 0 };
  return (
    <div class="board bidding" style={{ "--cards": now.prizes_left.length + rounds.length }}>
      <Middle table={table} round={round} />
      {table.turn && <p class="hint">{t("bidding.hint", now.prize)}</p>}
      <div class="seats">
        {allSeats(table).map((seat) => {
          const turn = seat === table.me ? table.turn : null;
          return (
            <div class="player" key={seat}>
              <SeatBar table={table} seat={seat}>
                <Fact label={t("board.score")} value={now.scores[seat] ?? 0} />
              </SeatBar>
              <div class="hand" role="group" aria-label={t("board.hand_of", table.names[seat] ?? "")}>
                {unusedOf(table, seat).map((card) => (
                  <Spot key={card} act={turn ? () => turn.send(String(card)) : undefined} label={t("bidding.bid", card)}>
                    <NumberCard value={String(card)} kind="bid" />
                  </Spot>
                ))}
              </div>
            </div>
          );
        })}
      </div>
      <div class="bidding-left">
        <span class="fact-label">{t("bidding.prizes_left")}</span>
        <span class="numbers">
          {now.prizes_left.map((prize) => (
            <span class="number-left" key={prize}>
              {prize}
            </span>
          ))}
        </span>
      </div>
      <History table={table} rounds={rounds} />
    </div>
  );
}

function phrase(event: Fields, name: (seat: number) => string): string | undefined {
  const { seat, move, by, points } = event as { seat?: number; move?: string; by?: number | null; points?: number };
  if (event.event === "deal" || event.event === "prize") return t("bidding.shown", Number(event.prize));
  if (event.event === "won") return by == null ? t("bidding.nobody") : t("bidding.won", name(by), points ?? 0);
  if (seat !== undefined && move !== undefined) return t("bidding.bids", name(seat), move);
  return undefined;
}

export const board: GameBoard = { Board, phrase, hasHands: true };
