/** The bars of a layer as one image on a canvas. */
import type { Images } from "../../components/canvas";
import { partsOf, Pixels } from "./pixels";

/** An image of what is in an area of a picture; it is painted through the clip of the canvas. */
export const barImage: Images = (context, { density, from }, [x, y, w, h]) => {
  const [left, top] = [Math.floor(x * density), Math.floor((y - from) * density)];
  const [width, height] = [Math.ceil((x + w) * density) - left, Math.ceil((y + h - from) * density) - top];
  const pixels = new Pixels({ left, top, width, height });
  return {
    dip: (colour) => {
      const parts = partsOf(colour);
      if (parts) pixels.dip(parts);
      return parts !== null;
    },
    fill: (barX, barY, barW, barH) => pixels.fill(barX * density, (barY - from) * density, barW * density, barH * density),
    put: () => {
      const spare = spareOf(width, height);
      if (!spare) return;
      spare.putImageData(new ImageData(pixels.bytes, width, height), 0, 0);
      context.imageSmoothingEnabled = false;
      context.drawImage(spare.canvas, 0, 0, width, height, left / density, top / density + from, width / density, height / density);
    },
  };
};

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
