// What stands in the files: how long they are, what they must not say, and whether the paths they name exist.

import path from "node:path";
import { type Finding, ignoredFolders, lineAt, type Source } from "./tree";

/** tests/budgets/files.json: the longest source file in lines, and for some folders the largest file and the sum in bytes. */
export interface FileBudgets {
  source_lines: number;
  folders: Record<string, { file: number; sum: number }>;
}

const SOURCE = /\.(rs|ts|tsx|mjs|css)$/;

/** Source files longer than the budget. */
export function tooLong(files: Source[], budgets: FileBudgets): Finding[] {
  return files
    .filter((file) => SOURCE.test(file.path))
    .map((file) => ({ file: file.path, lines: file.text.split("\n").length - (file.text.endsWith("\n") ? 1 : 0) }))
    .filter(({ lines }) => lines > budgets.source_lines)
    .map(({ file, lines }) => ({ file, line: lines, what: `${lines} lines; split it by subject (at most ${budgets.source_lines})` }));
}

/** Files and folders larger than their budget; a file counts for the longest folder name of the budgets that it lies in. */
export function tooLarge(files: { path: string; size: number }[], budgets: FileBudgets): Finding[] {
  const names = Object.keys(budgets.folders).sort((a, b) => b.length - a.length);
  const sums = new Map<string, number>();
  const findings: Finding[] = [];
  for (const file of files) {
    const name = names.find((folder) => file.path.startsWith(folder));
    const limits = name === undefined ? undefined : budgets.folders[name];
    if (name === undefined || limits === undefined) continue;
    sums.set(name, (sums.get(name) ?? 0) + file.size);
    if (file.size > limits.file) findings.push({ file: file.path, line: 0, what: `${file.size} bytes; a file below "${name}" may have ${limits.file}` });
  }
  for (const [name, sum] of sums) {
    const limit = budgets.folders[name]?.sum ?? 0;
    if (sum > limit) findings.push({ file: name, line: 0, what: `${sum} bytes in all; the budget is ${limit}` });
  }
  return findings;
}

/** Patterns are put together from pieces so that this file does not find itself. */
const FORBIDDEN: { pattern: RegExp; only?: RegExp; what: string }[] = [
  { pattern: new RegExp(`(?<![\\w.$\\-/*{}])/(?:${["work", "root", "tmp", "farm"].join("|")})(?=/[\\w.]|["'\`\\s]|$)`, "gm"), what: "a path of somebody's machine" },
  { pattern: new RegExp(`(?<![\\w./])/(?:${["home", "Users"].join("|")})/(?!example\\b)\\w+|\\b[A-Z]:\\\\${"Users"}\\b`, "g"), what: "a path of somebody's home" },
  { pattern: new RegExp(`\\b(?:${["TO" + "DO", "FIX" + "ME", "X" + "XX"].join("|")})\\b`, "g"), what: "something left open: do it, or write down what is known as a plain sentence" },
  { pattern: new RegExp(`\\b(?:${["to" + "do", "un" + "implemented"].join("|")})!\\s*\\(`, "g"), only: /\.rs$/, what: "a stub" },
  { pattern: new RegExp(`#\\[\\s*${"ig" + "nore"}\\b`, "g"), only: /\.rs$/, what: "a test that is not run" },
  { pattern: new RegExp(`\\b(?:test|it|describe)(?:\\.\\w+)*\\.(?:${["sk" + "ip", "fix" + "me", "on" + "ly", "to" + "do"].join("|")})\\b`, "g"), only: /\.(ts|tsx|mjs)$/, what: "a test that is not run, or hides others" },
  { pattern: new RegExp(`@ts-(?:${["ig" + "nore", "no" + "check", "ex" + "pect-error"].join("|")})`, "g"), only: /\.(ts|tsx|mjs)$/, what: "the type checker switched off" },
  { pattern: new RegExp(`\\b${"iss" + "ue"}s? (?:#\\s?)?\\d`, "gi"), what: "a number in a tracker: say what it is about" },
];

/** Lists that tools write, in words of their own. */
const GENERATED = /^(package-lock\.json|Cargo\.lock)$/;

/** Everything a committed text must not say. */
export function forbiddenText(files: Source[]): Finding[] {
  return files
    .filter((file) => !GENERATED.test(file.path))
    .flatMap((file) =>
      FORBIDDEN.filter(({ only }) => only === undefined || only.test(file.path)).flatMap(({ pattern, what }) =>
        [...file.text.matchAll(pattern)].map((found) => ({ file: file.path, line: lineAt(file.text, found.index), what: `"${found[0].trim()}": ${what}` })),
      ),
    );
}

/** A document named anywhere (in capitals, with the ending md) is one of the repository: nobody else can open another. */
export function unknownDocuments(files: Source[], all: string[]): Finding[] {
  const names = new Set(all.map((file) => path.posix.basename(file)));
  return files
    .filter((file) => !GENERATED.test(file.path))
    .flatMap((file) =>
      [...file.text.matchAll(/\b[A-Z][A-Z_]{2,}\.md\b/g)]
        .filter((found) => !names.has(found[0]))
        .map((found) => ({ file: file.path, line: lineAt(file.text, found.index), what: `"${found[0]}" is not in the repository` })),
    );
}

const EXTENSION = /\.(rs|ts|tsx|mjs|css|md|toml|json|ya?ml|html|case)$/;

/**
 * Every path that a document names, in backticks, in a code block, as a link or a picture, and that does not exist.
 * A path is a word with "/" that begins with a name at the root of the repository, or a word with the ending
 * of a source file or with "/" at its end; short forms such as `nest/greedy.rs` may begin anywhere in the tree. `*` and `{a,b}` are understood.
 */
export function missingPaths(document: Source, all: string[], gitignore: string): Finding[] {
  const top = new Set(all.map((file) => file.split("/")[0] ?? "").filter((name) => all.some((file) => file.startsWith(`${name}/`))));
  const built = ignoredFolders(gitignore);
  const places = new Set(all.flatMap((file) => file.split("/").map((_, index, parts) => parts.slice(0, index + 1).join("/"))));
  const findings: Finding[] = [];
  for (const { word, position } of words(document.text)) {
    const name = word.replace(/^\.\//, "").replace(/\/$/, "");
    const rooted = name.includes("/") && top.has(name.split("/")[0] ?? "");
    if (!/^[\w.@*{},/-]+$/.test(name) || !(rooted || EXTENSION.test(name) || /^[\w.-]+(\/[\w.-]+)*\/$/.test(word))) continue;
    if (built.some((folder) => name === folder || name.startsWith(`${folder}/`))) continue;
    for (const wanted of braces(name)) {
      const pattern = new RegExp(`${rooted ? "^" : "(^|/)"}${wanted.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&")).join("[^/]*")}$`);
      if (![...places].some((place) => pattern.test(place))) findings.push({ file: document.path, line: lineAt(document.text, position), what: `names \`${wanted}\`, which does not exist` });
    }
  }
  return findings;
}

/** The words in backticks, in code blocks and in the targets of links and pictures, with their positions. */
function words(markdown: string): { word: string; position: number }[] {
  const found: { word: string; position: number }[] = [];
  for (const match of markdown.matchAll(/```[^\n]*\n([\s\S]*?)```|`([^`\n]+)`|\]\((?!\w+:)([^)#\s]+)|\b(?:src|srcset|href)="(?!\w+:)([^"#\s]+)/g)) {
    const inside = match.slice(1).find((part) => part !== undefined) ?? "";
    const start = match.index + match[0].indexOf(inside);
    for (const word of inside.matchAll(/(?:\{[^}\s]*\}|[^\s"'()<>=,;:{])+/g)) found.push({ word: word[0].replace(/\.$/, ""), position: start + word.index });
  }
  return found;
}

/** `a/{b,c}/d` as `a/b/d` and `a/c/d`. */
function braces(name: string): string[] {
  const group = /\{([^{}]*)\}/.exec(name);
  if (group === null) return [name];
  return (group[1] ?? "").split(",").flatMap((part) => braces(name.slice(0, group.index) + part.trim() + name.slice(group.index + group[0].length)));
}
