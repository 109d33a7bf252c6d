/** Sizes a canvas for the screen it is on and replays a picture on it. */
import { type Area, type BarImage, replay, type How as Replayed } from "../engine/replay";
import type { Picture } from "../engine/wire";

/** Pixels for one of CSS on paper. */
const ON_PAPER = 3;

/** Images of bars on a canvas, with so many pixels for one of CSS, that shows a picture from this row on. */
export type Images = (context: CanvasRenderingContext2D, onto: { density: number; from: number }, layer: Area) => BarImage;

interface How extends Pick<Replayed, "stretched" | "strength"> {
  images?: Images | undefined;
  /** Device pixels for one CSS pixel; by default those of the screen, or of paper. */
  density?: number;
  /** The rows of the picture that are painted; by default all. */
  rows?: { from: number; height: number };
}

/** Draws crisply. */
export function paint(canvas: HTMLCanvasElement, picture: Picture, how: How = {}): void {
  const density = how.density ?? (window.matchMedia("print").matches ? ON_PAPER : Math.max(1, Math.min(4, window.devicePixelRatio || 1)));
  const width = Math.round(picture.width * density);
  const { from, height: seen } = how.rows ?? { from: 0, height: picture.height };
  const height = Math.round(seen * density);
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) return;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, width, height);
  context.setTransform(density, 0, 0, density, 0, -from * density);
  const { images } = how;
  replay(context, picture, { ...how, hatch: (colour) => hatched(context, colour), image: images && ((layer) => images(context, { density, from }, layer)) });
}

/** Between two lines of a hatch, and the width of one, in CSS pixels; a tile is drawn with so many pixels for one. */
const [APART, THICK, FINE] = [4, 1.15, 8];

/** A hatch of lines at 45 degrees. */
function hatched(context: CanvasRenderingContext2D, colour: string): string | CanvasPattern {
  const tile = document.createElement("canvas");
  tile.width = tile.height = APART * FINE;
  const pen = tile.getContext("2d");
  if (!pen) return colour;
  pen.fillStyle = colour;
  pen.fillRect(0, 0, THICK * FINE, APART * FINE);
  const pattern = context.createPattern(tile, "repeat");
  pattern?.setTransform(new DOMMatrix().rotate(45).scale(1 / FINE));
  return pattern ?? colour;
}

/** The fonts the engine measured with. Until they are there a picture would be drawn in another. */
export const fontsReady: Promise<unknown> = Promise.all(
  ['400 12px "Inter"', '600 12px "Inter"', '400 12px "IBM Plex Mono"'].map((font) => document.fonts.load(font)),
).catch(() => undefined);
