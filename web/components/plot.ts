/** What charts and maps that the page draws itself have in common: a sharp canvas, the page's colours, round values, strengths. */

/** A canvas of a size in CSS pixels, cleared, at the density of the screen. */
export function prepared(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D | null {
  const density = Math.max(1, Math.min(4, window.devicePixelRatio || 1));
  canvas.width = Math.round(width * density);
  canvas.height = Math.round(height * density);
  const context = canvas.getContext("2d");
  context?.setTransform(density, 0, 0, density, 0, 0);
  return context;
}

/** A colour of the theme. */
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** Round values for lines across a chart, two to five of them below its top. */
export function linesOf(top: number): number[] {
  const size = 10 ** Math.floor(Math.log10(top));
  const step = [0.2, 0.5, 1, 2].map((part) => part * size).find((one) => top / one <= 5.5) ?? size;
  return Array.from({ length: Math.floor(top / step) }, (_, at) => (at + 1) * step).filter((value) => value < top * 0.97);
}

/** How strong a value is drawn, 0.04 to 0.94, by its logarithm between the least and the most that is not nothing. */
export function strengthOf(value: number, least: number, most: number): number {
  if (value <= 0) return 0;
  if (most <= least) return 0.5;
  return 0.04 + (0.9 * Math.log(value / least)) / Math.log(most / least);
}
