/** Which parts of a timeline are painted again. */

/** From this height to that, in CSS pixels. */
export type Band = readonly [from: number, to: number];

/** The bands of the strips that changed, each down to the next strip. */
export function toPaint(strips: readonly { top: number }[], height: number, isSame: (strip: number) => boolean): Band[] {
  return strips.flatMap(({ top }, index): Band[] => (isSame(index) ? [] : [[top, strips[index + 1]?.top ?? height]]));
}

/** Whether a band has nothing in common with any of these, beyond an edge. */
export function outsideOf(bands: readonly Band[], [from, to]: Band): boolean {
  return bands.every(([start, end]) => to <= start || end <= from);
}
