/**
 * Numbers as the page writes them: `127,572`, `99.2 %`, `×249`, `1 : 2,058`, `0.41 s`, `121.1 MB`.
 *
 * Locale plays no part: a number looks the same in a screenshot from anywhere. A number and its unit never stand on
 * two lines: the space between them is a no-break space.
 */

/** The no-break space. */
const NB = "\u00a0";

/** Loops that are named. */
const MOST_NAMED = 3;

/** Joins numbers with their units in a text that the engine wrote, so that no line breaks between them. */
export function unbroken(text: string): string {
  return text.replace(/(\d) (?=(?:%|[mµn]?s|min|h|[kMG]?B)(?![\p{L}\d]))/gu, `$1${NB}`).replace(/([<>]) (?=\d)/g, `$1${NB}`);
}

/** Digits in groups of three: `127572` becomes `127,572`. Fractions are rounded. */
export function count(value: number): string {
  const text = String(Math.round(Math.abs(value)));
  const grouped = text.replace(/\B(?=(\d{3})+$)/g, ",");
  return value < 0 ? `-${grouped}` : grouped;
}

/** A count and its noun: `1 call`, `127,572 calls`. */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${plural(value, noun)}`;
}

/** The noun alone, in the number that fits: `1 process`, `2 processes`, `0 entries`. */
export function plural(value: number, noun: string): string {
  if (value === 1) return noun;
  if (/(?:s|x|z|ch|sh)$/.test(noun)) return `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

/** How many times in words: `once`, `twice`, `249 times`. */
export function often(value: number): string {
  if (value === 1) return "once";
  return value === 2 ? "twice" : `${count(value)} times`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
}

/** Loops that do the same as another one: `L4, which does the same`, `7 loops that do the same`. */
export function doTheSame(loops: readonly number[]): string {
  if (loops.length > MOST_NAMED) return `${count(loops.length)} loops that do the same`;
  return `${listed(loops.map((id) => `L${id}`))}, which ${loops.length > 1 ? "do" : "does"} the same`;
}

/**
 * A share of 0..1 with one decimal: `99.2 %`. What is not nothing is never written as nothing, and what is
 * not all never as all: `< 0.1 %`, `> 99.9 %`.
 */
export function percent(share: number): string {
  const written = !(share > 0) ? "0" : share >= 1 ? "100" : share < 0.001 ? `<${NB}0.1` : share > 0.9995 ? `>${NB}99.9` : (share * 100).toFixed(1);
  return `${written}${NB}%`;
}

/** How often a loop runs: `×249`. */
export function times(value: number): string {
  return `×${count(value)}`;
}

/** How often a main loop runs: `×249`, and where it is entered again and again `3 runs of ×50`. */
export function mainTimes(main: { count: number; runs: number }): string {
  return main.runs > 1 ? `${counted(main.runs, "run")} of ${times(main.count)}` : times(main.count);
}

/** The same of what varies: `×6 to 21`. */
export function timesTo(least: number, most: number): string {
  return most > least ? `${times(least)} to ${count(most)}` : times(least);
}

/** A count that varies, and its noun: `7 to 22 tuples`. */
export function countedTo(least: number, most: number, noun: string): string {
  return most > least ? `${count(least)} to ${counted(most, noun)}` : counted(least, noun);
}

/** With a capital first. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A compression ratio: `1 : 2,058`, and with a decimal where it is small, `1 : 1.7`. */
export function ratio(value: number): string {
  if (!Number.isFinite(value) || value <= 0) return "–";
  return `1${NB}:${NB}${value < 10 ? value.toFixed(1).replace(/\.0$/, "") : count(value)}`;
}

/** A duration: `2 ms`, `0.41 s`, `12.3 s`, `2 min 05 s`. */
export function seconds(value: number): string {
  if (value < 0.0005) return `<${NB}1${NB}ms`;
  if (value < 0.01) return `${Math.round(value * 1000)}${NB}ms`;
  if (value < 10) return `${value.toFixed(2)}${NB}s`;
  if (value < 59.95) return `${value.toFixed(1)}${NB}s`;
  const whole = Math.round(value);
  return `${Math.floor(whole / 60)}${NB}min${NB}${String(whole % 60).padStart(2, "0")}${NB}s`;
}

/** A time of a trace, from whole nanoseconds, as the engine writes it: `68.0 ms`, `1.91 s`, `159.7 s`. */
export function span(nanoseconds: number): string {
  if (nanoseconds < 1) return `0${NB}s`;
  if (nanoseconds >= 999_950_000_000) return `${count(Math.floor((nanoseconds + 500_000_000) / 1e9))}${NB}s`;
  const [unit, name] = nanoseconds >= 999_500_000 ? [1e9, "s"] : nanoseconds >= 999_500 ? [1e6, "ms"] : nanoseconds >= 1000 ? [1e3, "µs"] : [1, "ns"];
  const thousandths = Math.floor(nanoseconds / (unit / 1000));
  const digits = name === "ns" ? 0 : thousandths < 9995 ? 2 : thousandths < 99_950 || name === "s" ? 1 : 0;
  // Halves are rounded up, in whole numbers.
  const step = unit / 10 ** digits;
  return `${(Math.floor((nanoseconds + step / 2) / step) / 10 ** digits).toFixed(digits)}${NB}${name}`;
}

/** How long the computer worked, in three digits: `53.0 µs`, `0.31 ms`, `22.1 ms`, `8.91 s`, `33.7 min`, `31.6 h`. */
export function duration(value: number): string {
  if (value >= 3600) return `${(value / 3600).toFixed(1)}${NB}h`;
  if (value >= 100) return `${(value / 60).toFixed(1)}${NB}min`;
  if (value >= 1) return `${value.toFixed(value < 10 ? 2 : 1)}${NB}s`;
  const ms = value * 1000;
  if (ms >= 0.1) return `${ms.toFixed(ms < 10 ? 2 : ms < 100 ? 1 : 0)}${NB}ms`;
  return `${(ms * 1000).toFixed(1)}${NB}µs`;
}

/** How many times as long, in three digits: `×28`, `×349,000`, `×367 million`. */
export function factor(value: number): string {
  const digits = Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 2);
  const rounded = Math.round(value / 10 ** digits) * 10 ** digits;
  return rounded >= 1e6 ? `×${(rounded / 1e6).toPrecision(3)}${NB}million` : times(rounded);
}

/** A rate, without its unit: `3.7 M`, `584 k`, `820`. */
export function rate(value: number): string {
  if (value >= 999_500) return `${(value / 1e6).toFixed(1)}${NB}M`;
  if (value >= 1000) return `${Math.round(value / 1000)}${NB}k`;
  return count(value);
}

/** A number of bytes in powers of ten: `640 B`, `3.9 kB`, `121.1 MB`. */
export function bytes(value: number): string {
  if (value < 1000) return `${count(value)}${NB}B`;
  if (value < 999_950) return `${(value / 1e3).toFixed(1)}${NB}kB`;
  if (value < 999_950_000) return `${(value / 1e6).toFixed(1)}${NB}MB`;
  return `${(value / 1e9).toFixed(1)}${NB}GB`;
}

/** How much of a file has been read, both in the unit of the whole: `4.1 of 10.8 MB`. */
export function bytesOf(done: number, total: number): string {
  if (total <= 0) return bytes(done);
  const whole = bytes(total);
  const unit = whole.slice(whole.lastIndexOf(NB) + 1);
  const size = unit === "GB" ? 1e9 : unit === "MB" ? 1e6 : unit === "kB" ? 1e3 : 1;
  const part = size === 1 ? count(done) : (done / size).toFixed(1);
  return `${part} of ${whole}`;
}

/** Positions, both inclusive: `559 to 127,050`. */
export function range(first: number, last: number): string {
  return `${count(first)} to ${count(last)}`;
}

/** Whole numbers, ascending, as the longest runs without a gap. */
export function runsOf(values: readonly number[]): { first: number; last: number }[] {
  const runs: { first: number; last: number }[] = [];
  for (const value of values) {
    const last = runs.at(-1);
    if (last && value === last.last + 1) last.last = value;
    else runs.push({ first: value, last: value });
  }
  return runs;
}

/** Numbers, ascending and short, as `rangeList` writes them. */
export function numberList(values: readonly number[]): string {
  return rangeList(runsOf(values), 0);
}

/** Processes, ascending and short: `6, 9, 10`, or three and more as `0 to 15`; `more` are not listed. */
export function rangeList(ranges: readonly { first: number; last: number }[], more: number): string {
  const parts = ranges.flatMap(({ first, last }) => {
    if (last - first >= 2) return [`${first} to ${last}`];
    return first === last ? [String(first)] : [String(first), String(last)];
  });
  const list = parts.join(", ");
  return more > 0 ? `${list} and ${count(more)} more` : list;
}

/**
 * How many files are read, and of how many if that is known: where more were found than the page was given, they are in
 * archives, and only the end of an archive tells how many it holds.
 */
export function filesOf(done: number, found: number, given: number): string {
  if (found < 2) return "";
  if (found <= given) return `${count(done)} of ${counted(given, "file")}`;
  return done > 0 ? `${counted(done, "file")} so far` : "";
}
