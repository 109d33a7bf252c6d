// Splitting a module: whatever crosses between parts, calls come to the same.

import binaryen from "binaryen";
import { describe, expect, test } from "vitest";
import { assign, copiesOf, MAIN } from "../../scripts/lib/split/assign.mjs";
import { assignData } from "../../scripts/lib/split/data.mjs";
import { instrument } from "../../scripts/lib/split/instrument.mjs";
import type { Linked } from "../../scripts/lib/split/linked.mjs";
import { type Module, readModule, type Segment } from "../../scripts/lib/split/module.mjs";
import { split } from "../../scripts/lib/split/write.mjs";

/** Functions of three parts that call each other, through the table too, with parameters of every kind. */
const MODULE = `(module
  (type $binary (func (param i32 i32) (result i32)))
  (import "host" "double" (func $double (param i32) (result i32)))
  (memory (export "memory") 1)
  (table $functions 4 4 funcref)
  (table (export "refs") 2 externref)
  (global $calls (mut i32) (i32.const 0))
  (elem (table $functions) (i32.const 1) func $sum $difference $sum)
  (data (i32.const 16) "\\2a\\00\\00\\00")
  (func $sum (type $binary) (i32.add (local.get 0) (local.get 1)))
  (func $difference (type $binary) (i32.sub (local.get 0) (local.get 1)))
  (func $count (global.set $calls (i32.add (global.get $calls) (i32.const 1))))
  (func (export "calls") (result i32) (global.get $calls))
  (func (export "apply") (param i32 i32 i32) (result i32)
    (call $count)
    (call_indirect $functions (type $binary) (local.get 1) (local.get 2) (local.get 0)))
  (func $a::mixed (export "mixed") (param i32 i64 f32 f64) (result f64)
    (call $count)
    (f64.add (f64.convert_i32_s (call $b::stored (i32.const 16) (local.get 0)))
      (f64.add (f64.convert_i64_s (local.get 1)) (f64.add (f64.promote_f32 (local.get 2)) (local.get 3)))))
  (func $b::stored (param i32 i32) (result i32)
    (call $count)
    (i32.add (i32.load (local.get 0)) (call $double (local.get 1))))
  (func $b::lanes (param v128) (result i32) (i32x4.extract_lane 3 (local.get 0)))
  (func (export "vector") (param i32) (result i32) (call $b::lanes (i32x4.splat (local.get 0))))
  (func $a::even (export "even") (param i32) (result i32)
    (if (result i32) (i32.eqz (local.get 0)) (then (i32.const 1)) (else (call $b::odd (i32.sub (local.get 0) (i32.const 1))))))
  (func $b::odd (param i32) (result i32)
    (if (result i32) (i32.eqz (local.get 0)) (then (i32.const 0)) (else (call $a::even (i32.sub (local.get 0) (i32.const 1))))))
)`;

interface Exports {
  calls(): number;
  apply(place: number, left: number, right: number): number;
  mixed(a: number, b: bigint, c: number, d: number): number;
  vector(value: number): number;
  even(value: number): number;
  memory: WebAssembly.Memory;
}

const HOST = { host: { double: (value: number) => 2 * value } };
const PARTS = [{ name: "first", owns: ["a::"] }, { name: "second", owns: ["b::"] }, { name: "last", owns: [] }];

function whole(): Uint8Array<ArrayBuffer> {
  binaryen.setDebugInfo(true);
  const module = binaryen.parseText(MODULE);
  module.setFeatures(binaryen.Features.All);
  return new Uint8Array(module.emitBinary());
}

/** What a linker would say of the module: one constant at 16, which functions name by that number. */
function linkedAs({ data }: Module): Linked {
  return { items: [{ start: 16, end: 20, names: new Set() }], data, constants: 20, means: (_, number) => (number === 16 ? [0] : []) };
}

/** The module in parts, and which of them were loaded. `fails` says whether a part cannot be loaded just now. */
function inParts(partOf: (name: string) => number, fails: () => boolean = () => false, copying = false): { exports: Exports; loaded: number[] } {
  const module = readModule(whole());
  const placed = new Map(module.bodies.map(({ index, name }) => [index, partOf(name)]));
  const copies = copying ? copiesOf(module, placed, PARTS) : new Map<number, Set<number>>();
  const { main, parts } = split(module, placed, assignData(module, placed, linkedAs(module), PARTS.length, copies), copies);
  const loaded: number[] = [];
  const load = (part: number) => {
    if (fails()) throw new Error("not there");
    loaded.push(part);
    void new WebAssembly.Instance(new WebAssembly.Module(parts[part] ?? new Uint8Array()), { "": instance.exports });
  };
  const instance: WebAssembly.Instance = new WebAssembly.Instance(new WebAssembly.Module(main), { ...HOST, parts: { load } });
  return { exports: instance.exports as unknown as Exports, loaded };
}

/** All that the module can be asked. */
function answers(exports: Exports): unknown[] {
  return [
    exports.apply(1, 7, 3), exports.apply(2, 7, 3), exports.apply(3, 7, 3), exports.mixed(5, 6n, 0.5, 0.25), exports.vector(9), exports.even(10), exports.even(7), exports.calls(),
  ];
}

const byName = (name: string) => PARTS.findIndex(({ owns }) => owns.some((prefix) => name.startsWith(prefix)));

describe("a module in parts", () => {
  const expected = answers(new WebAssembly.Instance(new WebAssembly.Module(whole()), HOST).exports as unknown as Exports);

  test("answers as the whole one, wherever its functions are", () => {
    expect(expected).toEqual([10, 4, 10, 58.75, 9, 1, 0, 5]);
    const { bodies } = readModule(whole());
    const names = bodies.map(({ name }) => name);
    for (let round = 0; round < 60; round += 1) {
      // Every function in every part, in ever other company.
      const partOf = (name: string) => ((names.indexOf(name) * (round + 1) + round) % 4) - 1;
      expect(answers(inParts(partOf).exports)).toEqual(expected);
      expect(answers(inParts(partOf, undefined, true).exports)).toEqual(expected);
    }
  });

  test("loads a part when something in it is called, once", () => {
    const { exports, loaded } = inParts(byName);
    expect(exports.apply(1, 1, 2)).toBe(3);
    expect(loaded).toEqual([]);
    exports.vector(1);
    expect(loaded).toEqual([1]);
    exports.even(9);
    exports.mixed(1, 1n, 1, 1);
    exports.vector(1);
    expect(loaded).toEqual([1, 0]);
  });

  test("loads a part whose functions are called through the table alone", () => {
    const { exports, loaded } = inParts((name) => (name === "difference" ? 2 : MAIN));
    expect(exports.apply(2, 9, 4)).toBe(5);
    expect(exports.apply(2, 9, 5)).toBe(4);
    expect(loaded).toEqual([2]);
  });

  test("a part that cannot be loaded is an error of the call, and loaded by the next", () => {
    let there = false;
    const { exports, loaded } = inParts(byName, () => !there);
    expect(() => exports.vector(1)).toThrow("not there");
    expect(exports.apply(1, 1, 2)).toBe(3);
    there = true;
    expect(exports.vector(1)).toBe(1);
    expect(loaded).toEqual([1]);
  });
});

describe("what is where", () => {
  /** The module, and the numbers of its functions. */
  function named(): { module: Module; at: (name: string) => number } {
    const module = readModule(whole());
    const index = new Map(module.bodies.map((body) => [body.name, body.index]));
    return { module, at: (name) => index.get(name) ?? Number.NaN };
  }

  test("a visit goes before a name, a name before the callers, and the last part has the rest", () => {
    const { module, at } = named();
    const parts = [{ name: "visited", visit: "model" as const, owns: [] }, ...PARTS];
    const partOf = assign(module, new Map([[at("a::mixed"), "model"], [at("sum"), "open"]]), parts);
    // The address of the last one is taken, so nobody knows who calls it.
    expect(["a::mixed", "sum", "a::even", "b::odd", "difference"].map((name) => partOf.get(at(name)))).toEqual([0, MAIN, 1, 2, 3]);
    expect([...partOf.values()]).toHaveLength(module.bodies.length);
  });

  test("what one part alone calls comes with it", () => {
    const { module, at } = named();
    const partOf = assign(module, new Map(), [{ name: "only", owns: ["a::", "b::stored"] }, { name: "last", owns: [] }]);
    expect(partOf.get(at("b::odd"))).toBe(0);
  });

  test("a small function that late parts alone call is in each of them, unless one is full", () => {
    const { module, at } = named();
    const late = new Map(module.bodies.map((body): [number, number] => [body.index, MAIN]));
    // The callers of `count` in two parts, `count` in the last one.
    for (const [name, part] of [["a::mixed", 0], ["b::stored", 1], ["count", 2]] as const) late.set(at(name), part);
    expect(copiesOf(module, late, PARTS).has(at("count"))).toBe(false);
    const apply = module.bodies.find(({ uses, name }) => !name.includes("::") && uses.some((use) => use.index === at("count")));
    late.set(apply?.index ?? -1, 0);
    const copies = copiesOf(module, late, PARTS);
    expect(copies.get(at("count"))).toEqual(new Set([0, 1]));
    // Addresses are taken of these.
    for (const name of ["sum", "difference"]) expect(copies.has(at(name))).toBe(false);
    expect(copiesOf(module, late, PARTS.map((part, place) => ({ ...part, full: place === 1 }))).has(at("count"))).toBe(false);
  });

  test("an instrumented module says what was called", () => {
    const module = readModule(whole());
    const { bytes, takeMet } = instrument(module);
    const exports = new WebAssembly.Instance(new WebAssembly.Module(bytes), HOST).exports as unknown as Exports;
    const names = () => {
      const met = takeMet(exports.memory);
      return module.bodies.filter(({ index }) => met.has(index)).map(({ name }) => name);
    };
    expect(names()).toEqual([]);
    exports.even(1);
    expect(names()).toEqual(["a::even", "b::odd"]);
    expect(exports.mixed(5, 6n, 0.5, 0.25)).toBe(58.75);
    expect(names()).toEqual(["count", "a::mixed", "b::stored"]);
  });
});

describe("what cannot be split ends the build", () => {
  test.each([
    ["a start function", "(module (memory 1) (table 1 1 funcref) (func $begin) (start $begin))", "start function"],
    ["an imported memory", '(module (import "a" "b" (memory 1)) (table 1 1 funcref) (func))', "only functions may be imported"],
    ["an instruction of the future", "(module (memory 1) (table 1 1 funcref) (func (drop (ref.test (ref i31) (ref.null any)))))", "is not known"],
  ])("%s", (_, text, message) => {
    const module = binaryen.parseText(text);
    module.setFeatures(binaryen.Features.All);
    const bytes = module.emitBinary();
    expect(() => readModule(new Uint8Array(bytes))).toThrow(message);
  });
});

describe("the memory in parts", () => {
  /** Numbers from 0 to below `limit`, the same in every run. */
  function numbersFrom(seed: number): (limit: number) => number {
    let state = seed + 1;
    return (limit) => {
      state = (state * 48271) % 2147483647;
      return state % limit;
    };
  }

  /** Items that name each other and functions that name items, at random. */
  function random(seed: number): { module: Module; partOf: Map<number, number>; linked: Linked } {
    const next = numbersFrom(seed);
    let at = 1024;
    const items = Array.from({ length: 1 + next(12) }, () => {
      const start = at + 4 * next(5);
      at = start + next(9);
      return { start, end: at, names: new Set<number>() };
    });
    for (const item of items) for (let left = next(3); left > 0; left -= 1) item.names.add(next(items.length));
    const bytes = new Uint8Array(at - 1024);
    for (const { start, end } of items) for (let place = start; place < end; place += 1) bytes[place - 1024] = 1 + next(255);
    const bodies = Array.from({ length: 1 + next(8) }, (_, index) => ({ index, name: "", numbers: new Set(Array.from({ length: next(3) }, () => next(items.length))) }));
    const data: Segment[] = [{ start: 1024, bytes }];
    const module = { bodies, data } as unknown as Module;
    const partOf = new Map(bodies.map(({ index }) => [index, next(4) - 1]));
    return { module, partOf, linked: { items, data, constants: items[next(items.length)]?.start ?? 0, means: (_, number) => [number] } };
  }

  /** The items that functions of a part name, found by following names until there are no more. */
  function reached({ bodies }: Module, partOf: Map<number, number>, { items }: Linked, part: number): Set<number> {
    const found = new Set(bodies.filter(({ index }) => partOf.get(index) === part).flatMap(({ numbers }) => [...numbers]));
    for (let size = -1; size !== found.size; ) {
      size = found.size;
      for (const place of found) for (const other of items[place]?.names ?? []) found.add(other);
    }
    return found;
  }

  const covers = (segments: readonly Segment[], address: number) => segments.some(({ start, bytes }) => address >= start && address < start + bytes.length);

  test("has what a function names before it can be called, each variable once, and is the whole memory together", () => {
    for (let seed = 0; seed < 2000; seed += 1) {
      const { module, partOf, linked } = random(seed);
      const [main = [], ...others] = assignData(module, partOf, linked, PARTS.length);
      const image = module.data[0]?.bytes ?? new Uint8Array();
      for (const { start, bytes } of main.concat(...others)) expect(bytes, `${seed}`).toEqual(image.subarray(start - 1024, start - 1024 + bytes.length));
      const names = [MAIN, 0, 1, 2].map((part) => reached(module, partOf, linked, part));
      const wrong = linked.items.flatMap((item, place) => faults(item, names.map((found) => found.has(place)), [main, ...others], linked.constants));
      expect(wrong, `${seed}`).toEqual([]);
    }
  });

  /** What is wrong with the parts that bring an item. `named` says which part names it, the main one first. */
  function faults({ start, end }: { start: number; end: number }, named: boolean[], brought: Segment[][], constants: number) {
    const wrong: string[] = [];
    for (let address = start; address < end; address += 1) {
      const here = brought.map((segments) => covers(segments, address));
      const count = here.filter(Boolean).length;
      const wanted = named.filter(Boolean).length;
      if (count === 0) wrong.push(`${address} is nowhere`);
      if (here[0] && count > 1) wrong.push(`${address} is in the main part and another one`);
      if (named.some((names, part) => names && !here[0] && !here[part])) wrong.push(`${address} is not there where it is named`);
      if (end > constants && count > 1) wrong.push(`${address} is a variable and comes twice`);
      // What the main part does not name is not in its way, but for variables of several.
      if (here[0] && !named[0] && (wanted === 1 || end <= constants)) wrong.push(`${address} is not needed in the main part`);
    }
    return wrong;
  }

  test("leaves out where in the sources a failure was, but no path that is named otherwise", () => {
    const paths = "a.rs\0b.rs\0c.rs\0";
    const bytes = new Uint8Array(15 + 1 + 3 * 16);
    bytes.set(new TextEncoder().encode(paths));
    const places = [0, 1, 2].map((path) => ({ start: 1040 + 16 * path, end: 1056 + 16 * path, names: new Set([path]) }));
    for (const path of [0, 1, 2]) new DataView(bytes.buffer).setUint32(16 + 16 * path, path === 2 ? 7 : 1024 + 5 * path, true);
    const items = [0, 1, 2].map((path) => ({ start: 1024 + 5 * path, end: 1029 + 5 * path, names: new Set<number>() }));
    const data = [{ start: 1024, bytes }];
    const module = { bodies: [{ index: 0, name: "", numbers: new Set([1, 3, 4, 5]) }], data } as unknown as Module;
    const linked: Linked = { items: [...items, ...places], data, constants: 2000, means: (_, number) => [number] };
    const [main = []] = assignData(module, new Map([[0, MAIN]]), linked, PARTS.length);
    const brought = linked.items.map(({ start }) => covers(main, start));
    // The last one is no such place: what stands in it is no path's address.
    expect(brought).toEqual([false, true, true, false, false, true]);
  });

  test("that is not what the linker wrote ends the build", () => {
    const { module, partOf, linked } = random(3);
    const bytes = Uint8Array.from(linked.data[0]?.bytes ?? []);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    expect(() => assignData(module, partOf, { ...linked, data: [{ start: 1024, bytes }] }, PARTS.length)).toThrow("the memory differs");
  });
});
