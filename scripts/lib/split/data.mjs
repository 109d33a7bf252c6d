// Which part of the engine brings which bytes of the memory that it starts with.
//
// The main part brings the items, constants and variables, that its functions name, themselves or through other items. Each other part
// brings what its functions name besides. So whatever a function names is there before the function can be called. A constant may come with
// several parts; a variable that several name comes with the main one, as it must not start anew. Which items a function names follows from the
// linker's records (linked.mjs). What is doubtful counts as named. Where in the sources a failure was is left out: a failure traps, and in the
// page nobody reads its message.

import { MAIN, placesOf } from "./assign.mjs";
import { placeIn } from "./linked.mjs";

/** @typedef {import("./module.mjs").Module} Module */
/** @typedef {import("./module.mjs").Segment} Segment */
/** @typedef {import("./linked.mjs").Linked} Linked */

/**
 * The bytes that each part brings: the main part first, then the others.
 * @param {Module} module
 * @param {ReadonlyMap<number, number>} partOf the part of each function with a body
 * @param {Linked} linked
 * @param {number} count how many parts there are besides the main one
 * @param {ReadonlyMap<number, ReadonlySet<number>>} [copies] the parts that have a copy of a function
 * @returns {Segment[][]}
 */
export function assignData(module, partOf, linked, count, copies = new Map()) {
  sameData(module.data, linked.data);
  const bringers = bringersOf(module, { partOf, copies }, linked, count);
  /** @type {Segment[][]} */
  const all = Array.from({ length: count + 1 }, () => []);
  for (const { start, bytes } of module.data) {
    for (let from = 0; from < bytes.length; ) {
      const place = placeIn(linked.items, start + from);
      const item = place === undefined ? undefined : linked.items[place];
      // Between items there is nothing but zeros, as the memory has them anyway.
      const to = item === undefined ? from + 1 : Math.min(bytes.length, item.end - start);
      const piece = bytes.subarray(from, to);
      if (item === undefined && piece[0] !== 0) throw new Error(`the byte at ${start + from} is in no item of the linker`);
      for (const part of bringers[place ?? -1] ?? []) append(all[part + 1] ?? [], { start: start + from, bytes: piece });
      from = to;
    }
  }
  return all;
}

/** Longer gaps of zeros are cheaper as a segment of their own. */
const GAP = 8;

/** Adds bytes to those of a part: to the last segment, if that is near and of the same memory. @param {Segment[]} segments @param {Segment} next */
function append(segments, next) {
  const last = segments.at(-1);
  const gap = last === undefined ? Infinity : next.start - last.start - last.bytes.length;
  if (last === undefined || gap > GAP) segments.push(next);
  else if (gap === 0 && last.bytes.byteOffset + last.bytes.length === next.bytes.byteOffset) last.bytes = new Uint8Array(next.bytes.buffer, last.bytes.byteOffset, last.bytes.length + next.bytes.length);
  else segments.push(next);
}

/** The parts that bring each item. @param {Module} module @param {{ partOf: ReadonlyMap<number, number>, copies: ReadonlyMap<number, ReadonlySet<number>> }} where @param {Linked} linked @param {number} count */
function bringersOf(module, { partOf, copies }, { items, data, means, constants }, count) {
  const failures = failuresOf(items, data);
  /** @type {Set<number>[]} */
  const named = items.map(() => new Set());
  /** @type {{ place: number, part: number }[]} */
  const open = [];
  const name = (/** @type {number} */ place, /** @type {number} */ part) => {
    const parts = named[place];
    if (parts === undefined || parts.has(part) || failures.places.has(place)) return;
    parts.add(part);
    open.push({ place, part });
  };
  for (const { index, name: called, numbers } of module.bodies) {
    for (const part of placesOf(index, partOf, copies)) for (const number of numbers) for (const place of means(called, number)) name(place, part);
  }
  for (let next = open.pop(); next; next = open.pop()) for (const place of items[next.place]?.names ?? []) name(place, next.part);
  return named.map((parts, place) => {
    // That the others are not needed at all is not worth a proof.
    if (parts.size === 0) return failures.places.has(place) || failures.paths.has(place) ? [] : [count - 1];
    const varies = (items[place]?.end ?? 0) > constants;
    return parts.has(MAIN) || (varies && parts.size > 1) ? [MAIN] : [...parts];
  });
}

/**
 * The items that say where in the sources a failure was: the address and length of a path, line and column; and the paths.
 * @param {Linked["items"]} items @param {readonly Segment[]} data
 */
function failuresOf(items, data) {
  const { start: base, bytes } = imageOf(data);
  const view = new DataView(bytes.buffer);
  /** @type {{ places: Set<number>, paths: Set<number> }} */
  const found = { places: new Set(), paths: new Set() };
  items.forEach(({ start, end, names }, place) => {
    const [path] = names;
    const text = path === undefined ? undefined : items[path];
    if (path === undefined || text === undefined || end - start !== 16 || view.getUint32(start - base, true) !== text.start) return;
    if (!/\.rs\0?$/.test(new TextDecoder().decode(bytes.subarray(text.start - base, text.end - base)))) return;
    found.places.add(place);
    found.paths.add(path);
  });
  return found;
}

/** What came after the linker has left the memory as it was. @param {readonly Segment[]} found @param {readonly Segment[]} linked */
function sameData(found, linked) {
  const [left, right] = [found, linked].map(imageOf);
  const different = left?.bytes.findIndex((byte, at) => byte !== (right?.bytes[at + left.start - right.start] ?? 0)) ?? -1;
  if (left === undefined || right === undefined || different >= 0) throw new Error(`the memory differs from what the linker wrote at ${(left?.start ?? 0) + different}`);
}

/** @param {readonly Segment[]} segments by address */
function imageOf(segments) {
  const start = segments[0]?.start ?? 0;
  const last = segments.at(-1);
  const bytes = new Uint8Array(last === undefined ? 0 : last.start + last.bytes.length - start);
  for (const segment of segments) bytes.set(segment.bytes, segment.start - start);
  return { start, bytes };
}
