// Live games: <div id="live" data-socket="ADDRESS">. Messages: {"type": "game", "game": GAME} begins a game, with the
// steps that are known; {"type": "step", "step": STEP} and {"type": "result", "result": RESULT} continue it.
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { titleText } from "./captions";
import { connect, type Connection } from "./socket";
import type { Game, Result, Step } from "./steps";
import { setLanguage, t } from "./texts";
import { Viewer } from "./viewer";

interface Shown {
  number: number; // counts games, so that each has a viewer of its own
  game: Game | null;
  next: Game | null; // waits until the present one was shown to its end
}

const nothing: Shown = { number: 0, game: null, next: null };

// After a lost connection the same game comes again, from its start.
function isSame(one: Game, other: Game): boolean {
  const first = (game: Game) => JSON.stringify([game.game, game.players, game.steps[0]]);
  return first(one) === first(other);
}

function withGame(shown: Shown, game: Game): Shown {
  if (shown.game === null) return { number: shown.number + 1, game, next: null };
  if (isSame(shown.game, game)) return { ...shown, game };
  return { ...shown, next: game };
}

function change(shown: Shown, edit: (game: Game) => Game): Shown {
  if (shown.next !== null) return { ...shown, next: edit(shown.next) };
  return shown.game === null ? shown : { ...shown, game: edit(shown.game) };
}

function take(shown: Shown, message: Record<string, unknown>): Shown {
  switch (message.type) {
    case "game":
      return withGame(shown, message.game as Game);
    case "step":
      return change(shown, (game) => ({ ...game, steps: [...game.steps, message.step as Step] }));
    case "result":
      return change(shown, (game) => ({ ...game, result: message.result as Result }));
    default:
      return shown;
  }
}

function goOn(shown: Shown): Shown {
  return shown.next === null ? shown : { number: shown.number + 1, game: shown.next, next: null };
}

function Status({ state, wait }: { state: Connection; wait: number }) {
  const text = { open: t("live.on"), connecting: t("live.connecting"), closed: t("live.closed", wait) }[state];
  return (
    <p class={`live-state ${state}`} role="status">
      <span class="dot" aria-hidden="true" /> {text}
    </p>
  );
}

function Live({ address }: { address: string }) {
  const [shown, setShown] = useState(nothing);
  const [state, setState] = useState<{ state: Connection; wait: number }>({ state: "connecting", wait: 0 });
  useEffect(() => {
    const socket = connect(
      address,
      (message) => setShown((before) => take(before, message)),
      (now, wait) => setState({ state: now, wait }),
    );
    return socket.stop;
  }, [address]);
  const { game, number } = shown;
  const status = <Status {...state} />;
  if (!game)
    return (
      <>
        {status}
        <p>{t("live.waiting")}</p>
      </>
    );
  const head = (
    <>
      {status}
      <h2 class="live-title">
        {titleText(game)}: {game.players.map((player) => player.name).join(" – ")}
      </h2>
    </>
  );
  return (
    <Viewer key={number} game={game} head={head} live hasNext={shown.next !== null} onEnd={() => setShown(goOn)} />
  );
}

const place = document.getElementById("live");
if (place) {
  setLanguage(document.documentElement.lang);
  place.replaceChildren();
  render(<Live address={place.dataset.socket ?? ""} />, place);
}
