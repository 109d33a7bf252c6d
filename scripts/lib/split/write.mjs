// Splits a linked module: the main part, and parts that are loaded when something in them is called first.
//
// All parts share the memory, the globals and the table of functions of the main one. A function of a later part that others call, or
// whose address is taken, has a place in the table, and the main part has a stub for it: a function of the same type
// that has the part loaded, then calls what stands at that place. Until the part is there, the place holds the stub itself;
// the part, once instantiated, puts its function there. So a pointer to a function needs no care, and whoever calls calls the
// function or the stub, as if nothing had been split.
//
// The memory that the module starts with is brought in pieces: each part has the bytes that its functions alone name (data.mjs).
//
// Within a part functions call each other directly. The parts import from the main one what they use of it and, as stubs,
// what they use of each other.

import { bytesOf, constant, list, number, sized, text } from "./binary.mjs";
import { MAIN, placesOf } from "./assign.mjs";
import { SECTION } from "./module.mjs";

/** @typedef {import("./module.mjs").Module} Module */
/** @typedef {import("./module.mjs").Body} Body */
/** @typedef {import("./module.mjs").Segment} Segment */
/** @typedef {import("./binary.mjs").Piece} Piece */

const HEADER = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
const KIND = { function: 0, table: 1, memory: 2, global: 3 };
const OP = { if: 0x04, end: 0x0b, call: 0x10, callIndirect: 0x11, localGet: 0x20, globalGet: 0x23, globalSet: 0x24, constant: 0x41, equalsZero: 0x45 };
const I32 = 0x7f;
const MUTABLE = 1;
const NO_RESULT = 0x40;

/** What the main part calls, with the number of a part, to have it loaded: `load` of the import module `parts`. */
export const LOADER = { module: "parts", name: "load" };

/**
 * @param {Module} module
 * @param {ReadonlyMap<number, number>} partOf the part of each function with a body
 * @param {readonly Segment[][]} data the bytes of the memory that the main part and each other one brings
 * @param {ReadonlyMap<number, ReadonlySet<number>>} [copies] the parts that have a copy of a function
 * @returns {{ main: Uint8Array<ArrayBuffer>, parts: Uint8Array<ArrayBuffer>[] }}
 */
export function split(module, partOf, data, copies = new Map()) {
  const [own = [], ...others] = data;
  const plan = planOf(module, partOf, others.length, copies);
  return { main: writeMain(module, plan, own), parts: others.map((brought, part) => writePart(module, plan, part, brought)) };
}

/**
 * @typedef {object} Plan
 * @property {Body[][]} bodies of the main part (first) and of the others
 * @property {Map<number, number>} slots places in the table of functions that have stubs
 * @property {number} slotsInAll
 * @property {Body[]} stubs the functions that have one, in the order of the stubs
 * @property {Map<number, number>} inMain number in the main part of each function that can be used from elsewhere
 * @property {number} loader number of the import that loads
 * @property {number[]} ensures numbers of the functions that have each part loaded
 * @property {number} noParameters a type without parameters and results
 * @property {number} takesPart the type of the loader
 * @property {Map<number, string>} exported names under which parts import functions of the main part
 * @property {ReadonlyMap<number, number>} partOf
 */

/** @param {Module} module @param {ReadonlyMap<number, number>} partOf @param {number} count @param {ReadonlyMap<number, ReadonlySet<number>>} copies @returns {Plan} */
function planOf(module, partOf, count, copies) {
  const places = (/** @type {number} */ index) => placesOf(index, partOf, copies);
  const bodies = Array.from({ length: count + 1 }, (_, at) => module.bodies.filter(({ index }) => places(index).has(at - 1)));
  const [table] = module.tables;
  if (table === undefined) throw new Error("a module with a table of functions is needed");
  /** @type {Map<number, number>} */
  const slots = new Map();
  /** @type {Set<number>} */
  const crossing = new Set();
  for (const { offset, functions } of module.elements) {
    functions.forEach((index, at) => {
      if ((partOf.get(index) ?? MAIN) === MAIN) return;
      crossing.add(index);
      if (!slots.has(index)) slots.set(index, offset + at);
    });
  }
  for (const { kind, index } of module.exports) if (kind === KIND.function && (partOf.get(index) ?? MAIN) !== MAIN) crossing.add(index);
  /** @type {Set<number>} */
  const wanted = new Set();
  for (const { index: caller, uses } of module.bodies) {
    for (const { index } of uses) {
      const there = places(index);
      for (const from of places(caller)) {
        if (there.has(from)) continue;
        if (!there.has(MAIN)) crossing.add(index);
        if (from !== MAIN) wanted.add(index);
      }
    }
  }
  let next = table.min;
  const stubs = module.bodies.filter(({ index }) => crossing.has(index));
  for (const { index } of stubs) if (!slots.has(index)) slots.set(index, next++);

  // Numbers in the main part: imports, the loader, its own functions, one that ensures for each part, stubs.
  const loader = module.imports.length;
  /** @type {Map<number, number>} */
  const inMain = new Map(module.imports.map((_, index) => [index, index]));
  let at = loader + 1;
  for (const { index } of bodies[0] ?? []) inMain.set(index, at++);
  const ensures = Array.from({ length: count }, () => at++);
  for (const { index } of stubs) inMain.set(index, at++);
  const exported = new Map([...wanted].sort((a, b) => a - b).map((index, place) => [index, place.toString(36)]));
  const typeCount = module.signatures.length;
  return { bodies, slots, slotsInAll: next, stubs, inMain, loader, ensures, noParameters: typeCount, takesPart: typeCount + 1, exported, partOf };
}

/** All types of the whole module, so that their numbers stay, and two more. @param {Module} module */
function types(module) {
  const count = module.signatures.length;
  return [number(count + 2), module.types.subarray(number(count).length), [0x60, 0, 0], [0x60, 1, I32, 0]];
}

/** @param {Module} module @param {Plan} plan @param {readonly Segment[]} data */
function writeMain(module, plan, data) {
  const own = plan.bodies[0] ?? [];
  const indexOf = (/** @type {number} */ index) => need(plan.inMain.get(index), `function ${index} in the main part`);
  const loaded = module.globals.length;
  const functionTypes = [...own.map(({ type }) => type), ...plan.ensures.map(() => plan.noParameters), ...plan.stubs.map(({ type }) => type)];
  const flags = plan.ensures.map(() => [[I32, MUTABLE], [OP.constant, 0, OP.end]]);
  const exports = [
    ...module.exports.map(({ name, kind, index }) => [text(name), kind, number(kind === KIND.function ? indexOf(index) : index)]),
    [text("parts:table"), KIND.table, number(0)],
    ...module.globals.map((_, at) => [text(`parts:global${at}`), KIND.global, number(at)]),
    ...[...plan.exported].map(([index, name]) => [text(`:${name}`), KIND.function, number(indexOf(index))]),
  ];
  // Slots that are not in the module's own elements hold their stubs from the beginning.
  const first = module.tables[0]?.min ?? 0;
  const added = plan.stubs.filter(({ index }) => (plan.slots.get(index) ?? 0) >= first);
  const elements = [...module.elements, { offset: first, functions: added.map(({ index }) => index) }];
  return bytesOf([
    HEADER,
    section(SECTION.types, types(module)),
    section(SECTION.imports, list([...module.imports.map(({ bytes }) => bytes), [text(LOADER.module), text(LOADER.name), KIND.function, number(plan.takesPart)]])),
    section(SECTION.functions, list(functionTypes.map(number))),
    section(SECTION.tables, list(tables(module, plan).map((table) => [table.type, limits(table)]))),
    section(SECTION.memory, list([limits(module.memory)])),
    section(SECTION.globals, list([...module.globals.map(({ type, init }) => [type, init]), ...flags])),
    section(SECTION.exports, list(exports)),
    section(SECTION.elements, list(elements.map(({ offset, functions }) => [0, OP.constant, constant(offset), OP.end, list(functions.map((index) => number(indexOf(index))))]))),
    section(SECTION.code, list([
      ...own.map((body) => sized(withIndices(module.bytes, body, indexOf))),
      ...plan.ensures.map((_, part) => sized([0, ensure(plan.loader, loaded + part, part)])),
      ...plan.stubs.map((body) => sized([0, stub(module, plan, body)])),
    ])),
    section(SECTION.data, segments(data)),
  ]);
}

/** Has a part loaded, once. @param {number} loader @param {number} flag the global that says whether it is there @param {number} part @returns {Piece} */
function ensure(loader, flag, part) {
  const load = [OP.constant, constant(part), OP.call, number(loader), OP.constant, 1, OP.globalSet, number(flag)];
  return [OP.globalGet, number(flag), OP.equalsZero, OP.if, NO_RESULT, load, OP.end, OP.end];
}

/** Has the part of a function loaded and calls it. @param {Module} module @param {Plan} plan @param {Body} body @returns {Piece} */
function stub(module, plan, { index, type }) {
  const part = plan.partOf.get(index) ?? MAIN;
  const parameters = (module.signatures[type]?.params ?? []).map((_, at) => [OP.localGet, number(at)]);
  return [OP.call, number(need(plan.ensures[part], `part ${part}`)), parameters, OP.constant, constant(plan.slots.get(index) ?? 0), OP.callIndirect, number(type), 0, OP.end];
}

/** @param {Module} module @param {Plan} plan @param {number} part @param {readonly Segment[]} data */
function writePart(module, plan, part, data) {
  const own = plan.bodies[part + 1] ?? [];
  const mine = new Set(own.map(({ index }) => index));
  const used = new Set(own.flatMap(({ uses }) => uses.map(({ index }) => index)).filter((index) => !mine.has(index)));
  const imported = [...used].sort((a, b) => a - b);
  const numbers = new Map([...imported, ...mine].map((index, at) => [index, at]));
  const typeOf = (/** @type {number} */ index) => module.imports[index]?.type ?? need(module.bodies[index - module.imports.length], `function ${index}`).type;
  const from = text("");
  const imports = [
    [from, text("memory"), KIND.memory, limits(module.memory)],
    ...tables(module, plan).map((table, at) => [from, text(tableName(module, at)), KIND.table, table.type, limits(table)]),
    ...module.globals.map(({ type }, at) => [from, text(`parts:global${at}`), KIND.global, type]),
    ...imported.map((index) => [from, text(`:${need(plan.exported.get(index), `the export of function ${index}`)}`), KIND.function, number(typeOf(index))]),
  ];
  const placed = own.flatMap(({ index }) => {
    const slot = plan.slots.get(index);
    return slot === undefined ? [] : [{ slot, index }];
  });
  // A function may stand at several places of the table.
  for (const { offset, functions } of module.elements) {
    functions.forEach((index, at) => {
      if (mine.has(index) && plan.slots.get(index) !== offset + at) placed.push({ slot: offset + at, index });
    });
  }
  const indexOf = (/** @type {number} */ index) => need(numbers.get(index), `function ${index} in part ${part}`);
  return bytesOf([
    HEADER,
    section(SECTION.types, types(module)),
    section(SECTION.imports, list(imports)),
    section(SECTION.functions, list(own.map(({ type }) => number(type)))),
    section(SECTION.elements, list(runs(placed).map(({ slot, indices }) => [0, OP.constant, constant(slot), OP.end, list(indices.map((index) => number(indexOf(index))))]))),
    section(SECTION.code, list(own.map((body) => sized(withIndices(module.bytes, body, indexOf))))),
    section(SECTION.data, segments(data)),
  ]);
}

/** @param {readonly Segment[]} data @returns {Piece} */
function segments(data) {
  return list(data.map(({ start, bytes }) => [0, OP.constant, constant(start), OP.end, sized(bytes)]));
}

/** Places that follow each other, together. @param {{ slot: number, index: number }[]} placed */
function runs(placed) {
  /** @type {{ slot: number, indices: number[] }[]} */
  const all = [];
  for (const { slot, index } of placed.sort((a, b) => a.slot - b.slot)) {
    const last = all.at(-1);
    if (last && last.slot + last.indices.length === slot) last.indices.push(index);
    else all.push({ slot, indices: [index] });
  }
  return all;
}

/** The first table has room for all functions with stubs. @param {Module} module @param {Plan} plan */
function tables(module, plan) {
  return module.tables.map((table, at) => (at === 0 ? { ...table, min: plan.slotsInAll, max: table.max === undefined ? undefined : plan.slotsInAll } : table));
}

/** The name under which the main part exports a table. @param {Module} module @param {number} at */
function tableName(module, at) {
  if (at === 0) return "parts:table";
  return need(module.exports.find(({ kind, index }) => kind === KIND.table && index === at), `the export of table ${at}`).name;
}

/** A body in which functions have other numbers. @param {Uint8Array} bytes @param {Body} body @param {(index: number) => number} indexOf @returns {Piece} */
function withIndices(bytes, { locals, end, uses }, indexOf) {
  /** @type {Piece[]} */
  const pieces = [];
  let at = locals;
  for (const use of uses) {
    pieces.push(bytes.subarray(at, use.start), number(indexOf(use.index)));
    at = use.end;
  }
  return [pieces, bytes.subarray(at, end)];
}

/** @param {import("./module.mjs").Limits} limits @returns {Piece} */
function limits({ min, max }) {
  return max === undefined ? [0, number(min)] : [1, number(min), number(max)];
}

/** @param {number} id @param {Piece} content @returns {Piece} */
function section(id, content) {
  return [id, sized(content)];
}

/** @template T @param {T | undefined} value @param {string} what @returns {T} */
function need(value, what) {
  if (value === undefined) throw new Error(`the split misses ${what}`);
  return value;
}
