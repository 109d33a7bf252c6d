// A linked module, as far as splitting it needs: which functions there are, what they are called, and who uses whom.

import { Reader } from "./binary.mjs";
import { namedIn } from "./code.mjs";

/** @typedef {import("./code.mjs").Use} Use */

/**
 * A function with a body. `locals` is its first byte, `code` that of its instructions, `end` the byte after them; `uses` are
 * the functions that it names, `numbers` what could be addresses.
 * @typedef {{ index: number, type: number, name: string, locals: number, code: number, end: number, uses: Use[], numbers: ReadonlySet<number> }} Body
 */

/**
 * Bytes as they stand in the file are `Uint8Array`s; the items of a section that is passed on whole are not taken apart.
 * @typedef {object} Module
 * @property {Uint8Array} bytes
 * @property {Uint8Array} types the section's content
 * @property {{ params: number[], results: number }[]} signatures parameters by type, number of results
 * @property {{ bytes: Uint8Array, type: number }[]} imports all of functions
 * @property {number} codeStart where the section of code begins, after its length
 * @property {Body[]} bodies
 * @property {Limits[]} tables
 * @property {Limits} memory
 * @property {{ type: Uint8Array, init: Uint8Array }[]} globals
 * @property {{ name: string, kind: number, index: number }[]} exports
 * @property {{ offset: number, functions: number[] }[]} elements of the first table
 * @property {Segment[]} data what the memory holds at the start
 */

/** Bytes of the memory, from an address on. @typedef {{ start: number, bytes: Uint8Array }} Segment */

/** Of a memory in pages, of a table in entries. @typedef {{ type: number, min: number, max: number | undefined }} Limits */

const SECTIONS = { custom: 0, types: 1, imports: 2, functions: 3, tables: 4, memory: 5, globals: 6, exports: 7, start: 8, elements: 9, code: 10, data: 11, dataCount: 12 };

/** The numbers of the sections, by what they hold. */
export const SECTION = Object.freeze(SECTIONS);

/** @param {Uint8Array} bytes a module with the names of its functions @returns {Module} */
export function readModule(bytes) {
  const sections = sectionsOf(bytes);
  const section = (/** @type {number} */ id) => sections.find((each) => each.id === id)?.content ?? new Uint8Array(1);
  const reader = (/** @type {number} */ id) => new Reader(section(id));
  if (sections.some(({ id }) => id === SECTION.start)) throw new Error("a module with a start function cannot be split");
  const imports = readImports(section(SECTION.imports));
  const functions = reader(SECTION.functions);
  const kinds = functions.list(() => functions.number());
  const memories = reader(SECTION.memory);
  const tables = reader(SECTION.tables);
  const [memory, ...others] = memories.list(() => limits(memories, 0));
  if (memory === undefined || others.length > 0) throw new Error("a module with one memory is needed");
  const names = namesOf(sections.filter(({ id }) => id === SECTION.custom).map(({ content }) => content));
  return {
    bytes,
    types: section(SECTION.types),
    signatures: readTypes(reader(SECTION.types)),
    imports,
    codeStart: section(SECTION.code).byteOffset - bytes.byteOffset,
    bodies: readBodies(bytes, section(SECTION.code), kinds, imports.length, names),
    tables: tables.list(() => limits(tables, tables.byte())),
    memory,
    globals: readGlobals(reader(SECTION.globals)),
    exports: readExports(reader(SECTION.exports)),
    elements: readElements(reader(SECTION.elements)),
    data: readData(section(SECTION.data)),
  };
}

/** The sections of a module, in their order. @param {Uint8Array} bytes */
export function sectionsOf(bytes) {
  const file = new Reader(bytes, 8);
  const sections = [];
  while (!file.done) {
    const id = file.byte();
    sections.push({ id, content: file.take(file.number()) });
  }
  return sections;
}

/** @param {Reader} section */
function readTypes(section) {
  return section.list(() => {
    if (section.byte() !== 0x60) throw new Error("a type that is no function's is not known");
    return { params: section.list(() => section.byte()), results: section.list(() => section.byte()).length };
  });
}

/** @param {Uint8Array} content */
function readImports(content) {
  const section = new Reader(content);
  return section.list(() => {
    const start = section.at;
    const name = `${section.text()} ${section.text()}`;
    if (section.byte() !== 0) throw new Error(`${name}: only functions may be imported`);
    const type = section.number();
    return { bytes: content.subarray(start, section.at), type };
  });
}

/** @param {Reader} section @param {number} type @returns {Limits} */
function limits(section, type) {
  const flags = section.byte();
  if (flags > 1) throw new Error("shared and 64-bit memories are not known");
  return { type, min: section.number(), max: flags === 1 ? section.number() : undefined };
}

/** @param {Reader} section */
function readGlobals(section) {
  return section.list(() => {
    const type = section.take(2);
    const start = section.at;
    const opcode = section.byte();
    if (opcode === 0x43 || opcode === 0x44) section.take(opcode === 0x43 ? 4 : 8);
    else if (opcode === 0x41 || opcode === 0x42 || opcode === 0xd0) section.skipNumber();
    else throw new Error(`a global that begins as 0x${opcode.toString(16)} is not known`);
    if (section.byte() !== 0x0b) throw new Error("a global that is computed is not known");
    return { type, init: section.bytes.subarray(start, section.at) };
  });
}

/** @param {Reader} section */
function readExports(section) {
  return section.list(() => ({ name: section.text(), kind: section.byte(), index: section.number() }));
}

/** @param {Reader} section */
function readElements(section) {
  return section.list(() => {
    if (section.number() !== 0 || section.byte() !== 0x41) throw new Error("elements that are not of the first table, at a fixed place, are not known");
    const offset = section.number();
    if (section.byte() !== 0x0b) throw new Error("elements at a computed place are not known");
    return { offset, functions: section.list(() => section.number()) };
  });
}

/** @param {Uint8Array} content of the section of data @returns {Segment[]} */
export function readData(content) {
  const section = new Reader(content);
  return section.list(() => {
    if (section.number() !== 0 || section.byte() !== 0x41) throw new Error("data that is not placed at the start is not known");
    const start = section.signed();
    if (section.byte() !== 0x0b) throw new Error("data at a computed place is not known");
    return { start, bytes: section.take(section.number()) };
  });
}

/**
 * @param {Uint8Array} bytes @param {Uint8Array} content @param {number[]} kinds @param {number} first
 * @param {ReadonlyMap<number, string>} names
 * @returns {Body[]}
 */
function readBodies(bytes, content, kinds, first, names) {
  // Places count from the beginning of the file.
  const base = content.byteOffset - bytes.byteOffset;
  const section = new Reader(bytes, base, base + content.length);
  return section.list(() => section.take(section.number())).map((body, at) => {
    const locals = body.byteOffset - bytes.byteOffset;
    const end = locals + body.length;
    const code = new Reader(bytes, locals, end);
    for (const _ of code.list(() => [code.number(), code.byte()])) void _;
    return { index: first + at, type: kinds[at] ?? 0, name: names.get(first + at) ?? "", locals, code: code.at, end, ...namedIn(bytes, code.at, end) };
  });
}

/** The names of functions, by their numbers. @param {Uint8Array[]} customs */
function namesOf(customs) {
  /** @type {Map<number, string>} */
  const names = new Map();
  for (const content of customs) {
    const section = new Reader(content);
    if (section.text() !== "name") continue;
    while (!section.done) {
      const kind = section.byte();
      const part = new Reader(section.take(section.number()));
      if (kind === 1) for (let left = part.number(); left > 0; left -= 1) names.set(part.number(), part.text());
    }
  }
  return names;
}
