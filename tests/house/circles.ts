// Circles between the files of a crate: a file that uses another which, by whatever way, uses it.
//
// The rule. File A uses file B if A names an item that B defines, by a path in a `use` or in the code. A name that a
// module only passes on (`pub use child::Item`) belongs to the file that defines it, so a parent that declares its
// children and re-exports their items uses none of them, and children may import each other's items through it:
// nothing in the parent has to be understood to understand the child. It is a circle if a child imports an item that the
// parent itself defines while the parent calls the child: then neither can be read, tested or moved without the other.
// `use super::*` counts as using the parent, and all that it passes on. Links in comments do not count.

import { code, endOfBlock, rustPaths } from "./rust";
import { type Finding, type Source } from "./tree";

/**
 * Files that are still in circles, by crate. A circle that holds any other file is an error, and so is a file here
 * that is in no circle any more.
 */
export const CIRCLE_DEBTS: Record<string, string[]> = {
  cli: [],
  formats: [],
  session: [],
};

interface Module {
  file: Source;
  /** The path of the file's module from the crate's root. */
  path: string[];
  /** Inline modules: where they begin and end, and their paths. */
  inline: { start: number; end: number; path: string[]; isTest: boolean }[];
  /** What it passes on: the name, and the path that it stands for. */
  passed: { name: string; segments: string[]; position: number }[];
  text: string;
}

/** What every file of a crate uses: paths of files. `files`: those below `crate/NAME/src/`. */
export function fileUses(files: Source[]): Map<string, Set<string>> {
  const modules = new Map(files.map((file) => readModule(file)).map((module) => [module.path.join("::"), module]));
  const uses = new Map<string, Set<string>>();
  for (const module of modules.values()) {
    const used = new Set<string>();
    const own = module.file.path;
    const passed = new Set(module.passed.map(({ position }) => position));
    for (const { segments, position } of rustPaths(module.file.text)) {
      const isVisibility = /\(\s*in\s+$/.test(module.text.slice(Math.max(0, position - 9), position));
      if (passed.has(position) || isVisibility || isTest(module, position)) continue;
      for (const target of resolve(modules, scopeAt(module, position), segments)) if (target !== own) used.add(target);
    }
    // What it passes on and needs itself.
    for (const { name, segments } of module.passed) {
      if (!usesName(module, name)) continue;
      for (const target of resolve(modules, module.path, segments)) if (target !== own) used.add(target);
    }
    uses.set(own, used);
  }
  return uses;
}

function readModule(file: Source): Module {
  const text = code(file.text);
  const inner = file.path.replace(/^crate\/[^/]+\/src\//, "").replace(/\.rs$/, "");
  const path = inner.split("/").filter((part, index, all) => !(index === all.length - 1 && ["mod", "lib", "main"].includes(part)));
  const inline = [...text.matchAll(/(#\[cfg\(test\)\]\s*)?\bmod\s+(\w+)\s*\{/g)].map((found) => ({
    start: found.index,
    end: endOfBlock(text, found.index + found[0].length),
    name: found[2] ?? "",
    isTest: found[1] !== undefined,
  }));
  const nested = inline.map((block) => ({ ...block, path: [...path, ...inline.filter((outer) => outer.start <= block.start && block.start < outer.end).map(({ name }) => name)] }));
  const module: Module = { file, path, inline: nested, passed: [], text };
  for (const found of text.matchAll(/\bpub(?:\([^)]*\))?\s+use\s[^;]*;/g)) {
    const end = found.index + found[0].length;
    for (const { segments, position } of rustPaths(file.text)) {
      if (position < found.index || position >= end) continue;
      const alias = /^[\w:\s]*?\bas\s+(\w+)/.exec(text.slice(position, end))?.[1];
      const last = segments.at(-1) === "self" ? segments.at(-2) : segments.at(-1);
      module.passed.push({ name: alias ?? last ?? "", segments: segments.at(-1) === "self" ? segments.slice(0, -1) : segments, position });
    }
  }
  return module;
}

/** Whether a position lies in the tests at the end of a file: nothing that is shipped depends on those, so they may look at everything. */
function isTest(module: Module, position: number): boolean {
  return module.inline.some((block) => block.isTest && block.start <= position && position < block.end);
}

/** Whether the code outside of `use` items and tests has a word. */
function usesName(module: Module, name: string): boolean {
  if (name === "*") return false;
  const rest = module.text.replace(/\b(?:use\s[^;]*|mod\s+\w+\s*);/g, (item) => " ".repeat(item.length));
  return [...rest.matchAll(new RegExp(`(?<!::\\s*)\\b${name}\\b`, "g"))].some((found) => !isTest(module, found.index));
}

/** The module in which a position lies: that of the file, or the innermost inline module. */
function scopeAt(module: Module, position: number): string[] {
  const around = module.inline.filter(({ start, end }) => start <= position && position < end);
  return around.reduce((path, inner) => (inner.path.length > path.length ? inner.path : path), module.path);
}

/** The files that define what a path means, seen from a module; none if it leaves the crate or begins at a name in scope. */
function resolve(modules: Map<string, Module>, scope: string[], segments: string[], depth = 0): string[] {
  let [at, rest] = [scope, segments];
  const first = rest[0] ?? "";
  if (first === "crate" || first === ownName(modules)) [at, rest] = [[], rest.slice(1)];
  else if (first === "self") rest = rest.slice(1);
  else if (first !== "super" && !modules.has([...scope, first].join("::"))) return [];
  while (rest[0] === "super") [at, rest] = [at.slice(0, -1), rest.slice(1)];
  while (rest.length > 0 && modules.has([...at, rest[0]].join("::"))) [at, rest] = [[...at, rest[0] ?? ""], rest.slice(1)];
  // What is left is an item: of the nearest file around, since inline modules lie in files.
  while (at.length > 0 && !modules.has(at.join("::"))) at = at.slice(0, -1);
  const module = modules.get(at.join("::"));
  const item = rest[0];
  // A module by its own name, as in `use super::text;`: what is used of it is not known, so it counts as used.
  if (module === undefined) return [];
  if (item === undefined || depth > 8) return [module.file.path];
  const follow = (target: string[]) => resolve(modules, module.path, target, depth + 1);
  if (item === "*") return [module.file.path, ...module.passed.flatMap(({ segments: target }) => follow(target))];
  const named = module.passed.filter(({ name }) => name === item).flatMap(({ segments: target }) => follow(target));
  if (named.length > 0) return named;
  const globs = module.passed.filter(({ name }) => name === "*").flatMap(({ segments: target }) => follow([...target.slice(0, -1), item]));
  const defining = globs.filter((file) => [...modules.values()].some((other) => other.file.path === file && defines(other, item)));
  return defines(module, item) || defining.length === 0 ? [module.file.path] : defining;
}

function defines(module: Module, item: string): boolean {
  return new RegExp(`\\b(?:fn|struct|enum|trait|type|const|static|union|mod)\\s+${item}\\b`).test(module.text);
}

/** How a crate names itself where `extern crate self` lets it. */
function ownName(modules: Map<string, Module>): string {
  const file = modules.values().next().value?.file.path ?? "";
  return `loopscope_${/^crate\/([^/]+)\//.exec(file)?.[1] ?? ""}`;
}

/** The circles: sets of files that all use each other by some way, each ascending (Tarjan 1972). */
export function circles(uses: Map<string, Set<string>>): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): number => {
    const own = order.size;
    order.set(file, own);
    low.set(file, own);
    stack.push(file);
    for (const next of uses.get(file) ?? []) {
      const reached = !order.has(next) ? visit(next) : stack.includes(next) ? (order.get(next) ?? own) : own;
      low.set(file, Math.min(low.get(file) ?? own, reached));
    }
    if (low.get(file) === own) {
      const set = stack.splice(stack.indexOf(file));
      if (set.length > 1) found.push(set.sort());
    }
    return low.get(file) ?? own;
  };
  for (const file of uses.keys()) if (!order.has(file)) visit(file);
  return found.toSorted((a, b) => (a.join() < b.join() ? -1 : 1));
}

/** Every circle with a file that is not among the debts, with the uses that make it, and every debt that is paid. */
export function fileCircles(name: string, files: Source[], debts: string[]): Finding[] {
  const inside = files.filter((file) => file.path.startsWith(`crate/${name}/src/`));
  const uses = fileUses(inside);
  const found = circles(uses);
  const prefix = `crate/${name}/src/`;
  const short = (file: string) => file.slice(prefix.length);
  const owed = new Set(debts);
  const bad = found.filter((circle) => circle.some((file) => !owed.has(short(file))));
  const findings = bad.map((circle) => {
    const edges = circle.flatMap((file) => [...(uses.get(file) ?? [])].filter((other) => circle.includes(other)).map((other) => `${short(file)} -> ${short(other)}`));
    const fresh = circle.find((file) => !owed.has(short(file))) ?? "";
    return { file: fresh, line: 0, what: `in a circle of files: ${edges.sort().join(", ")}; move what both need into a file that both can import` };
  });
  const still = new Set(found.flat().map(short));
  const paid = debts.filter((file) => !still.has(file)).map((file) => ({ file: prefix + file, line: 0, what: "is in no circle any more: remove it from CIRCLE_DEBTS in tests/house/circles.ts" }));
  return [...findings, ...paid];
}

/** Every file that includes another by `#[path]`: shared helpers of tests live in crate/testing. */
export function pathIncludes(files: Source[]): Finding[] {
  return files.flatMap(({ path: file, text }) =>
    [...code(text).matchAll(/#\s*!?\s*\[\s*path\s*=/g)].map((found) => ({ file, line: text.slice(0, found.index).split("\n").length, what: "`#[path]` includes a file of another crate: put what both need into crate/testing" })),
  );
}
