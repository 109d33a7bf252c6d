/** A picture as a file of its own: loaded when somebody saves one. */
import type { EventKind, Legend } from "../base/legend";
import type { Picture } from "../engine/wire";
import { paint } from "./canvas";

/** Around a picture, and the height of a line of words above or below it, in CSS pixels. */
const MARGIN = 16;
const LINE = 24;

/** Pixels for one of CSS in a file: a slide or a paper shows it larger than the screen did. */
const IN_FILES = 2;

/** Half the height of the sign of a kind of event. */
const SIGN = 6;

/** The PNG of a picture, with its title above and its legend below; null where the browser cannot make it. */
export function pictureFile(picture: Picture, title: string, legend?: Legend): Promise<Blob | null> {
  const drawing = document.createElement("canvas");
  const density = Math.max(IN_FILES, window.devicePixelRatio || 1);
  paint(drawing, picture, { density });
  const whole = document.createElement("canvas");
  const context = whole.getContext("2d");
  if (!context) return Promise.resolve(null);
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const font = '400 11px "Inter", sans-serif';
  const entries = legend ? entriesOf(legend) : [];
  context.font = font;
  const places = laidOut(entries.map(({ label, before }) => before + context.measureText(label).width), picture.width);
  whole.width = Math.round((picture.width + 2 * MARGIN) * density);
  whole.height = Math.round((picture.height + 2 * MARGIN + LINE * (1 + places.lines)) * density);
  context.fillStyle = colour("--canvas");
  context.fillRect(0, 0, whole.width, whole.height);
  context.drawImage(drawing, Math.round(MARGIN * density), Math.round((MARGIN + LINE) * density));
  context.scale(density, density);
  context.textBaseline = "alphabetic";
  context.font = '600 12px "Inter", sans-serif';
  context.fillStyle = colour("--ink");
  context.fillText(title, MARGIN, MARGIN + 12, picture.width);
  context.font = font;
  entries.forEach(({ label, before, ink, sign }, index) => {
    const [x, y] = places.at[index] ?? [0, 0];
    context.save();
    context.translate(MARGIN + x, MARGIN + LINE + picture.height + y);
    context.fillStyle = context.strokeStyle = colour(ink);
    sign(context);
    context.fillStyle = colour("--ink2");
    context.fillText(label, before, 4);
    context.restore();
  });
  return new Promise((done) => whole.toBlob(done, "image/png"));
}

/** An entry of a legend: how much room its sign takes, and how that is drawn around 0. */
interface Entry {
  label: string;
  before: number;
  ink: string;
  sign: (context: CanvasRenderingContext2D) => void;
}

function entriesOf({ kinds, word, tags }: Legend): Entry[] {
  const bar = (from: number, to: number, dashes: number[] = []) => (context: CanvasRenderingContext2D): void => {
    context.setLineDash(dashes);
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(4, from);
    context.lineTo(4, to);
    context.stroke();
  };
  // As the ribbon draws them: a send up, a receive down, a collective through both.
  const signs: Readonly<Record<EventKind, Entry["sign"]>> = {
    send: bar(-SIGN, 0),
    receive: bar(0, SIGN),
    collective: bar(-SIGN, SIGN, [3, 3]),
    other: (context) => context.fillRect(2.5, -1.5, 3, 3),
  };
  const words: Entry[] = tags.length > 0 ? [{ label: word, before: 0, ink: "--ink2", sign: () => undefined }] : [];
  return [
    ...kinds.map((kind) => ({ label: kind, before: 12, ink: "--ink2", sign: signs[kind] })),
    ...words,
    ...tags.map(({ label, slot }) => ({ label, before: 20, ink: `--t${slot}`, sign: (context: CanvasRenderingContext2D) => context.fillRect(0, -1, 14, 2) })),
  ];
}

/** Where entries of some widths stand, in lines of a width. */
function laidOut(widths: readonly number[], width: number): { at: [number, number][]; lines: number } {
  let [x, line] = [0, 0];
  const at = widths.map((own): [number, number] => {
    if (x > 0 && x + own > width) [x, line] = [0, line + 1];
    const place: [number, number] = [x, LINE * line + LINE / 2 + 4];
    x += own + 16;
    return place;
  });
  return { at, lines: widths.length > 0 ? line + 1 : 0 };
}
