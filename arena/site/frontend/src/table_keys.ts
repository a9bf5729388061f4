// The keys of a person who plays: arrows go from one thing to the next, and the focus stays on the table when what had it
// is gone, as a card is that was played.
import { useEffect, useRef } from "preact/hooks";

const directions: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

interface Point {
  x: number;
  y: number;
}

function middleOf(element: Element): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

function buttonsOf(place: Element): HTMLElement[] {
  return [...place.querySelectorAll<HTMLElement>("button")].filter((button) => button.offsetParent !== null);
}

function least(all: HTMLElement[], cost: (at: Point) => number): HTMLElement | undefined {
  const costs = all.map((one) => ({ one, cost: cost(middleOf(one)) })).filter(({ cost }) => cost < Infinity);
  return costs.sort((a, b) => a.cost - b.cost)[0]?.one;
}

// The next button in this direction, or within 45 degrees of it.
function nextOf(from: Point, all: HTMLElement[], [dx, dy]: [number, number]): HTMLElement | undefined {
  return least(all, ({ x, y }) => {
    const along = (x - from.x) * dx + (y - from.y) * dy;
    const beside = Math.abs((x - from.x) * dy) + Math.abs((y - from.y) * dx);
    return along > 1 && beside <= along ? along + 2 * beside : Infinity;
  });
}

function nearestTo(from: Point, all: HTMLElement[]): HTMLElement | undefined {
  return least(all, ({ x, y }) => Math.hypot(x - from.x, y - from.y));
}

// For the element that has the board, and what is said about the game.
export function useTableKeys() {
  const place = useRef<HTMLDivElement>(null);
  const last = useRef<Point | null>(null); // where the focus was at the table; null if it went elsewhere
  useEffect(() => {
    const room = place.current?.querySelector<HTMLElement>(".room");
    if (!room || last.current === null || ![document.body, room].includes(document.activeElement as HTMLElement)) return;
    (nearestTo(last.current, buttonsOf(room)) ?? room).focus({ preventScroll: true });
  });
  const onFocusIn = ({ target }: FocusEvent) => {
    if ((target as Element).matches("button")) last.current = middleOf(target as Element);
  };
  const onFocusOut = ({ relatedTarget }: FocusEvent) => {
    // What is removed gives the focus to nothing.
    if (relatedTarget && !place.current?.contains(relatedTarget as Node)) last.current = null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = event.target as HTMLElement;
    if (event.ctrlKey || event.altKey || event.metaKey || !at.matches("button, .room")) return;
    // A key that is held down must not play the next move, too.
    if (event.repeat && (event.key === "Enter" || event.key === " ")) return event.preventDefault();
    const direction = directions[event.key];
    if (!direction) return;
    event.preventDefault();
    const from = at.matches("button") ? middleOf(at) : (last.current ?? middleOf(at));
    nextOf(from, buttonsOf(place.current!), direction)?.focus();
  };
  return { ref: place, onFocusIn, onFocusOut, onKeyDown };
}
