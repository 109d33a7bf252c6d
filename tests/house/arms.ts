// Names from outside: a `match` on texts must not swallow a text that it does not know.

import { code, endOfBlock, strings, testModules } from "./rust";
import { type Finding, lineAt, type Source } from "./tree";

/** Catch-all arms without a reason, how many in each folder. Whoever mends one lowers the number; nobody raises it. */
export const ARM_DEBTS: Record<string, number> = {};

/** Tests know their texts. */
const EXCEPTED = /(^|\/)(tests|benches|examples|bench|fuzz)\/|\/tests\.rs$/;

interface Arm {
  start: number;
  pattern: string;
}

/**
 * Every arm `_ =>` or `name =>` of a `match` with string literals for patterns, unless a comment above it begins with `// Other` and
 * says why any other text is fine there; and every debt that is paid. The empty text is no name. Texts of our own options and messages belong in an enum, whose
 * `match` the compiler checks.
 */
export function catchAllArms(files: Source[], debts: Record<string, number>): Finding[] {
  const what = "a `match` on texts has a catch-all arm: parse the text into an enum, or say above the arm why any other text is fine (`// Other: ..`)";
  const found = files.filter((file) => !EXCEPTED.test(file.path)).flatMap((file) => catchAlls(file.text).map((line) => ({ file: file.path, line, what })));
  const owing = ({ file }: Finding) => Object.keys(debts).find((folder) => file.startsWith(`${folder}/`));
  const findings = found.filter((finding) => owing(finding) === undefined);
  for (const [folder, debt] of Object.entries(debts)) {
    const here = found.filter((finding) => owing(finding) === folder);
    if (here.length > debt) findings.push(...here);
    if (here.length < debt) findings.push({ file: folder, line: 0, what: `has ${here.length} catch-all arms on texts, not ${debt}: lower the number in ARM_DEBTS in tests/house/arms.ts` });
  }
  return findings;
}

/** The lines of the catch-all arms without a reason. */
function catchAlls(text: string): number[] {
  const source = code(text);
  const literals = strings(text);
  const tests = testModules(source);
  const lines = text.split("\n");
  return [...source.matchAll(/\bmatch\b/g)].flatMap((found) => {
    if (tests.some(({ start, end }) => start <= found.index && found.index < end)) return [];
    const arms = armsOf(source, found.index + found[0].length);
    const named = literals.filter((at) => !/^b?""/.test(text.slice(at, at + 3)));
    const isText = ({ start, pattern }: Arm) => named.some((at) => start <= at && at < start + unguarded(pattern).length);
    if (!arms.some(isText)) return [];
    const open = arms.filter((arm) => !isText(arm) && /^\s*(?:_|[a-z]\w*)\s*$/.test(arm.pattern));
    const at = open.map((arm) => lineAt(text, arm.start + arm.pattern.search(/\S/)));
    return at.filter((line) => !hasReason(lines, line));
  });
}

/** A pattern without its guard. */
function unguarded(pattern: string): string {
  return pattern.replace(/\bif\b[\s\S]*$/, "");
}

/** Whether the comment right above a line, of one line or several, begins with `// Other` and goes on. */
function hasReason(lines: string[], line: number): boolean {
  let first = line - 1;
  while (/^\s*\/\//.test(lines[first - 1] ?? "")) first -= 1;
  return lines.slice(first, line - 1).some((above) => /^\s*\/\/ Other\b.*\w+ \w+/.test(above));
}

/** The arms of the `match` whose subject begins at `from`, with their guards. The text has no comments and strings. */
function armsOf(source: string, from: number): Arm[] {
  let open = from;
  for (let depth = 0; open < source.length && !(depth === 0 && source[open] === "{"); open += 1) {
    if ("([".includes(source[open] ?? "")) depth += 1;
    else if (")]".includes(source[open] ?? "")) depth -= 1;
  }
  const end = endOfBlock(source, open + 1) - 1;
  const arms: Arm[] = [];
  let start = open + 1;
  while (start < end) {
    const arrow = atDepthZero(source, start, end, (at) => source.startsWith("=>", at));
    if (arrow >= end) break;
    // A guard stays in the pattern: an arm with one catches only some texts.
    arms.push({ start, pattern: source.slice(start, arrow) });
    const body = arrow + 2 + source.slice(arrow + 2, end).search(/\S|$/);
    const close = source[body] === "{" ? endOfBlock(source, body + 1) : body;
    const comma = atDepthZero(source, close, end, (at) => source[at] === ",");
    // After a block the comma may be left out: then the next arm begins right away.
    const bare = source[body] === "{" && !/^\s*(?:,|\.|\?|$)/.test(source.slice(close, end));
    start = bare ? close : comma + 1;
  }
  return arms;
}

/** The first position from `from` on, outside of all brackets, where `is` holds; `end` if there is none. */
function atDepthZero(source: string, from: number, end: number, is: (at: number) => boolean): number {
  let depth = 0;
  for (let at = from; at < end; at += 1) {
    if (depth === 0 && is(at)) return at;
    if ("([{".includes(source[at] ?? "")) depth += 1;
    else if (")]}".includes(source[at] ?? "")) depth -= 1;
  }
  return end;
}
