// Contract bridge: the table with four hands, the auction, the trick, and the score of a rubber or Chicago.
import { useState } from "preact/hooks";
import { viewOf, type GameBoard, type Table } from "../../board";
import { Box, Fact, signed } from "../../parts";
import type { Step } from "../../steps";
import { t } from "../../texts";
import { Auction, Bid, BiddingBox } from "./auction";
import { Hands } from "./table";
import { contractOf, dealText, isSession, phrase, pointsText, seatName, shortText, sideName, viewFields, vulnerableText, type Pair, type Score, type View } from "./words";

// The results of the deals so far.
function scoresOf(history: Step[]): Score[] {
  const events = history.flatMap((step) => step.events);
  return events.filter((event) => event.event === "result") as unknown as Score[];
}

function Contract({ view }: { view: View }) {
  const { level, strain, doubled } = contractOf(view.contract);
  return (
    <span class="fact">
      <span class="fact-label">{t("bridge.contract")}</span>{" "}
      <b>
        <Bid bid={`${level}${strain}`} />
        {doubled}
      </b>{" "}
      {seatName(view.declarer ?? 0)}
    </span>
  );
}

function won(view: View, side: number): string {
  const { level } = contractOf(view.contract);
  return t("bridge.won_of", view.won[side]!, view.declarer! % 2 === side ? 6 + level : 8 - level);
}

function Facts({ table, view, last, toggle }: { table: Table; view: View; last: boolean; toggle: () => void }) {
  const news = table.history[table.history.length - 1]?.events.slice(-1) ?? [];
  const score = news.find((event) => event.event === "result") as Score | undefined;
  return (
    <div class="bridge-facts">
      <p class="deal-line">
        {isSession(view) ? t("board.deal_of", view.deal, view.deals) : t("bridge.board", view.board)}, {vulnerableText(view.vulnerable)}
      </p>
      {view.contract !== "" && (
        <p class="facts">
          <Contract view={view} />
          <span class="fact-label">{t("bridge.tricks")}</span>
          {[0, 1].map((side) => (
            <Fact key={side} label={sideName(side)} value={won(view, side)} />
          ))}
          {view.tricks.length > 0 && view.trick.length > 0 && (
            <button type="button" aria-pressed={last} onClick={toggle}>
              {t("bridge.last_trick")}
            </button>
          )}
        </p>
      )}
      {score && (
        <p class="bridge-result">
          <b>{dealText(score)}</b> {pointsText(score.score)}
        </p>
      )}
    </div>
  );
}

// The sheet of a rubber or Chicago.
function Sheet({ table, view }: { table: Table; view: View }) {
  const scores = scoresOf(table.history);
  const last = scores[scores.length - 1];
  const { totals, below, games }: { totals: Pair; below: Pair; games: Pair } = last ?? view;
  const lines = [
    ["bridge.games", games],
    ["bridge.below", below],
    ["bridge.total", totals],
  ] as const;
  const row = (head: string, pair: Pair, kind: string, key: string | number) => (
    <tr key={key} class={kind}>
      <th scope="row">{head}</th>
      <td>{signed(pair[0])}</td>
      <td>{signed(pair[1])}</td>
    </tr>
  );
  return (
    <div class="bridge-sheet">
      <table>
        <caption>{t(view.scoring === "rubber" ? "bridge.rubber" : "bridge.chicago")}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{sideName(0)}</th>
            <th scope="col">{sideName(1)}</th>
          </tr>
        </thead>
        <tbody>
          {scores.map((score, i) => row(shortText(score), score.score, "", i))}
          {lines.map(([key, pair]) => row(t(key), pair, key === "bridge.total" ? "sum" : "line", key))}
        </tbody>
      </table>
    </div>
  );
}

function Board({ table }: { table: Table }) {
  const view = viewFields(viewOf(table, table.me));
  const played = view.tricks.length * 4 + view.trick.length;
  const [looked, look] = useState(0); // the last trick is shown until another card is played
  const last = looked === played && played > 0;
  const calls = table.turn && view.phase === "auction" ? table.turn : null;
  return (
    <div class={calls ? "board bridge calling" : "board bridge"}>
      <div class="bridge-body">
        <Facts table={table} view={view} last={last} toggle={() => look(last ? 0 : played)} />
        <Hands table={table} view={view} last={last} />
        {table.turn && !calls && <p class="hint">{t(view.turn === table.me ? "bridge.hint_play" : "bridge.hint_dummy")}</p>}
        <Box class="bridge-notes" label={t("bridge.auction")} atEnd>
          {isSession(view) && <Sheet table={table} view={view} />}
          <Auction view={view} history={table.history} isOpen={view.phase === "auction" && table.actors.length > 0} />
        </Box>
        {calls && <BiddingBox turn={calls} />}
      </div>
    </div>
  );
}

export const board: GameBoard = { Board, phrase, hasHands: true };
