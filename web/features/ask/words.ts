/** Attributes in words, their values, and the sentence above a chart. */
import type { AskLink } from "../../base/ask";
import { bytes, count, counted, span } from "../../base/format";
import type { AskAnswer, AskConstruct, Sentence } from "../../engine/wire";

const TIMES = new Set(["duration", "period", "compute", "mpi", "wait", "start", "end", "time"]);
/** Points in time: their sum and their mean say nothing. */
const POINTS = new Set(["start", "end", "time", "position", "from", "peer", "tag"]);

const MEANS: Readonly<Record<string, string>> = {
  duration: "from the start of its first event to the end of its last",
  period: "from its first event to the next event of the process, so that all periods add up to the loop",
  compute: "the period without the time in calls",
  mpi: "time in calls, with posts, tests and waits between events",
  wait: "how long a receive lasts until its send begins, a collective until its last member begins",
  start: "when its first event begins",
  end: "when its last event ends",
  time: "when it begins",
  bytes: "size of a message; what a loop sends",
  events: "how many events there are",
  position: "where it stands among the events of its process",
  from: "where its send stands among the events of the sender",
  peer: "the other process of the message",
  tag: "the tag of the message",
};

export function meaningOf(attribute: string): string {
  return MEANS[attribute] ?? "";
}

export function isPoint(attribute: string): boolean {
  return POINTS.has(attribute);
}

/** A value of an attribute with its unit. */
export function valueText(value: number, attribute: string): string {
  if (TIMES.has(attribute)) return POINTS.has(attribute) ? `${(value / 1e9).toFixed(6)}\u00a0s` : value < 0 ? `−${span(-value)}` : span(value);
  return attribute === "bytes" ? bytes(value) : count(value);
}

/** The unit of the digits in a table: those of the engine, exact. */
export function unitOf(attribute: string): string {
  if (TIMES.has(attribute)) return `${attribute}, ns`;
  return attribute;
}

/** Digits in groups of three. */
export function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ",");
}

/** How many iterations of each loop are asked for, outermost first, and the first of each. */
export function shapeOf({ loops }: AskConstruct, ranges: AskLink["ranges"]): { first: number; count: number }[] {
  return loops.map(({ count: all }, level) => {
    const range = ranges.find((one) => one.level === level);
    return range ? { first: range.first, count: range.last - range.first + 1 } : { first: 0, count: all };
  });
}

/** The indices of a record. */
export function indicesOf(record: number, shape: readonly { first: number; count: number }[]): number[] {
  let rest = record;
  return [...shape]
    .reverse()
    .map(({ first, count: each }) => {
      const index = first + (rest % Math.max(1, each));
      rest = Math.floor(rest / Math.max(1, each));
      return index;
    })
    .reverse();
}

/** The record at these indices; null if it is not asked for. */
export function recordOf(indices: readonly number[], shape: readonly { first: number; count: number }[]): number | null {
  let record = 0;
  for (const [level, { first, count: each }] of shape.entries()) {
    const index = (indices[level] ?? 0) - first;
    if (index < 0 || index >= each) return null;
    record = record * each + index;
  }
  return record;
}

/** `L1 121, L2 31`: on the page iterations count from 1. */
export function placeText(record: number, construct: AskConstruct, ranges: AskLink["ranges"]): string {
  const indices = indicesOf(record, shapeOf(construct, ranges));
  return indices.map((index, level) => `L${construct.loops[level]?.id ?? "?"} ${count(index + 1)}`).join(", ");
}

/** What a construct is called where it stands in a sentence. */
export function nameOf({ kind, words }: AskConstruct): string {
  const [from, verb, to, tag] = words.split(" ");
  if (kind === "send" && verb === "send") return `send from ${from} to ${to}, tag ${tag}`;
  if (kind === "receive" && verb === "recv") return `receive from ${from} on ${to}, tag ${tag}`;
  if (kind === "loop") return `iteration of ${words}`;
  return words.replace(/^\S+ (?:sync|local) /, "");
}

export function sentenceOf(construct: AskConstruct, answer: AskAnswer, attribute: string, process: number | null, ranges: AskLink["ranges"]): Sentence[] {
  const parts: Sentence[] = [];
  const say = (text: string) => void parts.push({ text, strong: false });
  const stress = (text: string) => void parts.push({ text, strong: true });
  const shape = shapeOf(construct, ranges);
  const sizes = shape.map(({ count: each }) => count(each));
  const on = process === null ? (construct.members.length === 1 ? ` on process ${construct.members[0]}` : ` on ${counted(answer.processes.length, "process")}`) : ` on process ${process}`;
  stress(counted(answer.records, "record"));
  say(` of ${construct.kind === "loop" ? `the iterations of ${construct.words}` : `“${nameOf(construct)}”`}${sizes.length > 1 ? ` (${sizes.join(" × ")})` : ""}${on}. `);
  if (answer.least === answer.most) {
    say(`${capitalOf(attribute)} is always `);
    stress(valueText(answer.most, attribute));
    say(".");
    return parts;
  }
  say(`${capitalOf(attribute)} goes from ${valueText(answer.least, attribute)} to `);
  stress(valueText(answer.most, attribute));
  if (POINTS.has(attribute)) {
    say(".");
    return parts;
  }
  say(`, median ${valueText(answer.median, attribute)}, sum ${valueText(answer.sum, attribute)}. The largest is at ${placeText(answer.mostAt[0], construct, ranges)}${process === null && construct.members.length > 1 ? ` on process ${answer.mostAt[1]}` : ""}.`);
  return parts;
}

function capitalOf(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Which records stand out, and what could not. */
export function outlierWords(answer: AskAnswer, attribute: string): { rule: string; could: string } {
  const numbered = answer.byNumber ? "the median of the iterations of its number, taken of logarithms," : "the median";
  const usual = answer.near ? "what it would be between its neighbours" : numbered;
  const rule = `A record stands out if its largest ${attribute} of all processes is above ${usual} by more than 6 times 1.4826 times the median distance from it, and by at least 6 %`;
  if (answer.near) return { rule, could: "" };
  const from = answer.standsOutFrom;
  if (from === null || from === undefined) return { rule, could: "Of fewer than eight iterations none stands out." };
  const could = answer.unevenness > 1.5 ? `They differ so much that one must be above ${valueText(from, attribute)} to stand out.` : "";
  return { rule, could };
}

/** The question as text: the loops around the construct, and the line that asks. */
export function queryLines(construct: AskConstruct, line: string): { text: string; asks: boolean }[] {
  const own = construct.kind === "loop" ? construct.loops.length - 1 : construct.loops.length;
  const lines: { text: string; asks: boolean }[] = [];
  const put = (depth: number, text: string, asks = false) => void lines.push({ text: "  ".repeat(depth) + text, asks });
  construct.loops.slice(0, own).forEach(({ count: all }, depth) => put(depth, `for i${depth} = 0 to ${all - 1}`));
  put(own, line, true);
  const last = construct.loops[own];
  put(own, last ? `for i${own} = 0 to ${last.count - 1}  # ${last.id}` : construct.words);
  return lines;
}
