// What moves lost, as arena review measures it: marks and a curve in a replay, and the tables of a whole review.
import type { ComponentChildren } from "preact";
import type { Game, Step } from "./steps";
import { known, t } from "./texts";

// A loss of 0 without a better move: the move was the best.
export interface Loss {
  loss: number;
  error: number; // half a 95 % interval
  kind: string;
  better: string;
  better_kind: string;
}

export interface ReviewedMove extends Loss {
  game: number;
  move: number;
  seat: number;
  played: string;
}

export interface Habit {
  kind: string;
  better_kind: string;
  times: number;
  loss: number; // each time
  error: number;
  share: number; // of all that the player lost
}

export interface PlayerReview {
  player: string;
  games: number;
  forfeits: number;
  decisions: number;
  best: number;
  loss: number;
  error: number;
  habits: Habit[];
  worst: ReviewedMove[];
  luck: { games: number; result: number; result_error: number; deals: number; deals_error: number } | null;
}

export interface Review {
  unit: string;
  method: string;
  baseline: string;
  players: PlayerReview[];
}

const mostHabits = 8;

// "31.2 ± 6.1": as many digits as the error justifies.
function withError(value: number, error: number): string {
  const digits = error > 0 ? Math.min(6, Math.max(0, 1 - Math.floor(Math.log10(error)))) : 2;
  return error > 0 ? `${value.toFixed(digits)} ± ${error.toFixed(digits)}` : value.toFixed(digits);
}

// What a mark in the list of moves says.
export function markOf(step: Step): string {
  return `−${lossOf(step).toFixed(lossOf(step) < 1 ? 2 : 1)}`;
}

function named(prefix: string, english: string): string {
  const key = `${prefix}.${english.replace(/[^A-Za-z]+/g, "_")}`;
  return known(key) ? t(key) : english;
}

const unitText = (unit: string) => named("unit", unit);
const kindText = (kind: string) => named("kind", kind);

// What the step lost, as a sentence; undefined if that was not measured.
export function lossText(game: Game, step: Step): string | undefined {
  if (step.loss === undefined || game.unit === undefined) return undefined;
  const { loss, error, better } = step.loss;
  return better === "" ? t("review.best") : t("review.lost", withError(loss, error), unitText(game.unit), better);
}

// The loss of a step, if it is one.
export function lossOf(step: Step): number {
  return Math.max(0, step.loss?.loss ?? 0);
}

// What the losses of each seat add up to, step by step. A click goes to the step.
export function LossCurve({ game, at, go }: { game: Game; at: number; go: (step: number) => void }) {
  const seats = game.players.map((_, seat) => seat).filter((seat) => game.steps.some((step) => step.seat === seat && step.loss));
  const curves = seats.map((seat) => {
    let sum = 0;
    return game.steps.map((step) => (sum += step.seat === seat ? (step.loss?.loss ?? 0) : 0));
  });
  const most = Math.max(1e-9, ...curves.flat());
  const last = Math.max(1, game.steps.length - 1);
  const jump = (event: MouseEvent) => {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width) * last));
  };
  return (
    <figure class="loss-curve">
      <figcaption>
        {t("review.curve", unitText(game.unit ?? ""))}{" "}
        {seats.map((seat, i) => (
          <span key={seat} class={`curve-${i % 4}`}>
            {game.players[seat]?.name}: {curves[i]!.at(-1)!.toFixed(1)}{" "}
          </span>
        ))}
      </figcaption>
      <svg viewBox={`0 0 ${last} 100`} preserveAspectRatio="none" role="img" aria-label={t("review.curve", unitText(game.unit ?? ""))} onClick={jump}>
        <line class="now" x1={at} x2={at} y1="0" y2="100" />
        {curves.map((curve, i) => (
          <polyline key={i} class={`curve-${i % 4}`} points={curve.map((sum, step) => `${step},${98 - (96 * Math.max(0, sum)) / most}`).join(" ")} />
        ))}
      </svg>
    </figure>
  );
}

function Table({ title, heads, children }: { title: string; heads: string[]; children: ComponentChildren }) {
  return (
    <div class="review-table" role="region" aria-label={title} tabIndex={0}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function Habits({ player, unit }: { player: PlayerReview; unit: string }) {
  const habits = player.habits.filter((habit) => habit.loss > 0).slice(0, mostHabits);
  return (
    <Table title={t("review.habits")} heads={[t("review.did"), t("review.was_better"), t("review.times"), t("review.share"), t("review.each", unit)]}>
      {habits.map((habit) => (
        <tr key={habit.kind + habit.better_kind}>
          <td>{kindText(habit.kind)}</td>
          <td>{kindText(habit.better_kind)}</td>
          <td class="number">{habit.times}</td>
          <td class="number">{(100 * habit.share).toFixed(0)} %</td>
          <td class="number">{withError(habit.loss, habit.error)}</td>
        </tr>
      ))}
    </Table>
  );
}

type Show = (move: ReviewedMove) => void;

function Worst({ player, unit, show, shown }: { player: PlayerReview; unit: string; show: Show; shown: (game: number) => boolean }) {
  return (
    <Table title={t("review.worst")} heads={[t("review.move"), t("review.did"), t("review.was_better"), unit]}>
      {player.worst.map((move) => (
        <tr key={`${move.game} ${move.move}`}>
          <td>
            <button type="button" class="link" disabled={!shown(move.game)} onClick={() => show(move)}>
              {t("review.place", move.game, move.move)}
            </button>
          </td>
          <td>
            {move.played} <span class="faint">{kindText(move.kind)}</span>
          </td>
          <td>
            {move.better} <span class="faint">{kindText(move.better_kind)}</span>
          </td>
          <td class="number">{withError(move.loss, move.error)}</td>
        </tr>
      ))}
    </Table>
  );
}

// `shown`: whether the page has this game.
export function ReviewTables({ review, show, shown }: { review: Review; show: Show; shown: (game: number) => boolean }) {
  const unit = unitText(review.unit);
  return (
    <section class="review">
      {review.players.map((player) => (
        <details key={player.player} open={review.players.length === 1}>
          <summary>
            {t("review.head", player.player, withError(player.loss, player.error), unit)}
          </summary>
          <p>
            {t("review.decisions", player.games, player.decisions, player.best)}
            {player.forfeits > 0 && ` ${t("review.forfeits", player.forfeits)}`}
            {player.luck && ` ${t("review.luck", withError(player.luck.result, player.luck.result_error), withError(player.luck.deals, player.luck.deals_error), player.luck.games, review.baseline)}`}
          </p>
          <div class="review-tables">
            <Habits player={player} unit={unit} />
            <Worst player={player} unit={unit} show={show} shown={shown} />
          </div>
        </details>
      ))}
      <p class="faint">{t("review.method", named("method", review.method))}</p>
    </section>
  );
}
