// Ratings over time, as a plot to zoom into: replaces the drawing in <div id="history">, if the page has
// <script type="application/json" id="points"> with [{"at": "2026-11-23T06:00:00Z", "name": "ann", "rating": 12.5,
// "reach": 3}, ...] in the order of time.
import uPlot from "uplot";
import { language, setLanguage, t } from "./texts";

interface Point {
  at: string;
  name: string;
  rating: number;
  reach: number;
}

const most = 8; // lines; the best at the end

// Lines differ in their dashes as well.
const colours = ["#0b8a76", "#c3331a", "#0a62b0", "#9a6b00", "#8a3fa0", "#5c6066", "#00734f", "#b0447a"];
const dashes = [[], [8, 4], [2, 3], [12, 4, 2, 4]];

function seriesOf(points: Point[]): { names: string[]; data: uPlot.AlignedData } {
  const times = [...new Set(points.map((point) => Date.parse(point.at) / 1000))].sort((a, b) => a - b);
  const place = new Map(times.map((time, i) => [time, i]));
  const lines = new Map<string, (number | null)[]>();
  for (const point of points) {
    const line = lines.get(point.name) ?? times.map(() => null);
    line[place.get(Date.parse(point.at) / 1000)!] = point.rating;
    lines.set(point.name, line);
  }
  const last = (line: (number | null)[]) => line.findLast((value) => value !== null) ?? -Infinity;
  const best = [...lines].sort(([, a], [, b]) => last(b) - last(a)).slice(0, most);
  return { names: best.map(([name]) => name), data: [times, ...best.map(([, line]) => line)] };
}

function draw(box: HTMLElement, points: Point[]): void {
  const { names, data } = seriesOf(points);
  const ink = getComputedStyle(box).color;
  const day = new Intl.DateTimeFormat(language(), { day: "numeric", month: "short", timeZone: "UTC" }); // as on the whole page
  const minute = new Intl.DateTimeFormat(language(), { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: "UTC" });
  const atTime = (format: Intl.DateTimeFormat, time: number | null) => (time === null ? "–" : format.format(time * 1000));
  const axis = { stroke: ink, grid: { stroke: "#8884", width: 1 }, ticks: { stroke: "#8884" } };
  const size = () => ({ width: Math.max(280, box.clientWidth), height: box.clientWidth < 500 ? 260 : 340 });
  box.replaceChildren();
  const plot = new uPlot(
    {
      ...size(),
      tzDate: (time) => uPlot.tzDate(new Date(time * 1000), "Etc/UTC"),
      axes: [
        {
          ...axis,
          space: 110,
          incrs: [60, 300, 1800, 3600, 10_800, 43_200, 86_400, 172_800, 604_800, 2_592_000], // labels show no seconds
          values: (_, times) => times.map((time) => atTime(times[times.length - 1]! - times[0]! > 3 * 86_400 ? day : minute, time)),
        },
        { ...axis, size: 56 },
      ],
      series: [
        { label: t("plot.time"), value: (_, time: number | null) => atTime(minute, time) },
        ...names.map((label, i) => ({
          label,
          stroke: colours[i % colours.length]!,
          dash: dashes[Math.floor(i / 2) % dashes.length]!,
          width: 2,
          spanGaps: true,
          points: { show: false },
          value: (_: uPlot, value: number | null) => (value === null ? "–" : value.toFixed(0)),
        })),
      ],
    },
    data,
    box,
  );
  new ResizeObserver(() => plot.setSize(size())).observe(box);
}

const box = document.getElementById("history");
const data = document.getElementById("points");
if (box && data) {
  setLanguage(document.documentElement.lang);
  const points = JSON.parse(data.textContent ?? "[]") as Point[];
  if (points.length > 1) draw(box, points);
}
