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
  /** Where the input comes from: trace, process, first event, and how many events there are. */
  from?: string;
  /** The query string of the page that it comes from. */
  back?: string;
}

/** Stations whose input is numbers. */
const NUMBERS = new Set(["nlr", "prediction"]);

/** The examples that `case=` names. */
const EXAMPLES: Readonly<Record<string, string>> = { a: "case-a", b: "case-b", c: "case-c", d: "case-d", aggregation: "aggregation", domino: "domino" };

/** Options of an input that has none. */
export const PLAIN = { example: undefined, k: undefined, smax: undefined, nflush: undefined, model: undefined, ahead: undefined, split: undefined, case: undefined, of: undefined, p: undefined, q: undefined } as const;

const LONGEST_FROM = 400;
const LONGEST_BACK = 2000;

/** More of a link is not read. The bounds of an input are the engine's, which says what is beyond them. */
const LONGEST = 200_000;
const LARGEST = 1_000_000;

const whole = (value: string | null): number | undefined => (value !== null && /^\d{1,7}$/.test(value) ? Math.min(Number(value), LARGEST) : undefined);
const signed = (value: string | null): number | undefined => (value !== null && /^-?\d{1,6}$/.test(value) ? Number(value) : undefined);
const short = (value: string | null): string | undefined => (value && value.length <= 40 ? value : undefined);

/** Reads a query string. */
export function readLab(query: string): LabLink {
  const values = new URLSearchParams(query);
  const station = (values.get("lab") ?? "").slice(0, 40).toLowerCase();
  // Programs of Merge may stand one by one.
  const parts = ["p0", "p1", "p2", "p3"].flatMap((name) => values.getAll(name).slice(0, 1));
  const seed = whole(values.get("seed"));
  const made = seed === undefined ? null : randomInput(station, seed, Math.max(1, Math.min(whole(values.get("n")) ?? 30, 200)), Math.max(1, Math.min(whole(values.get("letters")) ?? 2, 26)));
  const text = values.get(NUMBERS.has(station) ? "v" : "s") ?? values.get("s") ?? values.get("v") ?? values.get("prog") ?? (parts.length > 1 ? parts.join(" | ") : made);
  // A case of What if without a text is its example.
  const example = text === null ? EXAMPLES[short(values.get("case")) ?? ""] : undefined;
  const input: LabInput | null =
    text === null && example === undefined
      ? null
      : {
          station,
          example,
          text: text?.slice(0, LONGEST),
          k: whole(values.get("k")),
          smax: whole(values.get("smax")),
          nflush: whole(values.get("nflush")),
          model: short(values.get("model")),
          ahead: whole(values.get("ahead")),
          split: short(values.get("split")),
          case: short(values.get("case")),
          of: short(values.get("of")),
          p: signed(values.get("p")),
          q: signed(values.get("q")),
        };
  return { station, input, step: whole(values.get("step")) ?? 0, fine: values.get("zoom") === "fine", ask: whole(values.get("ask")) ?? 0, from: values.get("from")?.slice(0, LONGEST_FROM), back: backOf(values.get("back")) };
}

/** A query string of this page, and no other address; anything else is left out. */
function backOf(value: string | null): string | undefined {
  return value?.startsWith("?") && value.length <= LONGEST_BACK ? value : undefined;
}

/** The query string of a link; what is not given is as at the first step of a station, without an exercise. */
export function writeLab({ station = "", input = null, step = 0, fine = false, ask = 0, from, back }: Partial<LabLink>): string {
  const parts = [`lab=${encodeURIComponent(station)}`];
  const put = (key: string, value: string | number | null | undefined) => {
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
    put("case", input.case);
    put("of", input.of);
    put("p", input.p);
    put("q", input.q);
  }
  put("step", step);
  if (fine) put("zoom", "fine");
  if (ask > 0) put("ask", ask);
  put("from", from);
  put("back", back);
  return `?${parts.join("&")}`;
}

/** Random letters or numbers by a seed: the same everywhere. */
export function randomInput(station: string, seed: number, length: number, letters: number): string {
  let state = (seed * 2654435761 + 1) >>> 0;
  const next = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  if (station === "merge") return randomPrograms(next);
  if (station === "what-if") return randomRun(next);
  const items = Array.from({ length }, () => next(letters));
  return NUMBERS.has(station) ? items.join(", ") : items.map((item) => String.fromCharCode(97 + item)).join("");
}

/** Two processes that exchange as many messages in loops of different counts. */
function randomPrograms(next: (below: number) => number): string {
  const [sends, receives, rounds] = [1 + next(3), 1 + next(3), 2 + next(5)];
  const body = (event: string, times: number) => Array.from({ length: times }, (_, at) => (next(3) === 0 ? `${event} ${"xyz"[at % 3]}` : event)).join(" ");
  const part = (count: number, events: string) => (count < 2 ? events : count > 3 && next(2) === 0 ? `${events} ${count - 1}(${events})` : `${count}(${events})`);
  return `${part(receives * rounds, body("s1.0", sends))} | ${part(sends * rounds, body("r0.0", receives))}`;
}

/** Two processes with six messages; every process has them in one order, so nobody waits for ever. */
function randomRun(next: (below: number) => number): string {
  const parts = ["", ""];
  for (let message = 1; message <= 6; message += 1) {
    const from = next(2);
    for (const [process, kind] of [[from, "s"], [1 - from, "r"]] as const) parts[process] += `c${1 + next(9)} ${kind}${message} `;
  }
  return `2: ${parts.map((part) => `${part}c${1 + next(5)}`).join(" | ")}`;
}
