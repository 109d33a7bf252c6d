// What the linker says about data, read from a module that is put together here, and from the engine.

import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { bytesOf, list, number, type Piece, sized, text } from "../../scripts/lib/split/binary.mjs";
import { placeIn, readLinked, withoutRecords } from "../../scripts/lib/split/linked.mjs";
import { sectionsOf } from "../../scripts/lib/split/module.mjs";
import { root } from "../../scripts/lib/run.mjs";

const MARK = "h0123456789abcdef";
const END = 0x0b;

/** A number of 1,024 and more below 8,192, as the linker writes those that may change: in five bytes. */
const padded = (value: number): number[] => [(value & 127) | 128, (value >> 7) | 128, 128, 128, 0];
const section = (id: number, content: Piece): Piece => [id, sized(content)];
const custom = (name: string, content: Piece): Piece => section(0, [text(name), content]);
const word = (value: number): number[] => [value & 255, value >> 8, 0, 0];
const address = (kind: number, at: number, symbol: number, summand: number): Piece => [kind, number(at), number(symbol), summand];

/**
 * Constants at 1024 (4 bytes, with the address of the third), 1028 (8 bytes) and 1040 (4 bytes), and a variable at 2048. One function names the first,
 * one has the number 1036, two name what is at 1028, the first of them as the end of the first constant, and one reads the variable.
 */
function linked(dataAddress = 1040): Uint8Array {
  // i32.const takes a signed number: 1024 and more have their sign in the next byte.
  const body = (...instructions: Piece[]): Piece => sized([0, instructions.map((each) => [each, 0x1a]), END]);
  const meant = (value: number): Piece => [0x41, padded(value)];
  const bodies = [body(meant(1024)), body([0x41, (1036 & 127) | 128, 1036 >> 7]), body(meant(1028)), body(meant(1028)), body([0x41, 0, 0x28, 2, padded(2048)])];
  const constants = [word(dataAddress), 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 9, 9, 9, 9];
  const symbol = (name: string, segment: number, offset: number, size: number): Piece => [1, 0, text(name), number(segment), number(offset), number(size)];
  const bytes = bytesOf(list(bodies));
  // Where five bytes of an address stand.
  const places = [...bytes].flatMap((byte, at) => (byte >= 128 && bytes[at + 2] === 128 && bytes[at + 3] === 128 && bytes[at + 4] === 0 ? [at] : []));
  const symbols = [symbol("a", 0, 0, 4), symbol("b", 0, 4, 8), symbol("c", 0, 16, 4), symbol("v", 1, 0, 4), [0, 0, number(0), text("f")], [1, 0x10, text("elsewhere")]];
  const names = ["f", "g", `_ZN1h17${MARK}E`, "i", "j"];
  return bytesOf([
    [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    section(1, list([[0x60, 0, 0]])),
    section(3, list(names.map(() => 0))),
    section(5, list([[0, 1]])),
    section(10, bytes),
    section(11, list([[0, 0x41, [0x80, 0x08], END, sized(constants)], [0, 0x41, [0x80, 0x10], END, sized([7, 7, 7, 7])]])),
    custom("linking", [2, section(8, list(symbols))]),
    custom("reloc.CODE", [3, list([address(4, places[0] ?? 0, 0, 0), address(4, places[1] ?? 0, 0, 4), address(4, places[2] ?? 0, 1, 0), address(3, places[3] ?? 0, 3, 0)])]),
    custom("reloc.DATA", [4, list([address(5, 7, 2, 0)])]),
    custom("name", [section(1, list(names.map((name, at) => [number(at), text(name)]))), section(9, list([[0, text(".rodata")], [1, text(".data")]]))]),
  ]);
}

test("items, what they name, and what numbers in code mean", () => {
  const { items, constants, means, data } = readLinked(linked());
  expect(items.map(({ start, end, names }) => [start, end, ...names])).toEqual([[1024, 1028, 2], [1028, 1036], [1040, 1044], [2048, 2052]]);
  expect(data.map(({ start, bytes }) => [start, bytes.length])).toEqual([[1024, 20], [2048, 4]]);
  expect(constants).toBe(1044);
  expect([...means("f", 1024)]).toEqual([0]);
  // The end of one constant and the beginning of another: the mark tells, in whatever way the name is written.
  expect([...means(`h::${MARK}`, 1028)]).toEqual([0]);
  expect([...means("another", 1028)]).toEqual([1]);
  expect([...means("j", 2048)]).toEqual([3]);
  // The linker has written this number, but as no address.
  expect([...means("g", 1036)]).toEqual([]);
  // Nobody has written these.
  expect([...means("g", 1030)]).toEqual([1, 1]);
  expect([...means("g", 1044)]).toEqual([2]);
  expect([1023, 1024, 1027, 1038, 1043, 1044, 3000].map((at) => placeIn(items, at))).toEqual([undefined, 0, 0, undefined, 2, undefined, undefined]);
});

test("records that do not fit the bytes, or are not there, end the build", () => {
  expect(() => readLinked(linked(1041))).toThrow("does not fit what stands there");
  expect(() => readLinked(withoutRecords(linked()))).toThrow("--emit-relocs");
  expect(sectionsOf(withoutRecords(linked())).map(({ id }) => id)).toEqual([1, 3, 5, 10, 11, 0]);
});

test("the engine's data consists of items, but for zeros between them", () => {
  const { items, data } = readLinked(new Uint8Array(readFileSync(path.join(root, "crate/wasm/pkg/linked.wasm"))));
  expect(items.length).toBeGreaterThan(3000);
  const loose = data.flatMap(({ start, bytes }) => [...bytes.keys()].filter((at) => bytes[at] !== 0 && placeIn(items, start + at) === undefined));
  expect(loose).toEqual([]);
});
