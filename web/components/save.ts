/** Hands a file or a text to the person. */
import type { Picture } from "../base/wire";
import { say } from "../state/say";
import { paint } from "./canvas";

/** Offers a file to be saved. */
export function saveBlob(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  say(`Saved ${fileName}`);
}

/** Puts a text on the clipboard, and says so. */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(`Copied ${what}`);
  } catch {
    say("The browser does not allow copying here");
  }
}

/** Around a picture, and the height of a line of words above or below it, in CSS pixels. */
const MARGIN = 16;
const LINE = 24;

/** Saves a picture as PNG on the colour it stands on: what it is above it, what the colours of its tags mean below. */
export function savePicture(picture: Picture, title: string, fileName: string, legend: readonly { label: string; slot: number }[] = []): void {
  const drawing = document.createElement("canvas");
  paint(drawing, picture);
  const density = drawing.width / picture.width;
  const tags = legend.filter(({ slot }) => slot > 0);
  const whole = document.createElement("canvas");
  whole.width = Math.round((picture.width + 2 * MARGIN) * density);
  whole.height = Math.round((picture.height + 2 * MARGIN + LINE + (tags.length > 0 ? LINE : 0)) * density);
  const context = whole.getContext("2d");
  if (!context) return;
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  context.fillStyle = colour("--canvas");
  context.fillRect(0, 0, whole.width, whole.height);
  context.drawImage(drawing, Math.round(MARGIN * density), Math.round((MARGIN + LINE) * density));
  context.scale(density, density);
  context.textBaseline = "alphabetic";
  context.font = '600 12px "Inter", sans-serif';
  context.fillStyle = colour("--ink");
  context.fillText(title, MARGIN, MARGIN + 12, picture.width);
  context.font = '400 11px "Inter", sans-serif';
  let x = MARGIN;
  const y = MARGIN + LINE + picture.height + 18;
  const write = (text: string): void => {
    context.fillStyle = colour("--ink2");
    context.fillText(text, x, y);
    x += context.measureText(text).width + 16;
  };
  if (tags.length > 0) write("tag");
  for (const { label, slot } of tags) {
    context.fillStyle = colour(`--t${slot}`);
    context.fillRect(x, y - 5, 14, 2);
    x += 20;
    write(label);
  }
  whole.toBlob((blob) => blob && saveBlob(blob, fileName), "image/png");
}
