// A replay as a page of its own (arena replay --html): it chooses language and colours itself.
import { render } from "preact";
import { useState } from "preact/hooks";
import { titleText, withOwnName } from "./captions";
import type { Game } from "./steps";
import { language, setLanguage, t, type Language } from "./texts";
import { Viewer } from "./viewer";

type Theme = "" | "light" | "dark";

function Page({ record }: { record: Game }) {
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
  const game = withOwnName(record);
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
      <Viewer game={game} />
    </div>
  );
}

const wanted = new URLSearchParams(location.search).get("lang") ?? navigator.language;
setLanguage(wanted);
const game = JSON.parse(document.getElementById("steps")?.textContent ?? "") as Game;
render(<Page record={game} />, document.getElementById("replay")!);
