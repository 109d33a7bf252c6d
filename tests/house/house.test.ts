// The checks, held against this repository. What each of them finds is shown in checks.test.ts.

import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../../scripts/lib/run.mjs";
import { ARM_DEBTS, catchAllArms } from "./arms";
import { CIRCLE_DEBTS, fileCircles, pathIncludes } from "./circles";
import { exportedTwice } from "./exports";
import { charactersOf, missingCharacters } from "./fonts";
import { FUNCTION_DEBTS, longFunctions } from "./functions";
import { HEAD_DEBTS, missingHeads } from "./heads";
import { coreModules, coreOrder, crateDependencies, misplacedNames, webImports } from "./layers";
import { type FileBudgets, forbiddenText, missingPaths, tooLarge, tooLong, unknownDocuments } from "./text";
import { bytes, type Finding, paths, show, type Source, texts } from "./tree";
import { OLD_FILES, OLD_WORDS, oldWords, WORD_DEBTS } from "./words";

const all = paths();
const files = texts(all);
const rust = files.filter((file) => file.path.endsWith(".rs"));
const web = files.filter((file) => /^web\/.*\.tsx?$/.test(file.path));
const gitignore = text(".gitignore");
const budgets = JSON.parse(text("tests/budgets/files.json")) as FileBudgets;

function text(file: string): string {
  return bytes(file).toString("utf8");
}

function below(folder: string): Source[] {
  return rust.filter((file) => file.path.startsWith(folder));
}

/** An empty list of files would pass every check: whoever calls says how many there are at least. */
function clean(looked: readonly unknown[], findings: Finding[]): void {
  expect(looked.length).toBeGreaterThan(0);
  expect(show(findings)).toBe("");
}

describe("layers", () => {
  test("a module of core uses only modules above it in lib.rs", () => {
    const lib = text("crate/core/src/lib.rs");
    expect(coreModules(lib).length).toBeGreaterThan(2);
    const inside = below("crate/core/src/").filter((file) => file.path !== "crate/core/src/lib.rs");
    clean(inside, coreOrder(lib, inside));
  });

  test("crates depend on crates in one direction", () => {
    const crates = readdirSync(path.join(root, "crate"));
    clean(crates, crates.flatMap((name) => crateDependencies(name, { path: `crate/${name}/Cargo.toml`, text: text(`crate/${name}/Cargo.toml`) })));
  });

  test("no files of a crate use each other in a circle", () => {
    const crates = readdirSync(path.join(root, "crate"));
    expect(Object.keys(CIRCLE_DEBTS).filter((name) => !crates.includes(name))).toEqual([]);
    clean(crates, crates.flatMap((name) => fileCircles(name, rust, CIRCLE_DEBTS[name] ?? [])));
  });

  test("no file includes another by its path", () => {
    clean(rust, pathIncludes(rust));
  });

  test("plotters, files and clocks are named only where they belong", () => {
    clean(rust, misplacedNames(rust));
  });

  test("imports of web/ run one way, and none brings the wasm into the page", () => {
    clean(web, webImports(web));
  });

  test("no two files of a folder of web/ export the same name", () => {
    clean(web, exportedTwice(web));
  });
});

describe("code", () => {
  const scripts = files.filter((file) => /^(web|scripts|tests)\/.*\.(tsx?|mjs)$/.test(file.path));
  const shipped = rust.filter((file) => file.path.startsWith("crate/"));

  test("functions fit on a screen", () => {
    const looked = [...shipped, ...scripts];
    clean(looked, longFunctions(looked, FUNCTION_DEBTS));
  });

  test("no text from outside is swallowed", () => {
    const looked = shipped.filter((file) => /^crate\/[^/]+\/src\//.test(file.path));
    clean(looked, catchAllArms(looked, ARM_DEBTS));
  });

  test("old names do not come back", () => {
    const looked = [...rust, ...web];
    clean(looked, oldWords(looked, OLD_WORDS, OLD_FILES, WORD_DEBTS));
  });

  test("every file says first what it is for", () => {
    const looked = [...shipped.filter((file) => /^crate\/[^/]+\/src\//.test(file.path)), ...scripts];
    clean(looked, missingHeads(looked, HEAD_DEBTS));
  });
});

describe("texts", () => {
  test("source files keep to their length", () => {
    clean(files, tooLong(files, budgets));
  });

  test("files and folders keep to their size", () => {
    clean(all, tooLarge(all.map((file) => ({ path: file, size: bytes(file).length })), budgets));
  });

  test("no path of a machine, nothing left open, no check switched off", () => {
    clean(files, forbiddenText(files));
  });

  test("every document that is named is here", () => {
    clean(files, unknownDocuments(files, all));
  });

  test("every path that the documents name exists", () => {
    const documents = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map((file) => ({ path: file, text: text(file) }));
    clean(documents, documents.flatMap((document) => missingPaths(document, all, gitignore)));
  });

  test("every path of the repository that the manuals name exists", () => {
    // The commands of the manuals name files of their readers, too.
    const manuals = all.filter((file) => /^docs\/.*\.md$/.test(file)).map((file) => ({ path: file, text: text(file) }));
    const ours = /names `(crate|web|tests|scripts|docs)\//;
    clean(manuals, manuals.flatMap((manual) => missingPaths(manual, all, gitignore).filter(({ what }) => ours.test(what))));
  });

  test("the page's fonts hold the characters that the page writes", () => {
    const fonts = all.filter((file) => /^web\/app\/fonts\/.*\.woff2$/.test(file)).map((file) => ({ name: file, characters: charactersOf(bytes(file)) }));
    expect(fonts.map(({ name }) => name)).toEqual(["web/app/fonts/inter.woff2", "web/app/fonts/mono.woff2"]);
    const written = [...web.filter(({ path: file }) => !file.includes(".test")), ...below("crate/draw/src/scene/")];
    clean(written, missingCharacters(written, fonts));
  });
});
