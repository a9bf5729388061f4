// Live games: <div id="live" data-socket="ADDRESS">. A message {"type": "game", "match": NUMBER, "game": GAME} has a
// whole game, which the page plays from its start to its end.
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { titleText } from "./captions";
import { connect, type Connection } from "./socket";
import type { Game } from "./steps";
import { setLanguage, t } from "./texts";
import { Viewer } from "./viewer";

interface Match {
  match: number;
  game: Game;
}
interface Shown {
  now: Match | null;
  next: Match | null; // waits until the present one was shown to its end
}

// After a lost connection the same game comes again.
function withMatch(shown: Shown, match: Match): Shown {
  if (shown.now === null) return { now: match, next: null };
  return JSON.stringify(shown.now) === JSON.stringify(match) ? shown : { ...shown, next: match };
}

function goOn(shown: Shown): Shown {
  return shown.next === null ? shown : { now: shown.next, next: null };
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
  const [shown, setShown] = useState<Shown>({ now: null, next: null });
  const [state, setState] = useState<{ state: Connection; wait: number }>({ state: "connecting", wait: 0 });
  useEffect(() => {
    const socket = connect(
      address,
      (message) => {
        if (message.type === "game") setShown((before) => withMatch(before, message as unknown as Match));
      },
      (now, wait) => setState({ state: now, wait }),
    );
    return socket.stop;
  }, [address]);
  const status = <Status {...state} />;
  if (!shown.now)
    return (
      <>
        {status}
        <p>{t("live.waiting")}</p>
      </>
    );
  const { match, game } = shown.now;
  const head = (
    <>
      {status}
      <h2 class="live-title">
        {titleText(game)}: {game.players.map((player) => player.name).join(" – ")}
      </h2>
    </>
  );
  return (
    <Viewer key={match} game={game} head={head} live hasNext={shown.next !== null} onEnd={() => setShown(goOn)} />
  );
}

const place = document.getElementById("live");
if (place) {
  setLanguage(document.documentElement.lang);
  place.replaceChildren();
  render(<Live address={place.dataset.socket ?? ""} />, place);
}
