// A module that notes which of its functions are called: how the parts of the engine are found.

import { bytesOf, list, number, Reader, sized } from "./binary.mjs";
import { SECTION } from "./module.mjs";

/** @typedef {import("./module.mjs").Module} Module */

const PAGE = 65536;
const NO_ADDRESS = [0x41, 0];
const ONE = [0x41, 1];
const STORE_BYTE = [0x3a, 0];

/**
 * The module with a byte for each function, set when it is called. The bytes stand behind the memory that the module starts with:
 * Rust's allocator takes only what it has grown the memory by.
 * @param {Module} module
 * @returns {{ bytes: Uint8Array<ArrayBuffer>, takeMet: (memory: WebAssembly.Memory) => Set<number> }} `takeMet` says what was called since
 *   it was asked last
 */
export function instrument(module) {
  const base = module.memory.min * PAGE;
  const pages = Math.ceil(module.bodies.length / PAGE);
  const bodies = module.bodies.map(({ locals, code, end }, at) => {
    const note = [NO_ADDRESS, ONE, STORE_BYTE, number(base + at)];
    return sized([module.bytes.subarray(locals, code), note, module.bytes.subarray(code, end)]);
  });
  const memory = [module.memory.max === undefined ? 0 : 1, number(module.memory.min + pages), module.memory.max === undefined ? [] : number(module.memory.max + pages)];
  const pieces = [];
  const file = new Reader(module.bytes, 8);
  while (!file.done) {
    const id = file.byte();
    const content = file.take(file.number());
    if (id === SECTION.custom) continue;
    pieces.push([id, sized(id === SECTION.code ? list(bodies) : id === SECTION.memory ? list([memory]) : content)]);
  }
  return {
    bytes: bytesOf([module.bytes.subarray(0, 8), pieces]),
    takeMet: ({ buffer }) => {
      const notes = new Uint8Array(buffer, base, module.bodies.length);
      const met = new Set(module.bodies.filter((_, at) => notes[at] === 1).map(({ index }) => index));
      notes.fill(0);
      return met;
    },
  };
}
