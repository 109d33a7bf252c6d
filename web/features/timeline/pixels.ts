/** Bars as pixels, filled in memory: of tens of thousands a canvas takes longer than a frame, one by one or as a path. */

/** Red, green and blue, each from 0 to 255. */
type Colour = readonly [number, number, number];

/** The parts of a colour like "#1F6FEB"; null of any other form. */
export function partsOf(colour: string): Colour | null {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) return null;
  const all = Number.parseInt(colour.slice(1), 16);
  return [all >> 16, (all >> 8) & 255, all & 255];
}

/** An area of a canvas in the canvas's own pixels. */
export interface Region {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The pixels of a region, row by row: red, green, blue and strength of each, at first nothing. */
export class Pixels {
  readonly bytes: Uint8ClampedArray<ArrayBuffer>;
  private readonly words: Uint32Array;
  private readonly one = new Uint8Array(4);
  private readonly oneWord = new Uint32Array(this.one.buffer);

  constructor(readonly region: Region) {
    this.bytes = new Uint8ClampedArray(4 * region.width * region.height);
    this.words = new Uint32Array(this.bytes.buffer);
  }

  /** What is filled next has this colour. */
  dip(colour: Colour): void {
    this.one.set(colour);
    this.one[3] = 255;
  }

  /** Fills what of a rectangle is in the region. A pixel that it covers in part is mixed with what is there. */
  fill(x: number, y: number, w: number, h: number): void {
    const { width, height, left: from, top: first } = this.region;
    const [left, right, top, bottom] = [Math.max(0, x - from), Math.min(width, x + w - from), Math.max(0, y - first), Math.min(height, y + h - first)];
    const word = this.oneWord[0] ?? 0;
    for (let row = Math.floor(top); row < bottom; row += 1) {
      const high = Math.min(bottom, row + 1) - Math.max(top, row);
      for (let column = Math.floor(left); column < right; column += 1) {
        const covered = high * (Math.min(right, column + 1) - Math.max(left, column));
        if (covered < 1) this.mix(width * row + column, covered);
        else this.words[width * row + column] = word;
      }
    }
  }

  private mix(pixel: number, covered: number): void {
    const { bytes, one } = this;
    const at = 4 * pixel;
    // What shows through of what was there before.
    const before = ((bytes[at + 3] ?? 0) / 255) * (1 - covered);
    const all = covered + before;
    const share = covered / all;
    for (let part = 0; part < 3; part += 1) {
      const there = bytes[at + part] ?? 0;
      bytes[at + part] = there + ((one[part] ?? 0) - there) * share;
    }
    bytes[at + 3] = all * 255;
  }
}
