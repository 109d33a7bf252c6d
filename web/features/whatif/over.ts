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
  const shade = (value: number) => Math.ceil(SHADES * Math.min(1, pale(value)));
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

/** Runs of columns of which at least half is left out, in columns. */
export function runsOf(shares: readonly number[]): readonly (readonly [number, number])[] {
  const runs: [number, number][] = [];
  for (const [at, share] of shares.entries()) {
    const last = runs.at(-1);
    if (share < 0.5) continue;
    if (last?.[1] === at) last[1] = at + 1;
    else runs.push([at, at + 1]);
  }
  return runs;
}

/** A mark with the place that it is about: it stands beside that where another mark covers it. */
export interface Mark {
  x: number;
  y: number;
  at: number;
  numbers: string;
}

/** How wide a mark is, and how high, in pixels. */
const MARK_PX = { least: 18, letter: 7, more: 10, high: 16, gap: 2 };

const widthOf = ({ numbers }: Pick<Mark, "numbers">): number => Math.max(MARK_PX.least, MARK_PX.more + MARK_PX.letter * numbers.length);

/** Moves marks to the right until none covers another; back to the left where the strip ends. */
export function placed(marks: readonly Omit<Mark, "at">[], [left, right]: readonly [number, number]): Mark[] {
  const done: Mark[] = [];
  for (const { x, y, numbers } of [...marks].sort((a, b) => a.x - b.x || a.y - b.y)) {
    const own = widthOf({ numbers });
    const next = (from: number, by: 1 | -1) => {
      let place = from;
      const covers = (other: Mark) => Math.abs(other.y - y) < MARK_PX.high && Math.abs(other.x - place) < (own + widthOf(other)) / 2 + MARK_PX.gap;
      for (let other = done.find(covers); other; other = done.find(covers)) place = other.x + by * ((own + widthOf(other)) / 2 + MARK_PX.gap);
      return place;
    };
    const [most, least] = [right - own / 2, left + own / 2];
    const wanted = Math.max(least, Math.min(most, x));
    const further = next(wanted, 1);
    done.push({ x: further <= most ? further : Math.max(least, next(wanted, -1)), y, at: x, numbers });
  }
  return done;
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
