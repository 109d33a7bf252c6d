// What the linker says about the memory that a module starts with: which items it consists of, and which of them name
// others. The linker writes this for `--emit-relocs`; wasm-bindgen and wasm-opt leave every item where it is.
//
// Source: "WebAssembly Object File Linking" (tool-conventions, Linking.md): the symbol table in the section "linking", and the
// sections "reloc.*", which list every place where the linker has written an address.

import { bytesOf, Reader, sized } from "./binary.mjs";
import { namedIn } from "./code.mjs";
import { readData, readModule, SECTION, sectionsOf } from "./module.mjs";

/** @typedef {import("./module.mjs").Module} Module */
/** @typedef {import("./module.mjs").Segment} Segment */
/** A place in a section where an address was written: that of a symbol and a summand. @typedef {{ at: number, symbol: number, summand: number }} Relocation */

/** A constant or a variable: its bytes from `start` to `end`, and the places of the items whose addresses stand in it. */
/** @typedef {{ start: number, end: number, names: Set<number> }} Item */

/**
 * `items` by address; `data` is all of the memory; what lies before the address `constants` never changes; `means` gives the places of the
 * items that a number means in the code of a function with that name.
 * @typedef {{ items: Item[], data: Segment[], constants: number, means: (name: string, number: number) => Iterable<number> }} Linked
 */

const SYMBOL_TABLE = 8;
const SEGMENT_NAMES = 9;
const CONSTANTS = ".rodata";
const DATA = 1;
const SECTION_SYMBOL = 3;
const UNDEFINED = 0x10;
const NAMED = 0x40;
const ABSOLUTE = 0x200;
/** Kinds of places that hold an address of the memory, and those that have a summand. */
const ADDRESSES = new Set([3, 4, 5, 11, 23]);
const WITH_SUMMAND = new Set([...ADDRESSES, 8, 9]);
const WITHOUT = new Set([0, 1, 2, 6, 7, 10, 12, 13, 20, 26]);

/** @param {Uint8Array} bytes a module as the linker wrote it @returns {Linked} */
export function readLinked(bytes) {
  const sections = sectionsOf(bytes);
  const dataAt = sections.findIndex(({ id }) => id === SECTION.data);
  const content = sections[dataAt]?.content ?? new Uint8Array(1);
  const data = readData(content);
  /** @type {Map<string, Reader>} */
  const customs = new Map();
  for (const { id, content: custom } of sections) {
    const reader = new Reader(custom);
    if (id === SECTION.custom) customs.set(reader.text(), reader);
  }
  const symbols = readSymbols(need(customs, "linking"), data);
  const { items, placeOf } = itemsOf(symbols);
  const means = meaningIn(readModule(bytes), readRelocations(need(customs, "reloc.CODE")), { items, symbols, placeOf });
  for (const { at, symbol, summand } of readRelocations(need(customs, "reloc.DATA"))) {
    const address = addressOf(at, content, data);
    const written = new DataView(content.buffer, content.byteOffset + at, 4).getUint32(0, true);
    const start = symbols.get(symbol)?.start;
    if (start === undefined) continue;
    if (written !== start + summand) throw new Error(`the linker's record of the address at ${address} does not fit what stands there`);
    const from = placeIn(items, address);
    const to = placeOf.get(symbol);
    if (from === undefined) throw new Error(`the address at ${address} is in no item of the linker`);
    if (to !== undefined) items[from]?.names.add(to);
  }
  return { items, data, constants: constantsEnd(need(customs, "name"), data), means };
}

/**
 * What numbers in code mean. An address that the linker wrote means the item it was written for. Where an item ends, another may begin: then it
 * depends on the function, which is known by the mark at the end of its name. A number that stands in the code otherwise means nothing; one
 * that nobody wrote, as wasm-opt has computed it, the items around it.
 * @param {Module} module as the linker wrote it
 * @param {Relocation[]} relocations of its code
 * @param {{ items: Item[], symbols: ReadonlyMap<number, { start: number }>, placeOf: ReadonlyMap<number, number> }} known
 * @returns {Linked["means"]}
 */
function meaningIn(module, relocations, { items, symbols, placeOf }) {
  const written = new Set(relocations.map(({ at }) => module.codeStart + at));
  /** @type {Map<number, Set<number>>} */
  const meant = new Map();
  /** @type {Map<string, Set<number>>} */
  const meantBy = new Map();
  let next = 0;
  const sorted = [...relocations].sort((a, b) => a.at - b.at);
  /** @type {Set<number>} */
  const plain = new Set();
  for (const { name, code, end } of module.bodies) {
    for (const number of namedIn(module.bytes, code, end, (at) => !written.has(at)).numbers) plain.add(number);
    for (let entry = sorted[next]; entry && module.codeStart + entry.at < end; entry = sorted[++next]) {
      const place = placeOf.get(entry.symbol);
      if (place === undefined) continue;
      const address = (symbols.get(entry.symbol)?.start ?? 0) + entry.summand;
      addTo(meant, address, place);
      addTo(meantBy, `${markOf(name)} ${address}`, place);
    }
  }
  return (name, number) => {
    const places = meant.get(number);
    if (places !== undefined) return (places.size > 1 && meantBy.get(`${markOf(name)} ${number}`)) || places;
    return plain.has(number) ? [] : around(items, number);
  };
}

/** The mark by which the compiler tells functions of the same name apart, if it has one: names are written in another way after linking. @param {string} name */
function markOf(name) {
  return /h[0-9a-f]{16}(?=E?$)/.exec(name)?.[0] ?? "none";
}

/** The item with that address, and the one that ends there. @param {readonly Item[]} items @param {number} address */
function around(items, address) {
  return [placeIn(items, address), placeIn(items, address - 1)].filter((place) => place !== undefined);
}

/** @template K @param {Map<K, Set<number>>} sets @param {K} key @param {number} value */
function addTo(sets, key, value) {
  const set = sets.get(key);
  if (set === undefined) sets.set(key, new Set([value]));
  else set.add(value);
}

/** A module without the linker's records, which fit no longer when it is changed. @param {Uint8Array} bytes */
export function withoutRecords(bytes) {
  const records = /^(linking$|reloc\.)/;
  const kept = sectionsOf(bytes).filter(({ id, content }) => id !== SECTION.custom || !records.test(new Reader(content).text()));
  return bytesOf([bytes.subarray(0, 8), ...kept.map(({ id, content }) => [id, sized(content)])]);
}

/** The place of the item with that address. @param {readonly Item[]} items @param {number} address @returns {number | undefined} */
export function placeIn(items, address) {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.start ?? 0) <= address) low = middle + 1;
    else high = middle;
  }
  const item = items[low - 1];
  return item !== undefined && address < item.end ? low - 1 : undefined;
}

/** The symbols of data that is there, by their numbers. @param {Reader} section @param {Segment[]} data @returns {Map<number, { start: number, end: number }>} */
function readSymbols(section, data) {
  section.number();
  /** @type {Map<number, { start: number, end: number }>} */
  const symbols = new Map();
  while (!section.done) {
    const kind = section.byte();
    const part = new Reader(section.take(section.number()));
    if (kind !== SYMBOL_TABLE) continue;
    const count = part.number();
    for (let symbol = 0; symbol < count; symbol += 1) {
      const type = part.byte();
      const flags = part.number();
      if (type === DATA) {
        part.text();
        if ((flags & UNDEFINED) !== 0) continue;
        const [segment, offset, size] = [part.number(), part.number(), part.number()];
        const base = data[segment]?.start;
        // Ends of the memory's parts, and what starts as zero.
        if ((flags & ABSOLUTE) !== 0 || base === undefined) continue;
        symbols.set(symbol, { start: base + offset, end: base + offset + size });
      } else {
        part.number();
        if (type !== SECTION_SYMBOL && ((flags & UNDEFINED) === 0 || (flags & NAMED) !== 0)) part.text();
      }
    }
  }
  return symbols;
}

/** Where the constants end: the linker puts them first and says what its segments are called. @param {Reader} section @param {Segment[]} data */
function constantsEnd(section, data) {
  while (!section.done) {
    const kind = section.byte();
    const part = new Reader(section.take(section.number()));
    if (kind !== SEGMENT_NAMES) continue;
    const names = part.list(() => ({ segment: data[part.number()], name: part.text() }));
    const first = names.findIndex(({ name }) => !name.startsWith(CONSTANTS));
    const last = names[first < 0 ? names.length - 1 : first - 1]?.segment;
    return last === undefined ? 0 : last.start + last.bytes.length;
  }
  return 0;
}

/** Symbols that share bytes are one item. @param {ReadonlyMap<number, { start: number, end: number }>} symbols */
function itemsOf(symbols) {
  /** @type {Item[]} */
  const items = [];
  /** @type {Map<number, number>} */
  const placeOf = new Map();
  for (const [symbol, { start, end }] of [...symbols].sort(([, a], [, b]) => a.start - b.start || a.end - b.end)) {
    const last = items.at(-1);
    if (last === undefined || start >= last.end) items.push({ start, end, names: new Set() });
    else last.end = Math.max(last.end, end);
    placeOf.set(symbol, items.length - 1);
  }
  return { items, placeOf };
}

/** Places that hold an address of the memory. @param {Reader} section @returns {Relocation[]} */
function readRelocations(section) {
  section.number();
  return section
    .list(() => {
      const type = section.byte();
      if (!WITH_SUMMAND.has(type) && !WITHOUT.has(type)) throw new Error(`a relocation of the kind ${type} is not known`);
      const [at, symbol] = [section.number(), section.number()];
      return { type, at, symbol, summand: WITH_SUMMAND.has(type) ? section.signed() : 0 };
    })
    .filter(({ type }) => ADDRESSES.has(type));
}

/** @param {number} at in the section of data @param {Uint8Array} content @param {readonly Segment[]} data */
function addressOf(at, content, data) {
  const segment = data.find(({ bytes }) => at >= bytes.byteOffset - content.byteOffset && at < bytes.byteOffset - content.byteOffset + bytes.length);
  if (segment === undefined) throw new Error(`byte ${at} of the section of data is in no segment`);
  return segment.start + at - (segment.bytes.byteOffset - content.byteOffset);
}

/** @param {ReadonlyMap<string, Reader>} customs @param {string} name */
function need(customs, name) {
  const section = customs.get(name);
  if (section === undefined) throw new Error(`the linker wrote no section "${name}": it needs --emit-relocs`);
  return section;
}
