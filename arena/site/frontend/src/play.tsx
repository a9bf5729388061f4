// A seat at a table: <div id="play" data-socket="ADDRESS">. Messages are those of the JSON protocol
// (docs/json_protocol.md), {"type": "table"}, which says who is here and how the game ended, {"type": "forfeit"}, and
// {"type": "view"}, what has changed in the view of this seat; see docs/web_api.md for the others. A seat that has
// forfeited may get no other end than the table's. `data-rematch`: where another game may be begun. ADDRESS/steps has
// the game step by step as soon as the table is over, which may be a moment after the seat's last line; at home it waits
// until it has. At home (`data-home`) another game may follow: {"type": "table", "next": true}.
import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { boardOf } from "./all_boards";
import type { Table } from "./board";
import { MoveList } from "./generic";
import { caption, reasonText, resultText, withOwnName } from "./captions";
import { Room } from "./parts";
import { connect, type Connection, type Socket } from "./socket";
import type { Fields, Game, Head, Result, Step } from "./steps";
import { useTableKeys } from "./table_keys";
import { ownName, setLanguage, t } from "./texts";
import { Viewer } from "./viewer";

interface Question {
  id: number;
  view: Fields;
  legal: string[] | null;
  until: number | null; // of the time to answer, in milliseconds since 1970
}

interface Seat {
  name: string;
  here: boolean;
}

interface Match {
  head: Head | null;
  me: number;
  view: Fields | null; // what this seat knows now
  question: Question | null; // the open one
  refused: string;
  history: Step[];
  result: Result | null;
  over: boolean;
  seats: Seat[];
  sides: number; // as in a game's head; the table comes before the start of a game
  state: string; // of the table
  kept: boolean; // the game, at the address of this page
  next: boolean; // another game follows
  full: boolean; // the server has no place for this table now
}

const longestShown = 86_400_000; // ms; at home a person has a year

const start: Match = { head: null, me: 0, view: null, question: null, refused: "", history: [], result: null, over: false, seats: [], sides: 0, state: "", kept: false, next: false, full: false };

// The general form of what this seat was sent: a step with one event.
function stepOf(event: Fields, count: number): Step {
  const step: Step = { move: count, events: [event], actors: [], views: [] };
  if (typeof event.seat === "number" && typeof event.move === "string") {
    step.seat = event.seat;
    step.text = event.move;
  }
  return step;
}

function forfeitStep(message: Record<string, unknown>, count: number): Step {
  return { move: count, events: [], actors: [], views: [], seat: message.seat as number, forfeit: message.forfeit as string, detail: message.detail as string };
}

function forfeitOf(match: Match, seat: number): Step | undefined {
  return match.history.find((step) => step.forfeit !== undefined && step.seat === seat);
}

function begun(message: Record<string, unknown>, before: Match): Match {
  const names = (message.names as string[]).map((name, seat) => (seat === message.seat ? ownName(name) : name));
  const game = message.game as string;
  const head = { game, title: game, options: message.options as Fields, sides: before.sides, players: names.map((name) => ({ name })) };
  // The first view may come before.
  return { ...start, seats: before.seats, sides: before.sides, state: before.state, next: before.next, view: before.view, head, me: message.seat as number };
}

function take(match: Match, message: Record<string, unknown>): Match {
  switch (message.type) {
    case "table": {
      const state = message.state as string;
      const result = match.result ?? ((message.result as Result | undefined) ?? null);
      const over = match.over || state === "over" || state === "failed";
      const question = over ? null : match.question;
      return { ...match, seats: message.seats as Seat[], sides: message.sides as number, state, result, over, question, kept: message.kept === true, next: message.next === true };
    }
    case "start":
      return begun(message, match);
    case "event": {
      const { type: _, ...event } = message;
      return { ...match, question: null, refused: "", history: [...match.history, stepOf(event, match.history.length)] };
    }
    case "forfeit":
      return { ...match, question: message.seat === match.me ? null : match.question, history: [...match.history, forfeitStep(message, match.history.length)] };
    case "turn": {
      const ms = message.ms as number | null;
      const view = message.view as Fields;
      const question = { id: message.id as number, view, legal: message.legal as string[] | null, until: ms === null || ms > longestShown ? null : Date.now() + ms };
      return { ...match, view, question, refused: "" };
    }
    case "full":
      return { ...match, full: true };
    case "view": // what has changed
      return { ...match, view: { ...match.view, ...(message.view as Fields) } };
    case "error":
      return { ...match, refused: message.message as string };
    case "end": {
      const scores = message.scores as number[] | null;
      const result = scores && { scores, places: message.places as number[], end: message.end as string };
      // Of a game that goes on without this seat there is no result yet; the table has it at the end.
      return { ...match, question: null, over: match.over || result !== null, result: result ?? match.result };
    }
    default:
      return match;
  }
}

// Whether this moment has passed: then no answer is in time.
function useLate(until: number | null): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    setLate(until !== null && until <= Date.now());
    if (until === null || until <= Date.now()) return;
    const timer = setTimeout(() => setLate(true), until - Date.now());
    return () => clearTimeout(timer);
  }, [until]);
  return late;
}

function Clock({ until }: { until: number }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  return <span class={left < 15 ? "tag bad" : "tag"}>{t("play.time", left)}</span>;
}

function Waiting({ match }: { match: Match }) {
  return (
    <div class="play-waiting" role="status">
      <p>{t(match.state === "failed" ? "play.failed" : "play.waiting_for_all")}</p>
      <ul>
        {match.seats.map((seat, i) => (
          <li key={i}>
            {seat.name || t("play.free_seat")} {seat.here ? "✓" : "…"}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Status({ match, sent, late }: { match: Match; sent: boolean; late: boolean }) {
  const asked = match.question !== null && !sent;
  const turn = asked && !late;
  const out = forfeitOf(match, match.me);
  const text = match.over ? t("play.over") : t(turn ? "play.your_turn" : asked ? "play.late" : "play.waiting");
  return (
    <div class={turn ? "play-status turn" : "play-status"}>
      <b role="status">{text}</b> {turn && match.question?.until && <Clock until={match.question.until} />}
      {out && (
        <p class="caption refused" role="alert">
          {t("play.out", reasonText(out.forfeit ?? ""))}
        </p>
      )}
      {match.over && match.head && match.result && <p>{resultText(match.head, match.result)}</p>}
      {match.refused !== "" && (
        <p class="caption refused" role="alert">
          {t("play.again", match.refused)}
        </p>
      )}
    </div>
  );
}

function Log({ head, history }: { head: Head; history: Step[] }) {
  const box = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [history.length]);
  return (
    <section class="play-log">
      <h2>{t("play.log")}</h2>
      <ol class="move-box" ref={box} tabIndex={0} aria-live="polite">
        {history.slice(-60).flatMap((step) => {
          const text = caption(head, step);
          return text === "" ? [] : [<li key={step.move}>{text}</li>];
        })}
      </ol>
    </section>
  );
}

function tableOf(match: Match, head: Head, send: ((move: string) => void) | null): Table {
  const { question, me, over } = match;
  const seats = head.players.map((_, seat) => seat);
  const gone = seats.filter((seat) => forfeitOf(match, seat));
  return {
    names: head.players.map((player) => player.name),
    views: seats.map((seat) => (seat === me ? match.view : null)),
    actors: over ? [] : send ? [me] : seats.filter((seat) => seat !== me && !gone.includes(seat)),
    open: seats.map(() => true),
    me,
    history: match.history,
    result: match.result,
    gone,
    turn: question && send ? { view: question.view, legal: question.legal, send } : null,
  };
}

interface Replay {
  shown: Game | null;
  failed: boolean;
  show: () => void;
  forget: () => void;
}

// The game step by step, as soon as it is over. `atOnce`: the server is there only until it is loaded.
function useReplay(address: string, ended: boolean, atOnce: boolean): Replay {
  const [game, setGame] = useState<Promise<Game> | null>(null);
  const [shown, setShown] = useState<Game | null>(null);
  const [failed, setFailed] = useState(false);
  const load = () => {
    const loading = fetch(`${address}/steps`).then((answer) => (answer.ok ? (answer.json() as Promise<Game>) : Promise.reject(new Error(String(answer.status)))));
    setGame(loading);
    return loading;
  };
  const show = () =>
    (game ?? load()).then((loaded) => setShown(withOwnName(loaded))).catch(() => {
      setGame(null); // another click tries again
      setFailed(true);
    });
  const forget = () => {
    setGame(null);
    setShown(null);
    setFailed(false);
  };
  useEffect(() => {
    if (ended && atOnce) load().catch(() => setFailed(true));
  }, [ended]);
  return { shown, failed, show, forget };
}

// A table that is closed, or whose game is over, has another page at this address, and there is nothing to connect to.
async function lookAgain() {
  const answer = await fetch(location.href).catch(() => null); // the server may be away for a while
  if (answer && [200, 404].includes(answer.status) && !(await answer.text()).includes('id="play"')) location.reload();
}

function Play({ address, home, rematch }: { address: string; home: boolean; rematch: string | undefined }) {
  const [match, setMatch] = useState(start);
  const [connection, setConnection] = useState<{ state: Connection; wait: number }>({ state: "connecting", wait: 0 });
  const [sent, setSent] = useState(false); // the answer to the open question
  const [elsewhere, setElsewhere] = useState(false); // the table is open in another window
  const socket = useRef<Socket | null>(null);
  useEffect(() => {
    const receive = (message: Record<string, unknown>) => {
      if (message.type === "turn" || message.type === "error") setSent(false);
      if (message.type === "answered") setSent(true); // before this window was loaded
      if (message.type === "elsewhere") {
        setElsewhere(true);
        socket.current?.stop();
      }
      setMatch((before) => take(before, message));
    };
    const opened = (state: Connection, wait: number) => {
      // After a lost connection everything comes again.
      if (state === "connecting") setMatch((before) => ({ ...start, head: before.head }));
      if (state === "closed") void lookAgain();
      setConnection({ state, wait });
    };
    socket.current = connect(address, receive, opened);
    return socket.current.stop;
  }, [address]);
  const ended = match.over && (home || match.state === "over" || match.state === "failed");
  const done = ended && !match.next;
  useEffect(() => {
    if (done) socket.current?.stop();
  }, [done]);
  const out = forfeitOf(match, match.me) !== undefined;
  useEffect(() => {
    if (ended || out) document.getElementById("leave")?.remove(); // nothing is left to lose
  }, [ended, out]);
  const replay = useReplay(address, ended && match.state !== "failed", home);
  const goOn = () => {
    replay.forget();
    setMatch({ ...start, seats: match.seats });
    socket.current?.send({ next: true });
  };
  const { head, question } = match;
  const answer = (move: string) => {
    if (!question || sent) return;
    setSent(true);
    socket.current?.send({ move, id: question.id });
  };
  const late = useLate(question?.until ?? null);
  const keys = useTableKeys();
  const lost = (connection.state === "closed" || elsewhere) && !match.over;
  const why = elsewhere ? t("play.elsewhere") : t(match.full ? "play.full" : "live.closed", connection.wait);
  const again = rematch && (ended || out) && (
    <p>
      <a href={rematch}>{t("play.another")}</a>
    </p>
  );
  if (!head || (!match.view && !match.over))
    return (
      <div class="play">
        {lost ? <p role="alert">{why}</p> : match.seats.length > 0 ? <Waiting match={match} /> : <p role="status">{t("play.connecting")}</p>}
        {again}
      </div>
    );
  const open = question !== null && !sent && !late && !elsewhere && connection.state === "open";
  const table = tableOf(match, head, open ? answer : null);
  const said = (
    <>
      {lost && <p role="alert">{why}</p>}
      {match.state === "failed" && <p role="alert">{t("play.failed")}</p>}
      <Status match={match} sent={sent} late={late} />
      {ended && match.state !== "failed" && !replay.shown && (
        <p class="play-end">
          <button type="button" onClick={replay.show}>
            {t("play.replay")}
          </button>{" "}
          {replay.failed && t("replay.failed")}
        </p>
      )}
      {match.over && match.next && (
        <p class="play-end">
          <button type="button" onClick={goOn}>
            {t("play.next")}
          </button>
        </p>
      )}
      {again}
      {match.kept && <p>{t("play.kept")}</p>}
    </>
  );
  if (replay.shown) return <Viewer game={replay.shown} more={said} />;
  return (
    <div class="play">
      <div class="stage" {...keys}>
        <div class="bar">{said}</div>
        {match.view && <Room table={table} board={boardOf(head.game)} />}
      </div>
      <aside class="side">
        {!match.over && (
          <details class="settings">
            <summary>{t("play.other_moves")}</summary>
            <MoveList turn={table.turn} />
          </details>
        )}
        <p class="keys">{t("play.keys")}</p>
        <Log head={head} history={match.history} />
      </aside>
    </div>
  );
}

const place = document.getElementById("play");
if (place) {
  setLanguage(document.documentElement.lang);
  place.replaceChildren();
  render(<Play address={place.dataset.socket ?? ""} home={place.dataset.home !== undefined} rematch={place.dataset.rematch} />, place);
}
