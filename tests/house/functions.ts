// How long functions are. A function that does not fit on a screen has parts, and the parts have names.

import { parseSync } from "vite";
import { code, endOfBlock, testModules } from "./rust";
import { type Finding, lineAt, type Source } from "./tree";

/** The most lines that a function may have, from its name to its closing brace. */
export const MOST_LINES = 80;

/** Functions that are still longer, by the folder they are in. Whoever splits one strikes it out; nobody adds one. */
export const FUNCTION_DEBTS: Record<string, string[]> = {};

interface Found {
  name: string;
  /** The positions of its begin and of its end. */
  start: number;
  end: number;
}

/** Tests, benches and examples tell a story from top to bottom, and may be as long as it is. */
const EXCEPTED = /(^|\/)(tests|benches|examples|bench|fuzz)\/|\/tests\.rs$|\.test\.tsx?$/;

/** Every function outside of tests that is too long and no debt, and every debt that is paid. `debts`: names by folder. */
export function longFunctions(files: Source[], debts: Record<string, string[]>): Finding[] {
  const owed = new Set(Object.entries(debts).flatMap(([folder, names]) => names.map((name) => `${folder} ${name}`)));
  const still = new Set<string>();
  const findings: Finding[] = [];
  for (const file of files) {
    if (EXCEPTED.test(file.path)) continue;
    for (const { name, start, end } of file.path.endsWith(".rs") ? rustFunctions(file.text) : scriptFunctions(file)) {
      const first = lineAt(file.text, start);
      const lines = lineAt(file.text, end) - first + 1;
      if (lines <= MOST_LINES) continue;
      const debt = Object.keys(debts).map((folder) => (file.path.startsWith(folder) ? `${folder} ${name}` : "")).find((key) => owed.has(key));
      if (debt === undefined) findings.push({ file: file.path, line: first, what: `\`${name}\` has ${lines} lines; split it into steps that have names (at most ${MOST_LINES})` });
      else still.add(debt);
    }
  }
  for (const debt of owed) {
    const [folder = "", name = ""] = debt.split(" ");
    if (!still.has(debt)) findings.push({ file: folder, line: 0, what: `\`${name}\` is short now, or gone: remove it from FUNCTION_DEBTS in tests/house/functions.ts` });
  }
  return findings;
}

/** The functions of a Rust file that have a body, but for those in its tests. */
function rustFunctions(text: string): Found[] {
  const source = code(text);
  const tests = testModules(source);
  return [...source.matchAll(/\bfn\s+(\w+)/g)].flatMap((found) => {
    if (tests.some(({ start, end }) => start <= found.index && found.index < end)) return [];
    const open = bodyOf(source, found.index + found[0].length);
    return open === undefined ? [] : [{ name: found[1] ?? "", start: found.index, end: endOfBlock(source, open + 1) - 1 }];
  });
}

/** The position of the brace that opens a function's body; nothing for a declaration, which ends in a semicolon. */
function bodyOf(source: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < source.length; at += 1) {
    const char = source[at] ?? "";
    if ("([".includes(char)) depth += 1;
    else if (")]".includes(char)) depth -= 1;
    else if (depth === 0 && char === "{") return at;
    else if (depth === 0 && char === ";") return undefined;
  }
  return undefined;
}

/** The functions, methods and components of a TypeScript or JavaScript file; one without a name of its own has that of what it is assigned to. */
function scriptFunctions(file: Source): Found[] {
  const found: Found[] = [];
  const visit = (node: unknown, name: string): void => {
    if (typeof node !== "object" || node === null) return;
    if (Array.isArray(node)) return node.forEach((child) => visit(child, name));
    const at = node as { type?: string; start?: number; end?: number; id?: { name?: string } | null; key?: { name?: string } };
    const own = at.id?.name ?? at.key?.name ?? name;
    const isFunction = at.type === "FunctionDeclaration" || at.type === "FunctionExpression" || at.type === "ArrowFunctionExpression";
    if (isFunction) found.push({ name: own === "" ? "a function without a name" : own, start: at.start ?? 0, end: (at.end ?? 1) - 1 });
    for (const child of Object.values(node)) visit(child, isFunction ? "" : own);
  };
  visit(parseSync(file.path, file.text).program, "");
  return found;
}
