// Signs of buttons.
const shapes = {
  first: "M5 5h3v14H5ZM20 5v14L9 12Z",
  back: "M17 5v14L6 12Z",
  play: "M7 4l13 8-13 8Z",
  pause: "M6 5h4v14H6ZM14 5h4v14h-4Z",
  forward: "M7 5l11 7-11 7Z",
  last: "M16 5h3v14h-3ZM4 5l11 7-11 7Z",
  problem: "M12 2L23 21H1ZM11 9v6h2V9ZM11 16.5v2h2v-2Z",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4.2 4.2 0 0 0-6-6l-1.5 1.5 1.4 1.4 1.5-1.4a2.2 2.2 0 0 1 3.2 3.1l-3 3a2.2 2.2 0 0 1-3.2-.2ZM14 10a4 4 0 0 0-6-.4l-3 3a4.2 4.2 0 0 0 6 6l1.5-1.5-1.4-1.4-1.5 1.4a2.2 2.2 0 0 1-3.2-3.1l3-3a2.2 2.2 0 0 1 3.2.2Z",
} as const;

export function Icon({ name }: { name: keyof typeof shapes }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[name]} fill-rule="evenodd" />
    </svg>
  );
}
