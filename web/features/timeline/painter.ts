/** Paints a timeline: only the strips that show something else than before. */
import { type Images, paint } from "../../components/canvas";
import type { Stretch } from "../../engine/replay";
import type { TimelineSummary } from "../../engine/wire";
import { type Band, outsideOf, toPaint } from "./bands";
import { barImage } from "./image";
import type { Drawn } from "./state";

interface Painted {
  canvas: HTMLCanvasElement;
  of: TimelineSummary;
  /** What else all strips depend on. */
  key: string;
  /** The drawing of each strip on the canvas; null if it was stretched. */
  drawings: readonly (number | null)[];
}

export class Painter {
  private last: Painted | null = null;

  paint(canvas: HTMLCanvasElement, { of, look, reply }: Drawn, stretched: (strip: number) => Stretch | null): void {
    const { picture, strips } = reply;
    const stretches = strips.map((_, index) => stretched(index));
    const drawings = strips.map(({ drawing }, index) => (stretches[index] ? null : drawing));
    const key = JSON.stringify([look.theme, picture.width, picture.height, strips.length, window.devicePixelRatio, window.matchMedia("print").matches]);
    const { last } = this;
    const bands = last?.canvas === canvas && last.of === of && last.key === key ? toPaint(strips, picture.height, (index) => drawings[index] !== null && drawings[index] === last.drawings[index]) : null;
    this.last = { canvas, of, key, drawings };
    const how = { stretched: (strip: number) => stretches[strip] ?? null, images: bands ? only(bands) : barImage };
    const context = canvas.getContext("2d");
    if (!bands || !context) return paint(canvas, picture, how);
    const pixel = picture.width / canvas.width;
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.beginPath();
    for (const [from, to] of bands) context.rect(0, Math.floor(from / pixel), canvas.width, Math.ceil(to / pixel) - Math.floor(from / pixel));
    context.clip();
    paint(canvas, picture, how);
    context.restore();
  }
}

/** Takes bars that nobody sees. */
const UNSEEN: ReturnType<Images> = { dip: () => true, fill: () => undefined, put: () => undefined };

/** Images of the layers in these bands; of the others nothing is painted. */
function only(bands: readonly Band[]): Images {
  return (context, onto, layer) => (outsideOf(bands, [layer[1], layer[1] + layer[3]]) ? UNSEEN : barImage(context, onto, layer));
}
