// The replay on a contest's page: <div id="viewer"> and the game as JSON in <script id="steps">, or at the address in
// the attribute data-steps. At the address in data-review, if the page has it, is the game with what its moves lost.
import { render } from "preact";
import { useState } from "preact/hooks";
import type { Game } from "./steps";
import { setLanguage, t } from "./texts";
import { Viewer } from "./viewer";

async function loaded(address: string, how: RequestInit = {}): Promise<Game> {
  const answer = await fetch(address, how);
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()) as Game;
}

async function gameOf(place: HTMLElement): Promise<Game> {
  const inline = document.getElementById("steps");
  return inline ? (JSON.parse(inline.textContent ?? "") as Game) : loaded(place.dataset.steps ?? "");
}

// Where a review is asked for, and what the server wants with it.
interface ReviewPlace {
  address: string;
  token: string;
}

function Replay({ first, review }: { first: Game; review: ReviewPlace | undefined }) {
  const [game, setGame] = useState(first);
  const [state, setState] = useState<"review.ask" | "review.works" | "review.failed">("review.ask");
  const ask = () => {
    if (!review) return;
    setState("review.works");
    loaded(review.address, { method: "POST", headers: { "x-form-token": review.token } }).then(setGame, () => setState("review.failed"));
  };
  const button = review !== undefined && game.unit === undefined && (
    <p>
      <button type="button" disabled={state === "review.works"} onClick={ask}>
        {t("review.ask")}
      </button>{" "}
      <span role="status">{state !== "review.ask" && t(state)}</span>
    </p>
  );
  return <Viewer game={game} more={button} />;
}

const place = document.getElementById("viewer") ?? document.getElementById("replay");
if (place) {
  setLanguage(document.documentElement.lang);
  gameOf(place).then(
    (game) => {
      place.replaceChildren();
      const { review, token = "" } = place.dataset;
      render(<Replay first={game} review={review === undefined ? undefined : { address: review, token }} />, place);
    },
    () => place.append(t("replay.failed")),
  );
}
