// The replay on a contest's page: <div id="viewer"> and the game as JSON in <script id="steps">, or at the address in
// the attribute data-steps.
import { render } from "preact";
import type { Game } from "./steps";
import { setLanguage, t } from "./texts";
import { Viewer } from "./viewer";

async function gameOf(place: HTMLElement): Promise<Game> {
  const inline = document.getElementById("steps");
  if (inline) return JSON.parse(inline.textContent ?? "") as Game;
  const answer = await fetch(place.dataset.steps ?? "");
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()) as Game;
}

const place = document.getElementById("viewer") ?? document.getElementById("replay");
if (place) {
  setLanguage(document.documentElement.lang);
  gameOf(place).then(
    (game) => {
      place.replaceChildren();
      render(<Viewer game={game} />, place);
    },
    () => place.append(t("replay.failed")),
  );
}
