// The auction: the calls as a grid with alerts, and the bidding box of the person who is to call.
import { useState } from "preact/hooks";
import { SuitSign, type Suit } from "../../cards";
import type { Turn } from "../../board";
import type { Fields, Step } from "../../steps";
import { t } from "../../texts";
import { callText, seatName, strainText, strains, type View } from "./words";

const columns = [3, 0, 1, 2]; // the seats from West
const levels = [1, 2, 3, 4, 5, 6, 7];
const longestAlert = 80;

function Strain({ strain }: { strain: string }) {
  return strain === "NT" ? <span class="notrump">{strainText(strain)}</span> : <SuitSign suit={strain as Suit} />;
}

export function Bid({ bid }: { bid: string }) {
  return (
    <span class="bid">
      {bid[0]}
      <Strain strain={bid.slice(1)} />
    </span>
  );
}

function Call({ call }: { call: string }) {
  if (call === "pass") return <span class="pass">{callText(call)}</span>;
  return call.startsWith("X") ? <b class="double">{call}</b> : <Bid bid={call} />;
}

// The alerts of this deal by the number of their call.
function alertsOf(history: Step[]): Map<number, string> {
  let calls = 0;
  const alerts = new Map<number, string>();
  const note = (event: Fields) => {
    if (event.event === "deal") {
      calls = 0;
      alerts.clear();
    } else if (event.move !== undefined && event.hand === undefined) {
      if (typeof event.alert === "string") alerts.set(calls, event.alert);
      ++calls;
    }
  };
  for (const step of history) step.events.forEach(note);
  return alerts;
}

// Rounds from West to North, with a place for the next call; null before the dealer's first one.
function roundsOf(view: View, isOpen: boolean): (number | null)[][] {
  const before = columns.indexOf(view.dealer);
  const count = view.calls.length + (isOpen ? 1 : 0);
  const places = [...Array<null>(before).fill(null), ...Array.from({ length: count }, (_, i) => i)];
  return Array.from({ length: Math.ceil(places.length / columns.length) }, (_, i) => places.slice(i * columns.length, (i + 1) * columns.length));
}

// `isOpen`: the auction waits for a call.
export function Auction({ view, history, isOpen }: { view: View; history: Step[]; isOpen: boolean }) {
  const alerts = alertsOf(history);
  const marks = [...alerts.keys()];
  return (
    <div class="bridge-auction">
      <table>
        <caption>{t("bridge.auction")}</caption>
        <thead>
          <tr>
            {columns.map((seat) => (
              <th scope="col" key={seat}>
                {seatName(seat)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {roundsOf(view, isOpen).map((round, i) => (
            <tr key={i}>
              {round.map((call, place) => (
                <td key={place} class={isOpen && call === view.calls.length - 1 ? "fresh" : ""}>
                  {call !== null && (call < view.calls.length ? <Call call={view.calls[call]!} /> : <b class="next">?</b>)}
                  {call !== null && alerts.has(call) && <sup>{marks.indexOf(call) + 1}</sup>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {marks.length > 0 && (
        <ol class="alerts" aria-label={t("bridge.alerts")}>
          {[...alerts].map(([call, text]) => (
            <li key={call}>
              {callText(view.calls[call] ?? "")}: {text || t("bridge.no_text")}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

// The rules let an alert have only these characters.
function withoutOthers(text: string): string {
  return text.replace(/[^ -~]/g, "");
}

export function BiddingBox({ turn }: { turn: Turn }) {
  const [alert, setAlert] = useState("");
  const legal = turn.legal ?? [];
  const send = (call: string) => {
    setAlert("");
    turn.send(alert.trim() === "" ? call : `${call} alert: ${alert.trim()}`);
  };
  const open = levels.filter((level) => strains.some((strain) => legal.includes(`${level}${strain}`)));
  return (
    <div class="hint bidding-box" role="group" aria-label={t("bridge.box")}>
      <p>{t("bridge.hint_call")}</p>
      <div class="calls">
        {["pass", "X", "XX"].map((call) =>
          legal.includes(call) ? (
            <button type="button" key={call} class={`call-${call}`} onClick={() => send(call)}>
              {callText(call)}
            </button>
          ) : null,
        )}
      </div>
      <div class="bids">
        {open.map((level) =>
          strains.map((strain) => {
            const bid = `${level}${strain}`;
            return legal.includes(bid) ? (
              <button type="button" key={bid} aria-label={callText(bid)} onClick={() => send(bid)}>
                <Bid bid={bid} />
              </button>
            ) : (
              <span key={bid} />
            );
          }),
        )}
      </div>
      <label>
        {t("bridge.alert")}{" "}
        <input value={alert} maxLength={longestAlert} autocomplete="off" onInput={(event) => setAlert((event.currentTarget.value = withoutOthers(event.currentTarget.value)))} />
        <small>{t("bridge.alert_hint")}</small>
      </label>
    </div>
  );
}
