// A replay as a page of its own (arena replay --html): it chooses language and colours itself.
import { render } from "preact";
import { useRef, useState } from "preact/hooks";
import { titleText, withOwnName } from "./captions";
import { setAddress } from "./player";
import { ReviewTables, type Review, type ReviewedMove } from "./review";
import type { Game } from "./steps";
import { language, setLanguage, t, type Language } from "./texts";
import { Viewer } from "./viewer";

type Theme = "" | "light" | "dark";

// The games of a review, with the tables of what was lost.
interface Reviewed {
  review: Review;
  games: Game[];
}

function Games({ reviewed }: { reviewed: Reviewed }) {
  const stage = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState({ game: 0, opened: 0 });
  const show = (move: ReviewedMove) => {
    setAddress(move.move);
    setShown({ game: reviewed.games.findIndex((game) => game.number === move.game), opened: shown.opened + 1 });
    stage.current?.scrollIntoView();
  };
  const game = reviewed.games[shown.game];
  return (
    <>
      <ReviewTables review={reviewed.review} show={show} shown={(number) => reviewed.games.some((one) => one.number === number)} />
      <div ref={stage}>
        {game && <Viewer key={shown.opened} game={withOwnName(game)} head={<p class="live-title">{t("review.game", game.number ?? 1, game.players.map((player) => player.name).join(" – "))}</p>} />}
      </div>
    </>
  );
}

function Page({ record }: { record: Game | Reviewed }) {
  const [chosen, setChosen] = useState<Language>(language());
  const [theme, setTheme] = useState<Theme>("");
  const speak = (wanted: Language) => {
    setLanguage(wanted);
    setChosen(wanted);
  };
  const colour = (wanted: Theme) => {
    document.documentElement.dataset.theme = wanted;
    setTheme(wanted);
  };
  const game = withOwnName("games" in record ? record.games[0]! : record);
  return (
    <div class="single" key={chosen}>
      <header class="single-head">
        <h1>
          <span class="game-title">{titleText(game)}</span> {game.players.map((player) => player.name).join(" – ")}
        </h1>
        <label>
          <span class="fact-label">{t("replay.language")}</span>{" "}
          <select aria-label={t("replay.language")} value={chosen} onChange={(event) => speak(event.currentTarget.value as Language)}>
            <option value="en">English</option>
            <option value="ru">Русский</option>
          </select>
        </label>
        <label>
          <span class="fact-label">{t("replay.colours")}</span>{" "}
          <select aria-label={t("replay.colours")} value={theme} onChange={(event) => colour(event.currentTarget.value as Theme)}>
            <option value="">{t("replay.colours_auto")}</option>
            <option value="light">{t("replay.colours_light")}</option>
            <option value="dark">{t("replay.colours_dark")}</option>
          </select>
        </label>
      </header>
      {"games" in record ? <Games reviewed={record} /> : <Viewer game={game} />}
    </div>
  );
}

const wanted = new URLSearchParams(location.search).get("lang") ?? navigator.language;
setLanguage(wanted);
const game = JSON.parse(document.getElementById("steps")?.textContent ?? "") as Game | Reviewed;
render(<Page record={game} />, document.getElementById("replay")!);
