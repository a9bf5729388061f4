// A board for any other game: what each seat knows, as a table.
import { useState } from "preact/hooks";
import { SeatBar } from "./parts";
import { t } from "./texts";
import { allSeats, type GameBoard, type Table, type Turn } from "./board";

function Value({ value }: { value: unknown }) {
  if (Array.isArray(value)) {
    if (value.length === 0) return <span class="empty">–</span>;
    const plain = value.every((one) => one === null || typeof one !== "object");
    return (
      <span class="items">
        {value.map((one, i) => (
          <span class={plain ? "item" : "item wide"} key={i}>
            <Value value={one} />
          </span>
        ))}
      </span>
    );
  }
  if (value !== null && typeof value === "object")
    return (
      <span class="items">
        {Object.entries(value).map(([key, one]) => (
          <span class="item wide" key={key}>
            <span class="fact-label">{key}</span> <Value value={one} />
          </span>
        ))}
      </span>
    );
  if (value === null || value === "") return <span class="empty">–</span>;
  if (typeof value === "boolean") return <>{t(value ? "board.yes" : "board.no")}</>;
  return <>{String(value)}</>;
}

// Moves as buttons, with a field that finds some of many, or sends any text. While others move it keeps the text.
export function MoveList({ turn }: { turn: Turn | null }) {
  const [wanted, setWanted] = useState("");
  const possible = turn?.legal ?? (turn?.view.possible as string[] | undefined) ?? [];
  const found = possible.filter((move) => move.toLowerCase().includes(wanted.toLowerCase()));
  const send = (event: Event) => {
    event.preventDefault();
    if (wanted.trim() !== "") turn?.send(wanted.trim());
  };
  return (
    <form class="hint" onSubmit={send}>
      <label>
        {t("play.move")}{" "}
        <input value={wanted} onInput={(event) => setWanted(event.currentTarget.value)} autocomplete="off" />
      </label>{" "}
      <button>{t("play.send")}</button>
      <div class="choices" role="group" aria-label={t("play.legal")}>
        {found.slice(0, 60).map((move) => (
          <button type="button" key={move} onClick={() => turn?.send(move)}>
            {move}
          </button>
        ))}
      </div>
    </form>
  );
}

function Board({ table }: { table: Table }) {
  return (
    <div class="board generic">
      {table.turn && <MoveList turn={table.turn} />}
      {allSeats(table)
        .filter((seat) => table.views[seat])
        .map((seat) => (
          <div class="player" key={seat}>
            <SeatBar table={table} seat={seat} />
            {table.open[seat] ? (
              <table class="fields">
                <tbody>
                  {Object.entries(table.views[seat] ?? {}).filter(([key]) => key !== "possible").map(([key, value]) => (
                    <tr key={key}>
                      <th scope="row">{key}</th>
                      <td>
                        <Value value={value} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            ) : (
              <p class="empty">{t("board.hidden")}</p>
            )}
          </div>
        ))}
    </div>
  );
}

export const generic: GameBoard = { Board, phrase: () => undefined, hasHands: true };
