// Whether a board is seen whole: at once, without scrolling, and nothing lies on it.

export const windows = [
  { width: 1280, height: 720 },
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
];

// What is not seen of the board, a line each. Of cards that lie on each other the corner with the rank is seen: there
// the browser finds the card.
function notSeen() {
  const parts = ".board :is(.card, .slot, .ghost, .seat-bar, .seat-bar .tag, .fact, .lane-score, .suit-rows, button)";
  const lists = ".bridge-notes, .choices, .scroll"; // which are read, and scroll
  const found = [...document.querySelectorAll(parts)].flatMap((part) => {
    const { left, top, right, bottom, width, height } = part.getBoundingClientRect();
    if (part.closest(lists) || width === 0) return [];
    const there = document.elementFromPoint(left + width * 0.12, top + Math.min(8, height * 0.2));
    const isThere = (part.closest(".spot") ?? part).contains(there) || there?.closest(".spot, .seat-bar")?.contains(part);
    let isInside = left >= 0 && top >= 0 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    for (let box = part.parentElement; box.closest(".room"); box = box.parentElement) {
      const limit = box.getBoundingClientRect();
      const clips = getComputedStyle(box).overflowY !== "visible";
      if (clips && (top < limit.top - 1 || bottom > limit.bottom + 1 || left < limit.left - 1 || right > limit.right + 1)) isInside = false;
    }
    if (isThere && isInside) return [];
    const name = part.getAttribute("aria-label") ?? part.textContent;
    return [`${name}, ${Math.round(width)}x${Math.round(height)} at ${Math.round(left)},${Math.round(top)}: ${isInside ? there?.outerHTML.slice(0, 60) : "outside"}`];
  });
  const { top } = document.querySelector(".room").getBoundingClientRect();
  // On a phone a person sees there, too, whose turn it is.
  return top > 48 && innerWidth > 960 ? [...found, `a bar of ${top} px`] : found;
}

// Adds to `findings` what is not seen in this window.
export async function look(page, what, findings) {
  const found = await page.evaluate(notSeen);
  const { width, height } = page.viewportSize();
  if (found.length > 0) findings.push(`${what}, ${width}x${height}: ${found.length} parts, such as ${found.slice(0, 3).join(" | ")}`);
}

export async function lookInAllWindows(page, what, findings) {
  const own = page.viewportSize();
  for (const size of windows) {
    await page.setViewportSize(size);
    await look(page, what, findings);
  }
  await page.setViewportSize(own);
}
