/** Links of the lab: station, input and step, as in `?lab=repeats&s=abaab&step=3`. */
import type { LabInput } from "../../engine/wire";

/** What a link names. */
export interface LabLink {
  /** The name of a station; `teach` is the lecturer's page; empty for the first station. */
  station: string;
  /** Null: the station's first example. */
  input: LabInput | null;
  step: number;
  /** Whether every step is a stop, and not only the coarse ones. */
  fine: boolean;
  /** The exercise that is asked; 0 for none. */
  ask: number;
}

/** Stations whose input is numbers. */
const NUMBERS = new Set(["nlr", "prediction"]);

/** A link is not longer: an input has bounds. */
const LONGEST = 6000;
const LARGEST = 1_000_000;

const whole = (value: string | null): number | undefined => (value !== null && /^\d{1,7}$/.test(value) ? Math.min(Number(value), LARGEST) : undefined);
const short = (value: string | null): string | undefined => (value && value.length <= 40 ? value : undefined);

/** Reads a query string. */
export function readLab(query: string): LabLink {
  const values = new URLSearchParams(query);
  const station = (values.get("lab") ?? "").slice(0, 40).toLowerCase();
  const text = values.get(NUMBERS.has(station) ? "v" : "s") ?? values.get("s") ?? values.get("v");
  const input: LabInput | null =
    text === null
      ? null
      : {
          station,
          example: undefined,
          text: text.slice(0, LONGEST),
          k: whole(values.get("k")),
          smax: whole(values.get("smax")),
          nflush: whole(values.get("nflush")),
          model: short(values.get("model")),
          ahead: whole(values.get("ahead")),
          split: short(values.get("split")),
        };
  return { station, input, step: whole(values.get("step")) ?? 0, fine: values.get("zoom") === "fine", ask: whole(values.get("ask")) ?? 0 };
}

/** The query string of a link. */
export function writeLab({ station, input, step, fine, ask }: LabLink): string {
  const parts = [`lab=${encodeURIComponent(station)}`];
  const put = (key: string, value: string | number | null | undefined): void => {
    if (value !== undefined && value !== null && value !== "") parts.push(`${key}=${encodeURIComponent(value).replace(/%(2C|3A)/g, (code) => decodeURIComponent(code)).replace(/%20/g, "+")}`);
  };
  if (input) {
    put(NUMBERS.has(station) ? "v" : "s", NUMBERS.has(station) ? (input.text ?? "").replace(/[\s,]+/g, ",") : input.text);
    put("k", input.k);
    put("smax", input.smax);
    put("nflush", input.nflush);
    put("model", input.model);
    put("ahead", input.ahead);
    put("split", input.split);
  }
  put("step", step);
  if (fine) put("zoom", "fine");
  if (ask > 0) put("ask", ask);
  return `?${parts.join("&")}`;
}

/** Random letters or numbers by a seed: the same everywhere. */
export function randomInput(station: string, seed: number, length: number, letters: number): string {
  let state = (seed * 2654435761 + 1) >>> 0;
  const next = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const items = Array.from({ length }, () => next(letters));
  return NUMBERS.has(station) ? items.join(", ") : items.map((item) => String.fromCharCode(97 + item)).join("");
}
