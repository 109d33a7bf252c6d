/** Paints a timeline: only the strips that show something else than before. */
import { type Images, paint } from "../../components/canvas";
import type { Stretch } from "../../engine/replay";
import type { TimelineLook, TimelineStrip } from "../../engine/wire";
import { type Band, outsideOf, toPaint } from "./bands";
import { barImage } from "./image";

interface Painted {
  canvas: HTMLCanvasElement;
  /** What all strips depend on. */
  key: string;
  /** The drawing of each strip on the canvas; null if it was stretched. */
  drawings: readonly (number | null)[];
}

interface Drawn {
  handle: number;
  draft: boolean;
  look: TimelineLook;
  reply: { picture: Parameters<typeof paint>[1]; strips: readonly TimelineStrip[] };
}

export class Painter {
  private last: Painted | null = null;

  paint(canvas: HTMLCanvasElement, { handle, draft, look, reply }: Drawn, stretched: (strip: number) => Stretch | null): void {
    const { picture, strips } = reply;
    const stretches = strips.map((_, index) => stretched(index));
    const drawings = strips.map(({ drawing }, index) => (stretches[index] ? null : drawing));
    const key = JSON.stringify([handle, draft, look.theme, picture.width, picture.height, strips.length, window.devicePixelRatio, window.matchMedia("print").matches]);
    const { last } = this;
    const bands = last?.canvas === canvas && last.key === key ? toPaint(strips, picture.height, (index) => drawings[index] !== null && drawings[index] === last.drawings[index]) : null;
    this.last = { canvas, key, drawings };
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

/** Images of the layers in these bands; of the others nothing is painted. */
function only(bands: readonly Band[]): Images {
  return (context, onto, layer) => {
    const image = barImage(context, onto, layer);
    return outsideOf(bands, [layer[1], layer[1] + layer[3]]) ? { ...image, fill: () => undefined, put: () => undefined } : image;
  };
}
