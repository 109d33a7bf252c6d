/** Shapes over a row of the timeline, a unit of x for each column, in a box that is 10 high. */

/** The height of the critical path where it is at all, and where it is nowhere else. */
const LEAST_HEIGHT = 3;
const HEIGHT = 10;
/** How much paler a row is where all of the range is slack, in steps. */
const SHADES = 3;
const PALEST = 0.75;

/** The critical path as bars: their height is its share of each column; equal ones are one. */
export function pathOf(shares: readonly number[]): string {
  let out = "";
  for (let at = 0; at < shares.length; ) {
    const height = heightOf(shares[at] ?? 0);
    let end = at + 1;
    while (end < shares.length && heightOf(shares[end] ?? 0) === height) end += 1;
    if (height > 0) out += `M${at} ${5 - height / 2}h${end - at}v${height}h-${end - at}z`;
    at = end;
  }
  return out;
}

function heightOf(share: number): number {
  return share <= 0.001 ? 0 : Math.round(10 * (LEAST_HEIGHT + (HEIGHT - LEAST_HEIGHT) * Math.min(1, share))) / 10;
}

/** What could be later: the paler the later, in a few shades. `span`: how long the visible range is, in nanoseconds. */
export function fadeOf(slack: readonly number[], span: number): { opacity: number; d: string }[] {
  const shade = (time: number): number => (time <= 0 || span <= 0 ? 0 : Math.ceil(SHADES * Math.min(1, Math.sqrt(time / span))));
  return Array.from({ length: SHADES }, (_, index) => {
    const number = index + 1;
    let d = "";
    for (let at = 0; at < slack.length; ) {
      const own = shade(slack[at] ?? 0);
      let end = at + 1;
      while (end < slack.length && shade(slack[end] ?? 0) === own) end += 1;
      if (own === number) d += `M${at} 0h${end - at}v10h-${end - at}z`;
      at = end;
    }
    return { opacity: (PALEST * number) / SHADES, d };
  }).filter(({ d }) => d !== "");
}
