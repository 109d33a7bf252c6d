// Each check finds what it is for, and says where. A check that cannot fail checks nothing.

import { describe, expect, test } from "vitest";
import { catchAllArms } from "./arms";
import { exportedTwice } from "./exports";
import { overBudget, sizesOf } from "../../scripts/lib/sizes.mjs";
import { circles, fileCircles, fileUses, pathIncludes } from "./circles";
import { charactersOf, missingCharacters } from "./fonts";
import { longFunctions, MOST_LINES } from "./functions";
import { missingHeads } from "./heads";
import { coreModules, coreOrder, crateDependencies, misplacedNames, webImports } from "./layers";
import { code, rustPaths } from "./rust";
import { forbiddenText, missingPaths, tooLarge, tooLong, unknownDocuments } from "./text";
import { bytes, ignoredFolders, show, type Source } from "./tree";
import { oldWords } from "./words";

/** A made-up file. */
function file(path: string, ...lines: string[]): Source {
  return { path, text: `${lines.join("\n")}\n` };
}

/** A made-up file of the core. */
const core = (path: string, ...lines: string[]): Source => file(`crate/core/src/${path}`, ...lines);

describe("Rust's syntax", () => {
  test("comments, strings and characters are blank, lines stay", () => {
    const text = ["a // crate::x", "/* b /* c */ \n d */ e", 'f "g \\" // h" i', 'r#"j " k"# l', "'\"' m 'n", "'\\'' o"].join("\n");
    expect(code(text).replace(/ +/g, " ").split("\n").map((line) => line.trim())).toEqual(["a", "", "e", "f i", "l", "m 'n", "o"]);
    expect(code(text).length).toBe(text.length);
  });

  test("use groups are unfolded", () => {
    const found = rustPaths("use crate::{nest::{self, build as b}, trace};\nfn f() { super::repeats::runs(x) }").map(({ segments }) => segments.join("::"));
    expect(found).toEqual(["crate::nest::self", "crate::nest::build", "crate::trace", "super::repeats::runs"]);
  });
});

describe("the order inside core", () => {
  const lib = "//! pub mod no;\npub mod trace;\n#[cfg(test)]\nmod testing;\nmod symbols;\npub mod nest;\n";

  test("is read from lib.rs", () => {
    expect(coreModules(lib)).toEqual(["trace", "symbols", "nest"]);
  });

  test("a use of a module below is found, however it is written", () => {
    const bad = [
      core("trace/mod.rs", "//! See [`crate::nest`].", "use super::symbols::Symbol;"),
      core("symbols/mod.rs", "use crate::{", "    trace::Trace,", "    nest::Nest,", "};"),
      core("trace/record.rs", "fn f() {", "    super::super::nest::g();", "}"),
      core("symbols.rs", "use crate::nest;"),
    ];
    const expected = ["trace/mod.rs:2: core: `trace` uses `symbols`", "symbols/mod.rs:3: core: `symbols` uses `nest`", "trace/record.rs:2: core: `trace` uses `nest`", "symbols.rs:1: core: `symbols` uses `nest`"];
    expect(show(coreOrder(lib, bad)).split("\n")).toEqual(expected.map((start) => `crate/core/src/${start}, which stands below it in crate/core/src/lib.rs`));
  });

  test("a use of a module above is fine", () => {
    const good = [core("nest/build.rs", "use crate::{trace, symbols::Symbol};", "use super::super::trace;", "use super::nest;", "// crate::nowhere")];
    expect(coreOrder(lib, good)).toEqual([]);
  });
});

describe("circles between files", () => {
  const look = (debts: string[], ...files: Source[]) => show(fileCircles("core", files, debts));
  const a = core.bind(null, "a.rs");
  const b = core.bind(null, "b.rs");

  test("two files that import each other, however it is written", () => {
    const found = "crate/core/src/a.rs: in a circle of files: a.rs -> b.rs, b.rs -> a.rs; move what both need into a file that both can import";
    expect(look([], a("use crate::b::X;"), b("use super::a::{self, Y};"))).toBe(found);
    expect(look([], a("fn f() { crate::b::g() }"), b("use crate::a::*;"))).toBe(found);
    expect(look([], a("mod inner {", "    use crate::b::X;", "}"), b("mod inner {", "    use super::super::a::Y;", "}"))).toBe(found);
    expect(look([], a("use loopscope_core::b::X;"), b("// x", "use crate::{", "    a::{Y, Z},", "};"))).toBe(found);
  });

  test("a circle through a third file, and through names that a parent passes on", () => {
    const parent = core("m/mod.rs", "mod x;", "mod y;", "pub use x::{A, B as C};", "pub(super) use y::*;");
    const x = core("m/x.rs", "use super::D;", "pub struct A;", "pub struct B;");
    const y = core("m/y.rs", "use crate::a::E;", "pub struct D;");
    const uses = fileUses([parent, x, y, a("use crate::m::C;", "pub struct E;")]);
    expect(Object.fromEntries([...uses].map(([from, to]) => [from, [...to]]))).toEqual({
      "crate/core/src/m/mod.rs": [],
      "crate/core/src/m/x.rs": ["crate/core/src/m/y.rs"],
      "crate/core/src/m/y.rs": ["crate/core/src/a.rs"],
      "crate/core/src/a.rs": ["crate/core/src/m/x.rs"],
    });
    expect(circles(uses)).toEqual([["crate/core/src/a.rs", "crate/core/src/m/x.rs", "crate/core/src/m/y.rs"]]);
  });

  test("a child that imports what its parent defines while the parent calls it", () => {
    const child = core("m/x.rs", "use super::Own;", "pub fn f() {}");
    const caller = core("m.rs", "mod x;", "pub struct Own;", "fn g() { x::f() }");
    expect(look([], child, caller)).toContain("in a circle of files: m.rs -> m/x.rs, m/x.rs -> m.rs");
    expect(look([], core("m/x.rs", "use super::*;"), caller)).toContain("m.rs -> m/x.rs");
    const user = core("m.rs", "mod x;", "pub use x::X;", "pub struct Own;", "fn g() -> X {}");
    expect(look([], core("m/x.rs", "use super::Own;", "pub struct X;"), user)).toContain("m.rs -> m/x.rs");
  });

  test("what is no circle", () => {
    expect(look([], core("lib.rs", "pub mod a;", "pub mod b;", "pub use a::Y;"), a("use crate::b::X;", "pub struct Y;"), b("//! See [`crate::a`].", "mod tests {", "    use super::*;", "    use self::other::Z;", "    mod other {}", "}"))).toBe("");
    expect(look([], core("m.rs", "mod x;", "pub struct Own;", "pub use x::f;"), core("m/x.rs", "use super::Own;"))).toBe("");
    expect(look([], a("use crate::b::X;"), file("crate/draw/src/b.rs", "use crate::a::Y;"))).toBe("");
    expect(look([], a("use crate::b::X;"), b("#[cfg(test)]", "mod tests {", "    use crate::a::Y;", "}"))).toBe("");
  });

  test("a debt is allowed, and must be struck out when it is paid", () => {
    expect(look(["a.rs", "b.rs"], a("use crate::b::X;"), b("use super::a::Y;"))).toBe("");
    expect(look(["a.rs"], a("use crate::b::X;"), b("use super::a::Y;"))).toContain("crate/core/src/b.rs: in a circle");
    expect(look(["a.rs"], a("use crate::b::X;"), b(""))).toBe("crate/core/src/a.rs: is in no circle any more: remove it from CIRCLE_DEBTS in tests/house/circles.ts");
  });

  test("an include by path", () => {
    expect(show(pathIncludes([a('// #[path = "x"]', '#[path = "../b.rs"]', "mod b;")]))).toContain("crate/core/src/a.rs:2: `#[path]` includes a file of another crate");
  });
});

describe("catch-all arms on texts", () => {
  const look = (...lines: string[]) => show(catchAllArms([core("a.rs", "fn f() {", ...lines, "}")], {})).split("\n").flatMap((line) => /a\.rs:(\d+)/.exec(line)?.[1] ?? []);

  test("`_` and a name, on texts and bytes, inside patterns, nested and after blocks", () => {
    expect(look("match x {", '  "a" => 1,', "  _ => 2,", "}")).toEqual(["4"]);
    expect(look("match x.y(|z| { z }) {", '  b"a" | b"b" => { g(); }', "  other => 2,", "}")).toEqual(["4"]);
    expect(look("match (x, y) {", '  (Some("a"), 1) => A { b: 1 },', "  (None, _) => 3,", "  _ => 2,", "}")).toEqual(["5"]);
    expect(look("match x {", "  Some(n) => match n {", '    r#"a"# => 1,', "    _ => 2,", "  },", "  None => 3,", "}")).toEqual(["5"]);
    expect(look("match x {", '  "a" => if y { 1 } else { 2 },', "  // Any other.", "  _ => 2,", "}")).toEqual(["5"]);
    expect(look("match x {", '  "a" => 1,', "  // Other", "  _ => 2,", "}")).toEqual(["5"]);
  });

  test("an arm with a reason, enums, guards, the empty text, and tests", () => {
    expect(look("match x {", '  "a" => 1,', "  // Other: a field that the writer adds.", "  _ => 2,", "}")).toEqual([]);
    expect(look("match x {", '  "a" => 1,', "  // Other: a field that the writer adds, such as a", "  // version.", "  _ => 2,", "}")).toEqual([]);
    expect(look("match x {", '  A if y == "a" => 1,', '  _ => g("b"),', "}", "match z {", '  "" => None,', "  name => Some(name),", "}")).toEqual([]);
    expect(look("match x {", '  "a" => 1,', "  _ if y => 2,", "  Some(_) => 3,", "}")).toEqual([]);
    const text = ["match x {", '  "a" => 1,', "  _ => 2,", "}"];
    expect(catchAllArms([core("a/tests.rs", ...text), core("b.rs", "#[cfg(test)]", "mod tests {", ...text, "}")], {})).toEqual([]);
  });

  test("a debt is allowed, and must be struck out when it is paid", () => {
    const open = core("a.rs", "match x {", '  "a" => 1,', "  _ => 2,", "}");
    expect(catchAllArms([open], { "crate/core": 1 })).toEqual([]);
    expect(show(catchAllArms([open, { ...open, path: "crate/core/src/b.rs" }], { "crate/core": 1 }))).toContain("crate/core/src/b.rs:3");
    expect(show(catchAllArms([open], { "crate/core": 2 }))).toContain("crate/core: has 1 catch-all arms on texts, not 2");
    expect(show(catchAllArms([open], { "crate/draw": 0 }))).toContain("crate/core/src/a.rs:3");
  });
});

describe("functions", () => {
  const body = (count: number) => Array.from({ length: count }, (_, at) => `  f${at}();`);

  test("one that is too long, in Rust", () => {
    const long = core("a.rs", "fn short() {}", "pub(super) fn long<T>(x: [T; 2]) -> Vec<T>", "where", "    T: Clone,", "{", ...body(MOST_LINES - 4), "}");
    expect(show(longFunctions([long], {}))).toBe(`crate/core/src/a.rs:2: \`long\` has ${MOST_LINES + 1} lines; split it into steps that have names (at most ${MOST_LINES})`);
    expect(longFunctions([core("a.rs", "fn just(a: u8) {", ...body(MOST_LINES - 2), "}", "fn next() {}")], {})).toEqual([]);
  });

  test("one that is too long, in a script: functions, arrows, methods, components", () => {
    const look = (name: string, ...lines: string[]) => show(longFunctions([file(name, ...lines)], {}));
    expect(look("web/a.ts", "export function f() {", ...body(MOST_LINES), "}")).toContain("web/a.ts:1: `f` has");
    expect(look("web/a.ts", "const g = async () => {", ...body(MOST_LINES), "};")).toContain("web/a.ts:1: `g` has");
    expect(look("web/a.ts", "class C {", "  m() {", ...body(MOST_LINES), "  }", "}")).toContain("web/a.ts:2: `m` has");
    expect(look("web/a.tsx", "export function View() {", "  return (", ...body(MOST_LINES).map(() => "    <p>{1}</p>").map((line, at) => (at === 0 ? `<div>${line}` : line)), "</div>", "  );", "}")).toContain("web/a.tsx:1: `View` has");
    expect(look("web/a.ts", "call(() => {", ...body(MOST_LINES), "});")).toContain("`a function without a name` has");
  });

  test("tests may be long, a declaration has no length, and braces in strings do not count", () => {
    const fine = [
      core("a.rs", "#[cfg(test)]", "mod tests {", "fn long() {", ...body(MOST_LINES), "}", "}"),
      file("crate/core/tests/a.rs", "fn long() {", ...body(MOST_LINES), "}"),
      file("web/a.test.ts", 'test("x", () => {', ...body(MOST_LINES), "});"),
      core("b.rs", "trait T {", "    fn declared(&self);", ...body(MOST_LINES).map(() => ""), '    fn given(&self) { "{" }', "}"),
    ];
    expect(longFunctions(fine, {})).toEqual([]);
  });

  test("a debt is allowed, and must be struck out when it is paid", () => {
    const long = file("web/a.ts", "export function f() {", ...body(MOST_LINES), "}");
    expect(longFunctions([long], { web: ["f"] })).toEqual([]);
    expect(show(longFunctions([long], { crate: ["f"] }))).toContain("web/a.ts:1");
    expect(show(longFunctions([], { web: ["f"] }))).toBe("web: `f` is short now, or gone: remove it from FUNCTION_DEBTS in tests/house/functions.ts");
  });
});

describe("names", () => {
  const old = [{ word: "Cast", now: "RowAssignment", below: ["crate/draw/"] }, { word: "broke", now: "onCrash", below: ["web/"] }];

  test("an old name, in code alone", () => {
    const files = [
      file("crate/draw/src/a.rs", "// Cast", "struct Cast;", 'fn f(a: &str) { g("Cast", Casts) }'),
      core("a.rs", "struct Cast;"),
      file("web/a.tsx", "// broke", "const broke = <b>it broke</b>;", 'x(`it broke`, "broke");'),
    ];
    expect(show(oldWords(files, old, {}, [])).split("\n")).toEqual(["crate/draw/src/a.rs:2: `Cast` is called `RowAssignment` now", "web/a.tsx:2: `broke` is called `onCrash` now"]);
    expect(show(oldWords(files, old, {}, ["crate/draw/ Cast", "web/ broke", "web/ heard"]))).toBe("tests/house/words.ts: `web/ heard` stands nowhere any more: remove it from WORD_DEBTS");
  });

  test("an old name of a file or a folder", () => {
    const files = [file("crate/formats/src/told/mod.rs"), file("crate/formats/src/x/gather.rs"), file("crate/formats/src/x/collection.rs")];
    const names = { "formats/src/told/": "formats/src/mpi/", "/gather.rs": "/collection.rs" };
    expect(show(oldWords(files, old, names, [])).split("\n")).toEqual(["crate/formats/src/told/mod.rs: `formats/src/told/` is called `formats/src/mpi/` now", "crate/formats/src/x/gather.rs: `/gather.rs` is called `/collection.rs` now"]);
    expect(oldWords(files, old, names, ["file formats/src/told/", "file /gather.rs"])).toEqual([]);
  });
});

describe("module heads", () => {
  test("a file without one, or with one that says nothing", () => {
    const files = [core("a.rs", "use x;", "//! What the file is for."), core("b.rs", "//! Tables."), file("web/a.ts", 'import x from "y";', "// What the file is for."), file("web/b.ts", "")];
    expect(missingHeads(files, []).map(({ file: path, line }) => `${path}:${line}`)).toEqual(["crate/core/src/a.rs:1", "crate/core/src/b.rs:1", "web/a.ts:1", "web/b.ts:1"]);
    expect(show(missingHeads(files.slice(0, 1), ["crate/core/src/a.rs", "web/z.ts"]))).toBe("web/z.ts: has a head now, or is gone: remove it from HEAD_DEBTS in tests/house/heads.ts");
  });

  test("files with one, and tests", () => {
    const files = [
      core("a.rs", "", "//! What the file is for.", "use x;"),
      file("web/a.ts", "/** What the file is for. */", "x();"),
      file("web/b.ts", "/**", " * What the file", " * is for.", " */", "x();"),
      file("scripts/a.mjs", "#!/usr/bin/env node", "// What the file is for.", "x();"),
      core("a/tests.rs", "use super::*;"),
      file("web/a.test.ts", 'import x from "y";'),
    ];
    expect(missingHeads(files, [])).toEqual([]);
  });
});

describe("crates", () => {
  const look = (crate: string, ...lines: string[]) => show(crateDependencies(crate, file("c", ...lines)));

  test("a dependency against the direction is found, in every way to write it", () => {
    expect(show(crateDependencies("formats", file("crate/formats/Cargo.toml", "[dependencies]", "loopscope-core.workspace = true", 'loopscope-draw = { path = "../draw" }')))).toBe(
      "crate/formats/Cargo.toml:3: `formats` must not depend on `loopscope-draw`",
    );
    expect(look("core", "[dependencies]", 'rustc-hash = "2"', 'serde = "1"')).toBe("c:3: `core` must not depend on `serde`");
    expect(look("cli", "[target.'cfg(unix)'.dependencies.web-sys]", "version = \"1\"")).toBe("c:1: `cli` must not depend on `web-sys`");
    expect(look("session", "[dependencies]", 'plotters-svg = "1"')).toBe("c:2: `session` must not depend on `plotters-svg`");
    expect(look("core", "[dev-dependencies]", 'loopscope-formats = "1"', 'proptest = "1"')).toBe("c:2: `core` must not depend on `loopscope-formats`");
    expect(look("cli", "[dependencies]", "loopscope-core.workspace = true")).toBe("c:2: `cli` must not depend on `loopscope-core`");
    expect(look("session", "[dependencies]", 'tsify = { version = "1", optional = true }', 'wasm-bindgen = "1"')).toBe("c:3: `session` must not depend on `wasm-bindgen`");
    expect(look("formats", "[dependencies]", "loopscope-testing.workspace = true", "[dev-dependencies]", "loopscope-testing.workspace = true")).toBe("c:2: `formats` must not depend on `loopscope-testing`");
    expect(look("attic")).toContain("no rule says what the crate `attic` may use");
  });

  test("other tables of the manifest are no dependencies", () => {
    expect(look("core", "[package]", 'name = "x"', "[features]", "serde = []", "[dev-dependencies]", 'proptest = "1"')).toBe("");
    expect(look("cli", "[dev-dependencies]", "loopscope-core.workspace = true")).toBe("");
  });

  test("a name outside of its place is found", () => {
    const bad = [file("crate/draw/src/scene.rs", "use plotters::prelude::*;"), core("nest.rs", "// std::fs", "use std::{collections::BTreeMap, time::Instant};", "fn f(x: serde::Value) {}")];
    expect(show(misplacedNames(bad)).split("\n")).toEqual([
      "crate/draw/src/scene.rs:1: `plotters`: only crate/draw/src/paint names plotters",
      "crate/core/src/nest.rs:2: `std::time`: core does no input or output, knows no clock and no other form of its data",
      "crate/core/src/nest.rs:3: `serde`: core does no input or output, knows no clock and no other form of its data",
    ]);
    expect(misplacedNames([file("crate/draw/src/paint/svg.rs", "use plotters::prelude::*;"), file("crate/session/src/open.rs", "use std::fs;")])).toEqual([]);
  });
});

describe("imports of web/", () => {
  test("against the order", () => {
    expect(show(webImports([file("web/base/a.ts", 'import { x } from "./b";', 'export { y } from "../features/c/c";', 'const z = import("../app/d");', 'type T = import("../workspace/e").T;')])).split("\n")).toEqual(
      ["2: base must not import from features", "3: base must not import from app", "4: base must not import from workspace"].map((start) => `web/base/a.ts:${start}: imports run engine <- base <- workspace <- components <- features <- app`),
    );
    expect(show(webImports([file("web/misc/a.ts", "export const x = 1;")]))).toContain("web/misc/a.ts: not in a folder of web/ that has a place");
  });

  test("the wasm and the worker", () => {
    expect(show(webImports([file("web/app/main.tsx", 'import init, { type Engine } from "../../crate/wasm/pkg/loopscope_wasm";', 'import { start } from "../worker/main";', 'import { Engine } from "../../crate/wasm/pkg/parts/engine.js";')])).split("\n")).toEqual([
      "web/app/main.tsx:1: the page never loads wasm: import only types from the package, with `import type`",
      "web/app/main.tsx:2: the page speaks with the worker by messages and imports nothing from it",
      "web/app/main.tsx:3: the page never loads wasm: import only types from the package, with `import type`",
    ]);
    expect(show(webImports([file("web/worker/worker.ts", 'import type { S } from "../workspace/s";')]))).toBe("web/worker/worker.ts:1: worker imports only from engine and base, not from workspace");
  });

  test("from one feature to another", () => {
    const shared = file("web/features/nest/View.tsx", 'import { a } from "./state";', 'import { b } from "../../workspace/b";');
    expect(webImports([shared])).toEqual([]);
    expect(show(webImports([file("web/features/nest/View.tsx", 'import type { M } from "../model/state";')]))).toMatch(/^web\/features\/nest\/View.tsx:1: feature nest must not import from feature model: /);
  });

  test("what is allowed", () => {
    const good = [
      file("web/app/main.tsx", 'import { render } from "preact";', 'import type { Engine } from "../../crate/wasm/pkg/loopscope_wasm";', 'import type { M } from "../base/protocol";', 'import "./style.css";', 'import { a } from "../base/a";'),
      file("web/engine/files.ts", 'import { MAIN } from "../../crate/wasm/pkg/parts/files.js";'),
      file("web/worker/worker.ts", 'import init from "../../crate/wasm/pkg/loopscope_wasm";', 'import { b } from "../base/b";', 'import type { M } from "./queue";'),
    ];
    expect(webImports(good)).toEqual([]);
  });
});

describe("exports of web/", () => {
  test("one name in two files of a folder", () => {
    const a = file("web/base/a.ts", "export const out = 1;", "export function fit(): void {}");
    const b = file("web/base/b.ts", "const out = 2;", "export { out as enter };", "export type fit = string;");
    expect(show(exportedTwice([a, b]))).toBe("web/base/b.ts:3: exports `fit`, as web/base/a.ts does: one of the two needs a name of its own");
    expect(exportedTwice([a, file("web/base/inner/b.ts", "export const out = 2;"), file("web/base/b.test.ts", "export const fit = 1;")])).toEqual([]);
  });
});

describe("texts", () => {
  const budgets = { source_lines: 3, folders: { "": { file: 100, sum: 1000 }, "tests/golden/": { file: 10, sum: 15 } } };

  test("a source file that is too long", () => {
    expect(show(tooLong([file("a.rs", "1", "2", "3"), file("b.css", "1", "2", "3", "4"), file("c.md", "1", "2", "3", "4")], budgets))).toBe("b.css:4: 4 lines; split it by subject (at most 3)");
  });

  test("a file, and a folder, that is too large", () => {
    const sizes = [{ path: "tests/golden/a", size: 11 }, { path: "tests/golden/b", size: 5 }, { path: "other", size: 100 }];
    expect(show(tooLarge(sizes, budgets)).split("\n")).toEqual(['tests/golden/a: 11 bytes; a file below "tests/golden/" may have 10', "tests/golden/: 16 bytes in all; the budget is 15"]);
  });

  test.each([
    ["a.md", `see /${"work"}/main`, "a path of somebody's machine"],
    ["a.sh", `cd "/${"tmp"}"`, "a path of somebody's machine"],
    ["a.json", `{"a": "/${"root"}/.cargo"}`, "a path of somebody's machine"],
    ["a.ts", `const a = "/${"home"}/someone/x";`, "a path of somebody's home"],
    ["a.rs", `// ${"TO" + "DO"}: later`, "something left open"],
    ["a.rs", `    ${"to" + "do"}!("later")`, "a stub"],
    ["a.rs", `#[${"ig" + "nore"}]`, "a test that is not run"],
    ["a.test.ts", `test.${"sk" + "ip"}("x", () => {});`, "a test that is not run"],
    ["a.ts", `// ${"@ts-" + "ignore"}`, "the type checker switched off"],
    ["a.md", `as in ${"iss" + "ue"} 7`, "a number in a tracker"],
  ])("%s: %s", (path, line, what) => {
    const findings = forbiddenText([file(path, "", line)]);
    expect(show(findings)).toContain(`${path}:2: `);
    expect(show(findings)).toContain(what);
  });

  test("what only looks like it", () => {
    expect(forbiddenText([file("a.md", "framework/main, node_modules/tmp/x, a/root/b, https://example.org/work/it, the ignored ones, a todo list"), file("package-lock.json", `/${"tmp"}/x`)])).toEqual([]);
  });

  test("a document that is not here", () => {
    expect(show(unknownDocuments([file("a.rs", "//! ARCHITECTURE.md,", `//! ${"PL" + "AN"}.md`)], ["ARCHITECTURE.md"]))).toBe(`a.rs:2: "${"PL" + "AN"}.md" is not in the repository`);
  });
});

describe("paths in documents", () => {
  const all = ["README.md", "crate/core/src/nest/greedy.rs", "crate/core/src/nest/mod.rs", "web/app/main.tsx", "tests/suite/a.case"];
  const look = (...lines: string[]) => show(missingPaths(file("ARCHITECTURE.md", ...lines), all, "/dist/\n/crate/wasm/pkg/\n"));

  test("those that do not exist are found", () => {
    expect(look("", "The `crate/core/src/attic` and `lost.rs`, `crate/{core,gone}/`.", "```", "cargo install --path crate/cli", "```", "[a](web/app/none.tsx)", "`nest/lost.rs` `attic/`", '<img src="crate/no.png">').split("\n")).toEqual(
      ["2: names `crate/core/src/attic`", "2: names `lost.rs`", "2: names `crate/gone`", "4: names `crate/cli`", "6: names `web/app/none.tsx`", "7: names `nest/lost.rs`", "7: names `attic`", "8: names `crate/no.png`"].map((start) => `ARCHITECTURE.md:${start}, which does not exist`),
    );
  });

  test("those that exist, are built, or are no paths", () => {
    expect(look("`crate/core/`, `nest/greedy.rs`, `mod.rs`, `src/nest/`, `tests/suite/*.case`, `dist/`, `crate/wasm/pkg/x.js`, `n/2`, `application/wasm`, [b](README.md#c), [d](https://e.org/f.rs), `a::b`")).toBe("");
  });
});

describe("fonts", () => {
  test("a character that a font lacks", () => {
    const font = { name: "a.woff2", characters: new Set([0x2026]) };
    const source = file("web/a.tsx", "// not – this", "const a = '… –'; /* — */", "const b = '→';");
    expect(show(missingCharacters([source], [font]))).toBe("web/a.tsx:2: a.woff2 has no –: write the fonts anew (web/app/fonts/subset.py)");
  });

  test("the characters of a font", () => {
    const characters = charactersOf(bytes("web/app/fonts/mono.woff2"));
    expect(Array.from("aZ~ÿ–…↓").every((character) => characters.has(character.codePointAt(0) ?? 0))).toBe(true);
    expect(characters.has(0x430)).toBe(false);
    expect(characters.size).toBeLessThan(220);
  });
});

describe("budgets and the tree", () => {
  test("a download over its budget, without one, or missing", () => {
    const size = (role: string, files: number, gzipped: number) => ({ role, files, bytes: 9, gzipped });
    const measured = [size("landing", 2, 6), size("main", 1, 5), size("readers", 0, 0), size("rest", 1, 1), size("later", 1, 9)];
    expect(overBudget(measured, { landing: 6, main: 4, readers: 1 })).toEqual(["main: 5 bytes gzipped, the budget is 4", "readers: dist/ has no such file", "rest: it has no budget"]);
  });

  test("each file of the page is counted for what loads it", () => {
    const content = new Uint8Array(0);
    const built = ["assets/index-1.js", "assets/main-2.js", "assets/main-3.wasm", "assets/rest-4.wasm", "assets/View-5.css", "assets/later/View-6.js", "assets/a.woff2", "assets/cards-7.json", "samples/lu.tar.zst", "elsewhere.html"];
    const index = new TextEncoder().encode('<script src="./assets/index-1.js"></script>');
    const sizes = sizesOf([{ file: "index.html", content: index }, ...built.map((name) => ({ file: name, content }))]);
    const files = Object.fromEntries(sizes.map((size) => [size.role, size.files]));
    expect(files).toMatchObject({ landing: 5, main: 1, model: 0, readers: 0, rest: 1, later: 2, sample: 7 });
  });

  test("what is built or installed is no part of the tree", () => {
    expect(ignoredFolders("# built\n/target/\n/crate/wasm/pkg/\n/.tools\n*.log\n")).toEqual(["target", "crate/wasm/pkg", ".tools"]);
  });
});
