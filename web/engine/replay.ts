/**
 * Puts a picture on a canvas.
 *
 * A picture is a flat list of commands made in the worker; this is the only place of the page that reads it.
 * Neighbouring rectangles and lines of one style become one path, since a canvas pays by the call, not by the
 * shape: 5,000 rectangles cost 0.7 ms this way. The order of drawing is kept where shapes may overlap. Bars are filled one by
 * one: a path of thousands of them, each of another height, takes many times as long. Many of them become an image.
 */
import type { Picture, Style } from "./wire";

/** What `replay` needs of a canvas; a test passes a log instead. */
export type Surface = Pick<
  CanvasRenderingContext2D,
  | "beginPath"
  | "moveTo"
  | "lineTo"
  | "closePath"
  | "rect"
  | "roundRect"
  | "arc"
  | "fill"
  | "stroke"
  | "fillRect"
  | "fillText"
  | "save"
  | "restore"
  | "clip"
  | "fillStyle"
  | "strokeStyle"
  | "lineWidth"
  | "font"
  | "textAlign"
  | "globalAlpha"
>;

/** While a gesture lasts, x becomes `scale * x + shift` inside the layer of a strip. */
export interface Stretch {
  scale: number;
  shift: number;
}

const RECT = 1;
const PATH = 2;
const TEXT = 3;
const CIRCLE = 4;
const BEGIN_LAYER = 5;
const END_LAYER = 6;
const OWNER = 7;
const BARS = 8;
const SAME: Stretch = { scale: 1, shift: 0 };
const ANCHORS = ["left", "center", "right"] as const;
const PLAIN: Style = { fill: "", stroke: "", lineWidth: 1, font: "" };

/** What a fill begins with that is no colour but a hatch in the colour behind it. */
const HATCH = "hatch ";

/** What a hatch in a colour is painted with. */
type Hatch = (colour: string) => string | CanvasPattern;

/** Whose a part of a picture is: -1 the whole picture's, 0.. a message's, -2.. of the line of a process. */
export const NOBODY = -1;

/** The line that an owner is, -1 if it is none. */
export function lineOf(owner: number): number {
  return owner < NOBODY ? -2 - owner : -1;
}

/** Left, top, width and height, in CSS pixels. */
export type Area = readonly [number, number, number, number];

/** Bars that become an image, which is put on the canvas when all are filled. */
export interface BarImage {
  /** What is filled next has this colour; whether that can be. */
  dip: (colour: string) => boolean;
  fill: (x: number, y: number, w: number, h: number) => void;
  put: () => void;
}

/** How many bars at once are worth an image. */
const MANY = 32;

export interface How {
  /** The stretch of what is in the layer of a strip. */
  stretched?: ((strip: number) => Stretch | null) | undefined;
  /** Lets what belongs to some owners step back, from 0 to 1. */
  strength?: ((owner: number) => number) | undefined;
  /** Paints hatches, which are flat without it. */
  hatch?: Hatch;
  /** An image for many bars of a layer in this area; without it they are filled one by one. */
  image?: ((layer: Area) => BarImage) | undefined;
}

/** Draws the picture in CSS pixels. Unknown commands end the drawing: what follows could not be read. */
export function replay(surface: Surface, picture: Picture, how: How = {}): void {
  const { stretched, strength } = how;
  const { numbers, strings, styles } = picture;
  const pen = new Pen(surface, how);
  let stretch = SAME;
  let alpha = 1;
  let layers = 0;
  let at = 0;
  const next = () => numbers[at++] ?? 0;
  while (at < numbers.length) {
    const op = next();
    const style = styles[next()] ?? PLAIN;
    if (op === RECT) {
      const x = next() * stretch.scale + stretch.shift;
      const y = next();
      const w = next() * stretch.scale;
      const h = next();
      pen.rect(style, x, y, w, h, next());
    } else if (op === PATH) {
      const closed = next() === 1;
      const points = next();
      pen.path(style, closed, numbers, at, points, stretch);
      at += points * 2;
    } else if (op === BARS) {
      const count = next();
      pen.bars(style, numbers.subarray(at, at + 4 * count), stretch);
      at += 4 * count;
    } else if (op === TEXT) {
      const text = strings[next()] ?? "";
      const x = next() * stretch.scale + stretch.shift;
      const y = next();
      pen.text(style, text, x, y, ANCHORS[next()] ?? "left");
    } else if (op === CIRCLE) {
      const x = next() * stretch.scale + stretch.shift;
      const y = next();
      pen.circle(style, x, y, next());
    } else if (op === BEGIN_LAYER) {
      pen.flush();
      stretch = stretched?.(next()) ?? SAME;
      if (!stretched) at += 1;
      const area: Area = [next(), next(), next(), next()];
      surface.save();
      surface.beginPath();
      surface.rect(...area);
      surface.clip();
      pen.forget();
      pen.layer = area;
      alpha = 1;
      layers += 1;
    } else if (op === END_LAYER && layers > 0) {
      pen.flush();
      surface.restore();
      pen.forget();
      pen.layer = null;
      stretch = SAME;
      alpha = 1;
      layers -= 1;
    } else if (op === OWNER) {
      const wanted = strength?.(next()) ?? 1;
      if (!strength) at += 1;
      if (wanted !== alpha) {
        pen.flush();
        surface.globalAlpha = alpha = wanted;
      }
    } else {
      break;
    }
  }
  pen.flush();
  if (alpha !== 1) surface.globalAlpha = 1;
  for (; layers > 0; layers -= 1) surface.restore();
}

/** Collects shapes of one style into one path, and sets a property of the canvas only when it changes. */
class Pen {
  private style: Style | null = null;
  private right = Number.NEGATIVE_INFINITY;
  private fillStyle = "";
  private strokeStyle = "";
  private lineWidth = -1;
  private font = "";
  private align = "";
  /** Bars that are not on the canvas yet, over everything else that is collected. */
  private image: BarImage | null = null;
  /** The area of the layer that is drawn to. */
  layer: Area | null = null;

  constructor(
    private readonly surface: Surface,
    private readonly how: How,
  ) {}

  rect(style: Style, x: number, y: number, w: number, h: number, radius: number): void {
    this.begin(style, x, x + w);
    if (radius > 0) this.surface.roundRect(x, y, w, h, Math.min(radius, w / 2, h / 2));
    else this.surface.rect(x, y, w, h);
  }

  circle(style: Style, x: number, y: number, radius: number): void {
    this.begin(style, x - radius, x + radius);
    this.surface.moveTo(x + radius, y);
    this.surface.arc(x, y, radius, 0, Math.PI * 2);
  }

  path(style: Style, closed: boolean, numbers: Float32Array, at: number, points: number, stretch: Stretch): void {
    if (points < 1) return;
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < points; i += 1) {
      const x = (numbers[at + 2 * i] ?? 0) * stretch.scale + stretch.shift;
      low = Math.min(low, x);
      high = Math.max(high, x);
    }
    this.begin(style, low, high);
    for (let i = 0; i < points; i += 1) {
      const x = (numbers[at + 2 * i] ?? 0) * stretch.scale + stretch.shift;
      const y = numbers[at + 2 * i + 1] ?? 0;
      if (i === 0) this.surface.moveTo(x, y);
      else this.surface.lineTo(x, y);
    }
    if (closed) this.surface.closePath();
  }

  /** While they are stretched bars stay on pixels, so that neighbours leave no seam. */
  bars(style: Style, bars: Float32Array, { scale, shift }: Stretch): void {
    const fill = this.filler(style, bars.length / 4);
    for (let at = 0; at < bars.length; at += 4) {
      const w = bars[at + 2] ?? 0;
      const left = (bars[at] ?? 0) * scale + shift;
      const from = scale === 1 ? left : Math.round(left);
      const wide = scale === 1 ? w : Math.round(left + w * scale) - from;
      fill(from, bars[at + 1] ?? 0, wide || w * scale, bars[at + 3] ?? 0);
    }
  }

  /** What fills rectangles in a style: many of them, or those above many, in an image. */
  private filler(style: Style, count: number): BarImage["fill"] {
    const image = this.image ?? (this.layer && count >= MANY ? this.how.image?.(this.layer) : null);
    if (image?.dip(style.fill)) {
      if (image !== this.image) this.flush();
      this.image = image;
      return image.fill;
    }
    this.flush();
    this.fillWith(style.fill);
    return (x, y, w, h) => this.surface.fillRect(x, y, w, h);
  }

  text(style: Style, text: string, x: number, y: number, align: "left" | "center" | "right"): void {
    this.flush();
    if (style.font !== this.font) this.surface.font = this.font = style.font;
    if (style.fill !== this.fillStyle) this.surface.fillStyle = this.fillStyle = style.fill;
    if (align !== this.align) this.surface.textAlign = this.align = align;
    this.surface.fillText(text, x, y);
  }

  /** Paints what has been collected. */
  flush(): void {
    const { image, style } = this;
    this.image = this.style = null;
    image?.put();
    if (!style) return;
    if (style.fill) {
      this.fillWith(style.fill);
      this.surface.fill();
    }
    if (style.stroke) {
      if (style.stroke !== this.strokeStyle) this.surface.strokeStyle = this.strokeStyle = style.stroke;
      if (style.lineWidth !== this.lineWidth) this.surface.lineWidth = this.lineWidth = style.lineWidth;
      this.surface.stroke();
    }
  }

  private fillWith(fill: string): void {
    if (fill === this.fillStyle) return;
    this.fillStyle = fill;
    this.surface.fillStyle = fill.startsWith(HATCH) ? (this.how.hatch ?? String)(fill.slice(HATCH.length)) : fill;
  }

  /** After save or restore nothing is known of the canvas. */
  forget(): void {
    this.fillStyle = this.strokeStyle = this.font = this.align = "";
    this.lineWidth = -1;
  }

  /**
   * Opens a path of this style, or goes on with the one that is open. A style that both fills and strokes goes on
   * only to the right of what it holds: otherwise an earlier edge would show through a later filling.
   */
  private begin(style: Style, left: number, right: number): void {
    const both = style.fill !== "" && style.stroke !== "";
    if (this.style === style && (!both || left >= this.right)) {
      this.right = Math.max(this.right, right);
      return;
    }
    this.flush();
    this.style = style;
    this.right = right;
    this.surface.beginPath();
  }
}
