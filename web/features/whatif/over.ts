/** Shapes over a row of the timeline, a unit of x for each column, in a box that is 10 high. */

/** How much paler a row is where all of the range is slack, in steps. */
const SHADES = 3;
const PALEST = 0.75;

/** What could be later: the paler the later, in a few shades. `span`: how long the visible range is, in nanoseconds. */
export function fadeOf(slack: readonly number[], span: number): Shade[] {
  return shadesOf(slack, (time) => (time <= 0 || span <= 0 ? 0 : Math.sqrt(time / span)));
}

/** What is not on the critical path: the paler the less of a column is. */
export function besidePath(shares: readonly number[]): Shade[] {
  return shadesOf(shares, (share) => (share <= 0.001 ? 1 : Math.min(1, 1 - share) * (1 - 1 / SHADES)));
}

interface Shade {
  opacity: number;
  d: string;
}

function shadesOf(columns: readonly number[], pale: (value: number) => number): Shade[] {
  const shade = (value: number): number => Math.ceil(SHADES * Math.min(1, pale(value)));
  return Array.from({ length: SHADES }, (_, index) => {
    const number = index + 1;
    let d = "";
    for (let at = 0; at < columns.length; ) {
      const own = shade(columns[at] ?? 0);
      let end = at + 1;
      while (end < columns.length && shade(columns[end] ?? 0) === own) end += 1;
      if (own === number) d += `M${at} 0h${end - at}v10h-${end - at}z`;
      at = end;
    }
    return { opacity: (PALEST * number) / SHADES, d };
  }).filter(({ d }) => d !== "");
}

/** How close marks may stand, in pixels. */
const APART_PX = 22;

/** Where the numbers of steps on a process stand, from left to right; those that would cover each other share a mark. */
export function marksOf(steps: readonly { process: number; begin: number }[], process: number, xOf: (time: number) => number): { x: number; numbers: string }[] {
  const all = steps.map((step, index) => ({ own: step.process, x: xOf(step.begin), number: index + 1 })).filter(({ own }) => own === process);
  const groups: { x: number; last: number; numbers: number[] }[] = [];
  for (const { x, number } of all.sort((a, b) => a.x - b.x || a.number - b.number)) {
    const before = groups.at(-1);
    if (before && x - before.last < APART_PX) {
      before.numbers.push(number);
      before.last = x;
    } else groups.push({ x, last: x, numbers: [number] });
  }
  return groups.map(({ x, last, numbers }) => ({ x: (x + last) / 2, numbers: numbers.sort((a, b) => a - b).join(" ") }));
}
