// Small parts that several boards share.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { GameBoard, Table } from "./board";
import { CardBack } from "./cards";
import { t } from "./texts";

// A box that the Tab key stops at if its content does not fit, so that keys can scroll it. `atEnd`: it shows its end.
export function Box(props: { label: string; class: string; style?: Record<string, number>; atEnd?: boolean; children: ComponentChildren }) {
  const { label, atEnd = false, children, ...rest } = props;
  const place = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const box = place.current!;
    setScrolls(box.scrollHeight > box.clientHeight);
    if (atEnd) box.scrollTop = box.scrollHeight;
  });
  return (
    <div ref={place} role="group" aria-label={label} tabIndex={scrolls ? 0 : -1} {...rest}>
      {children}
    </div>
  );
}

const many = 3; // seats; more are two in a row, or on a phone each in one line

// Where a board stands: its size is the board's measure.
export function Room({ table, board }: { table: Table; board: GameBoard }) {
  const { Board } = board;
  const seats = table.names.length;
  const rows = seats > many ? Math.ceil((seats - 1) / 2) + 1 : seats;
  return (
    <Box class={seats > many ? "room many" : "room"} label={t("board.table")} style={{ "--seats": seats, "--seat-rows": rows }}>
      <Board table={table} />
    </Box>
  );
}

// The name of a seat, what it has, and its state in words and colour.
export function SeatBar({ table, seat, children }: { table: Table; seat: number; children?: ComponentChildren }) {
  const gone = table.gone.includes(seat);
  const moves = table.actors.includes(seat);
  const place = table.result?.places[seat];
  return (
    <div class={`seat-bar${moves ? " moves" : ""}${gone ? " gone" : ""}`}>
      <span class="seat-name">{table.names[seat]}</span>
      {moves && <span class="tag">{t("board.to_move")}</span>}
      {gone && <span class="tag bad">{t("board.forfeited")}</span>}
      {place !== undefined && <span class={place === 1 ? "tag first" : "tag"}>{t("board.place", place)}</span>}
      <span class="facts">{children}</span>
    </div>
  );
}

export function Fact({ label, value }: { label: string; value: string | number }) {
  return (
    <span class="fact">
      <span class="fact-label">{label}</span> <b>{value}</b>
    </span>
  );
}

// A button if there is something to do with it, else only what it shows. `enter`: what the key Enter does instead.
export function Spot(props: {
  act?: (() => void) | undefined;
  enter?: (() => void) | undefined;
  label?: string;
  kind?: string;
  pressed?: boolean;
  children: ComponentChildren;
}) {
  const { act, enter, label, kind = "", pressed, children } = props;
  if (!act) return <span class={`spot ${kind}`}>{children}</span>;
  return (
    <button
      type="button"
      class={`spot playable ${kind}`}
      onClick={act}
      onKeyDown={(event) => {
        if (!enter || event.key !== "Enter" || event.repeat) return;
        event.preventDefault();
        enter();
      }}
      {...(label ? { "aria-label": label } : {})}
      {...(pressed === undefined ? {} : { "aria-pressed": pressed })}
    >
      {children}
    </button>
  );
}

// The cards of a hand; backs if they are hidden. `spot` draws one card that is not hidden.
export function Hand(props: {
  table: Table;
  seat: number;
  cards: string[] | undefined;
  count: number;
  spot: (card: string, place: number) => ComponentChildren;
}) {
  const { table, seat, cards, count, spot } = props;
  const shown = table.open[seat] && cards !== undefined;
  return (
    <div class="hand" role="group" aria-label={t("board.hand_of", table.names[seat] ?? "")}>
      {shown
        ? cards.map(spot)
        : Array.from({ length: count }, (_, i) => (
            <span class="spot" key={i}>
              <CardBack />
            </span>
          ))}
      {shown && cards.length === 0 && <span class="empty">{t("board.no_cards")}</span>}
    </div>
  );
}

// A seat with its hand. `children`: the facts of its bar.
export function Player({ children, ...hand }: Parameters<typeof Hand>[0] & { children: ComponentChildren }) {
  return (
    <div class="player">
      <SeatBar table={hand.table} seat={hand.seat}>
        {children}
      </SeatBar>
      <Hand {...hand} />
    </div>
  );
}

// A number with a typographic minus.
export function signed(value: number): string {
  return value < 0 ? `−${-value}` : String(value);
}
