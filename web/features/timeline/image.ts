/** The bars of a layer as one image on a canvas. */
import type { BarImage } from "../../engine/replay";
import { partsOf, Pixels } from "./pixels";

/** Where a picture is painted: pixels of the canvas for one of CSS, and the first row of the picture that it shows. */
interface Onto {
  density: number;
  from: number;
}

/** An image of what is in an area of a picture; it is painted through the clip of the canvas. */
export function barImage(context: CanvasRenderingContext2D, { density, from }: Onto, area: readonly [number, number, number, number]): BarImage {
  const [areaLeft, areaTop, areaWidth, areaHeight] = area;
  const [left, top] = [Math.floor(areaLeft * density), Math.floor((areaTop - from) * density)];
  const [width, height] = [Math.ceil((areaLeft + areaWidth) * density) - left, Math.ceil((areaTop + areaHeight - from) * density) - top];
  const pixels = new Pixels({ left, top, width, height });
  return {
    dip: (colour) => {
      const parts = partsOf(colour);
      if (parts) pixels.dip(parts);
      return parts !== null;
    },
    fill: (x, y, w, h) => pixels.fill(x * density, (y - from) * density, w * density, h * density),
    put: () => {
      const spare = spareOf(width, height);
      if (!spare) return;
      spare.putImageData(new ImageData(pixels.bytes, width, height), 0, 0);
      context.imageSmoothingEnabled = false;
      context.drawImage(spare.canvas, 0, 0, width, height, left / density, top / density + from, width / density, height / density);
    },
  };
}

/** Pixels get to a canvas through another one, which is there once. */
let spare: CanvasRenderingContext2D | null = null;

/** It, at least so large; null for nothing. */
function spareOf(width: number, height: number): CanvasRenderingContext2D | null {
  spare ??= document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (!spare || width <= 0 || height <= 0) return null;
  if (spare.canvas.width < width) spare.canvas.width = width;
  if (spare.canvas.height < height) spare.canvas.height = height;
  return spare;
}
