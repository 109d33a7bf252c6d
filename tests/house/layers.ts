// Who may use whom: modules inside core, crates, folders of web/.

import path from "node:path";
import { parseSync } from "vite";
import { code, rustPaths } from "./rust";
import { type Finding, lineAt, type Source } from "./tree";

/** The modules of core in the order of lib.rs: each uses only those that stand before it. What is there for tests only serves all. */
export function coreModules(lib: string): string[] {
  const declared = code(lib).matchAll(/(#\[cfg\(test\)\]\s*)?(?:pub(?:\([^)]*\))?\s+)?\bmod\s+(\w+)\s*;/g);
  return [...declared].flatMap((found) => (found[1] === undefined ? (found[2] ?? []) : []));
}

/** Every mention, inside a module of core, of a module that stands below it in lib.rs. */
export function coreOrder(lib: string, files: Source[]): Finding[] {
  const order = coreModules(lib);
  return files.flatMap(({ path: file, text }) => {
    const inside = file.replace(/^crate\/core\/src\//, "").replace(/(\/mod)?\.rs$/, "").split("/");
    const own = order.indexOf(inside[0] ?? "");
    if (own === -1) return [];
    return rustPaths(text).flatMap(({ segments, position }) => {
      const used = order.indexOf(fromTheTop(segments, inside.length) ?? "");
      if (used <= own) return [];
      return { file, line: lineAt(text, position), what: `core: \`${order[own]}\` uses \`${order[used]}\`, which stands below it in crate/core/src/lib.rs` };
    });
  });
}

/** The module of the crate that a path begins at, if it is one of the crate's; `depth`: how deep the file's own module lies. */
function fromTheTop(segments: string[], depth: number): string | undefined {
  const supers = segments.findIndex((segment) => segment !== "super" && segment !== "self");
  if (segments[0] === "crate") return segments[1];
  return segments.slice(0, supers).filter((segment) => segment === "super").length >= depth ? segments[supers] : undefined;
}

/**
 * What a crate may depend on. `crates`: those of this project; `others`: a closed list, or what it must not name;
 * `optional`: what it may name as an optional dependency only.
 */
interface CrateRule {
  crates: string[];
  others: { only: string[] } | { never: string[] };
  optional?: string[];
}

const JS = ["wasm-bindgen", "wasm-bindgen-futures", "web-sys", "js-sys", "serde-wasm-bindgen", "tsify"];
const TERMINAL = ["clap", "indicatif"];
const PACKED = ["serde_json", "flate2", "ruzstd", "bzip2-rs", "lzma-rs", "zip", "tar"];

/** The direction of dependencies. Data flows from bytes to pixels; both doors, wasm and cli, open on the session. */
export const CRATES: Record<string, CrateRule> = {
  core: { crates: [], others: { only: ["lz4_flex", "petgraph", "rustc-hash", "tiny_sort"] } },
  // Helpers of tests: no crate names it but in its dev-dependencies.
  testing: { crates: [], others: { only: ["cpu-time"] }, optional: ["loopscope-session"] },
  formats: { crates: ["core"], others: { never: [...JS, ...TERMINAL, ...PACKED, "plotters"] } },
  draw: { crates: ["core"], others: { never: [...JS, ...TERMINAL, ...PACKED] } },
  // The feature for the browser's door only declares the types of the messages in TypeScript.
  session: { crates: ["core", "formats", "draw"], others: { never: [...JS, ...TERMINAL, "plotters"] }, optional: ["tsify", "wasm-bindgen"] },
  wasm: { crates: ["session"], others: { never: [...TERMINAL, "plotters"] } },
  cli: { crates: ["session"], others: { never: [...JS, "plotters"] } },
};

/** A crate's crates with theirs: all that lie below it. */
function allBelow(name: string): string[] {
  const direct = CRATES[name]?.crates ?? [];
  return [...direct, ...direct.flatMap(allBelow)];
}

/** Every dependency in a crate's Cargo.toml that its rule does not allow. Tests may use any from outside, all crates below, and crate/testing. */
export function crateDependencies(name: string, manifest: Source): Finding[] {
  const rule = CRATES[name];
  if (rule === undefined) return [{ file: manifest.path, line: 0, what: `no rule says what the crate \`${name}\` may use; add one to CRATES in tests/house/layers.ts` }];
  const findings: Finding[] = [];
  let section = "";
  manifest.text.split("\n").forEach((text, index) => {
    section = /^\[(.+)\]/.exec(text)?.[1] ?? section;
    const table = /(?:^|\.)((?:dev-|build-)?dependencies)(?:\.([\w-]+))?$/.exec(section);
    if (table === null) return;
    const dependency = table[2] !== undefined ? (text.startsWith("[") ? table[2] : undefined) : /^([\w-]+)\s*[.=]/.exec(text)?.[1];
    if (dependency === undefined) return;
    const ours = /^loopscope-(.+)$/.exec(dependency)?.[1];
    const others = rule.others;
    const testing = table[1] === "dev-dependencies";
    const feature = text.includes("optional = true") && rule.optional?.includes(dependency);
    const allowed =
      feature ||
      (ours !== undefined ? (testing ? [...allBelow(name), "testing"] : rule.crates).includes(ours) : testing || ("only" in others ? others.only.includes(dependency) : !others.never.some((never) => dependency === never || dependency.startsWith(`${never}-`))));
    if (!allowed) findings.push({ file: manifest.path, line: index + 1, what: `\`${name}\` must not depend on \`${dependency}\`` });
  });
  return findings;
}

/** What core must not name: the world outside, and other forms of its data. */
const OUTSIDE = ["std::fs", "std::io", "std::net", "std::env", "std::process", "std::time", "std::thread", "serde", "serde_json"];

/** Every mention of plotters outside of the module that paints, and of the world outside within core. */
export function misplacedNames(files: Source[]): Finding[] {
  return files.flatMap((file) => {
    const findings: Finding[] = [];
    if (!file.path.startsWith("crate/draw/src/paint")) {
      for (const found of code(file.text).matchAll(/\bplotters\w*/g)) findings.push({ file: file.path, line: lineAt(file.text, found.index), what: `\`${found[0]}\`: only crate/draw/src/paint names plotters` });
    }
    if (file.path.startsWith("crate/core/src/")) {
      for (const { segments, position } of rustPaths(file.text)) {
        const name = OUTSIDE.find((outside) => `${segments.join("::")}::`.startsWith(`${outside}::`));
        if (name !== undefined) findings.push({ file: file.path, line: lineAt(file.text, position), what: `\`${name}\`: core does no input or output, knows no clock and no other form of its data` });
      }
    }
    return findings;
  });
}

/**
 * The folders of web/, lowest first: each imports from itself and from those before it. Below `features` every folder is a
 * feature of its own: features never import each other, and what two of them share lies in a lower folder.
 */
export const WEB = ["engine", "base", "workspace", "components", "features", "app"];
const PACKAGE = "crate/wasm/pkg";
/** What of it the page may import: where files lie, and nothing that runs. */
const ADDRESSES = [`${PACKAGE}/parts/files.js`, `${PACKAGE}/parts/names.js`, `${PACKAGE}/cards.json`];

interface Import {
  target: string;
  typeOnly: boolean;
  position: number;
}

/** Every import in web/ that goes against the order of its folders, or brings the wasm into the page. */
export function webImports(files: Source[]): Finding[] {
  return files.flatMap((file) => {
    const own = folderOf(file.path);
    const findings = WEB.includes(own) || own === "worker" ? [] : [{ file: file.path, line: 0, what: `not in a folder of web/ that has a place in the order: ${WEB.join(", ")}, worker` }];
    for (const { target, typeOnly, position } of importsOf(file)) {
      const what = forbidden(file.path, target, typeOnly);
      if (what !== null) findings.push({ file: file.path, line: lineAt(file.text, position), what });
    }
    return findings;
  });
}

/** Why a folder must not import a file, or null if it may. */
function forbidden(file: string, target: string, typeOnly: boolean): string | null {
  const own = folderOf(file);
  if (target === PACKAGE || target.startsWith(`${PACKAGE}/`)) {
    return own === "worker" || typeOnly || ADDRESSES.includes(target) ? null : "the page never loads wasm: import only types from the package, with `import type`";
  }
  if (!target.startsWith("web/")) return target.startsWith("crate/") || target.startsWith("scripts/") ? `the page must not import from ${target}` : null;
  const used = folderOf(target);
  if (own === "worker") return ["worker", "engine", "base"].includes(used) ? null : `worker imports only from engine and base, not from ${used}`;
  if (used === "worker") return "the page speaks with the worker by messages and imports nothing from it";
  if (WEB.indexOf(used) > WEB.indexOf(own)) return `${own} must not import from ${used}: imports run ${WEB.join(" <- ")}`;
  const [feature, other] = [file, target].map((name) => name.split("/")[2] ?? "");
  return own !== "features" || used !== "features" || feature === other ? null : `feature ${feature} must not import from feature ${other}: what both need lies below features, and app puts them together`;
}

function folderOf(file: string): string {
  return file.split("/")[1] ?? "";
}

/** The relative imports and re-exports of a TypeScript file, as paths from the root. */
function importsOf(file: Source): Import[] {
  const { module, program } = parseSync(file.path, file.text);
  const found: { specifier: string; typeOnly: boolean; position: number }[] = [];
  for (const entry of module.staticImports) {
    const typeOnly = entry.entries.length > 0 && entry.entries.every((name) => name.isType);
    found.push({ specifier: entry.moduleRequest.value, typeOnly, position: entry.start });
  }
  for (const { entries } of module.staticExports) {
    for (const entry of entries) {
      if (entry.moduleRequest) found.push({ specifier: entry.moduleRequest.value, typeOnly: entry.isType, position: entry.start });
    }
  }
  for (const { start, moduleRequest } of module.dynamicImports) {
    found.push({ specifier: file.text.slice(moduleRequest.start, moduleRequest.end).replace(/^["'`]|["'`]$/g, ""), typeOnly: false, position: start });
  }
  typeImports(program, found);
  return found
    // Where the worker's script lies is no import of it.
    .filter(({ specifier }) => specifier.startsWith(".") && !specifier.endsWith("?worker&url"))
    .map(({ specifier, ...rest }) => ({ ...rest, target: path.posix.join(path.posix.dirname(file.path), specifier.replace(/\?.*$/, "")) }));
}

/** `import("./a").B` in a type: the only kind that the parser does not list by itself. */
function typeImports(node: unknown, found: { specifier: string; typeOnly: boolean; position: number }[]): void {
  if (typeof node !== "object" || node === null) return;
  const at = node as { type?: string; start?: number; source?: { value?: string } };
  if (at.type === "TSImportType" && at.source?.value !== undefined) found.push({ specifier: at.source.value, typeOnly: true, position: at.start ?? 0 });
  for (const child of Object.values(node)) typeImports(child, found);
}
