// The instructions of a function: where the numbers of other functions stand in them, and which numbers could be addresses.
//
// Source: WebAssembly core specification 2.0, chapter 5.4 (binary format of instructions). Everything LLVM and wasm-opt
// write for Rust is known; anything else ends the build instead of being misread.

import { Reader } from "./binary.mjs";

const CALL = 0x10;
const RETURN_CALL = 0x12;
const REF_FUNC = 0xd2;
const CONSTANT = 0x41;
const LONG_CONSTANT = 0x42;
const PREFIX_VECTOR = 0xfd;
const VECTOR_CONSTANT = 12;

/** A number of a function in the code: from byte `start` to `end` of the module, and whether it is called or its address taken. */
/** @typedef {{ start: number, end: number, index: number, called: boolean }} Use */

/**
 * What a body names: functions, in the order of the code, and numbers that could be addresses of the memory, with the places that loads and
 * stores count from. Of numbers that are longer than an address each part could be one, since wasm-opt puts constants together.
 * @param {Uint8Array} bytes the module
 * @param {number} start the first byte of the instructions
 * @param {number} end
 * @param {(at: number) => boolean} [counts] whether a number that stands there counts
 * @returns {{ uses: Use[], numbers: Set<number> }}
 */
export function namedIn(bytes, start, end, counts = () => true) {
  const code = new Reader(bytes, start, end);
  /** @type {Use[]} */
  const uses = [];
  /** @type {Set<number>} */
  const numbers = new Set();
  while (!code.done) {
    const at = code.at;
    const opcode = code.byte();
    if (opcode === CALL || opcode === RETURN_CALL || opcode === REF_FUNC) {
      const from = code.at;
      const index = code.number();
      uses.push({ start: from, end: code.at, index, called: opcode !== REF_FUNC });
    } else if (opcode === CONSTANT) {
      const from = code.at;
      const value = code.signed() >>> 0;
      if (counts(from)) numbers.add(value);
    } else if (opcode === LONG_CONSTANT) {
      const value = BigInt.asUintN(64, code.signedLong());
      numbers.add(Number(value & 0xffffffffn)).add(Number(value >> 32n));
    } else if (isAccess(opcode)) takePlace(code, numbers, counts);
    else if (opcode === PREFIX_VECTOR) vector(code, code.number(), numbers, counts);
    else if (!skip(code, opcode)) throw unknown(opcode, at);
  }
  return { uses, numbers };
}

/** Loads and stores. @param {number} opcode */
function isAccess(opcode) {
  return opcode >= 0x28 && opcode <= 0x3e;
}

/** Takes the place that a load or a store counts from. @param {Reader} code @param {Set<number>} numbers @param {(at: number) => boolean} counts */
function takePlace(code, numbers, counts) {
  code.skipNumber();
  const from = code.at;
  const place = code.number();
  if (counts(from)) numbers.add(place);
}

/** Passes over an instruction on vectors of 128 bits and takes what could be an address. @param {Reader} code @param {number} opcode @param {Set<number>} numbers @param {(at: number) => boolean} counts */
function vector(code, opcode, numbers, counts) {
  if (opcode <= 11 || (opcode >= 84 && opcode <= 93)) {
    takePlace(code, numbers, counts);
    // Those of one lane say which.
    if (opcode >= 84 && opcode <= 91) code.take(1);
  } else if (opcode === VECTOR_CONSTANT) {
    const lanes = code.take(16);
    for (let lane = 0; lane < 16; lane += 4) numbers.add(new DataView(lanes.buffer, lanes.byteOffset + lane, 4).getUint32(0, true));
  } else if (opcode === 13) code.take(16);
  else if (opcode >= 21 && opcode <= 34) code.take(1);
  else if (opcode > 0x113) throw unknown(PREFIX_VECTOR, code.at);
}

/** @param {number} opcode @param {number} at */
function unknown(opcode, at) {
  return new Error(`the instruction 0x${opcode.toString(16)} at byte ${at} is not known: add it to scripts/lib/split/code.mjs`);
}

/** Passes over the operands of an instruction; false if it is not known. @param {Reader} code @param {number} opcode */
function skip(code, opcode) {
  if (opcode <= 0x01 || opcode === 0x05 || opcode === 0x0b || opcode === 0x0f || opcode === 0x1a || opcode === 0x1b || opcode === 0xd1) return true;
  // Numeric instructions.
  if (opcode >= 0x45 && opcode <= 0xc4) return true;
  // block, loop, if; br, br_if; locals, globals, tables; memory.size, memory.grow; ref.null
  if (opcode <= 0x04 || opcode === 0x0c || opcode === 0x0d || (opcode >= 0x20 && opcode <= 0x26) || opcode === 0x3f || opcode === 0x40 || opcode === 0xd0) return skipNumbers(code, 1);
  // Indirect calls have a type and a table.
  if (opcode === 0x11 || opcode === 0x13) return skipNumbers(code, 2);
  if (opcode === 0x43 || opcode === 0x44) return skipBytes(code, opcode === 0x43 ? 4 : 8);
  // br_table has one target more than it says; select has types.
  if (opcode === 0x0e || opcode === 0x1c) return skipNumbers(code, code.number() + (opcode === 0x0e ? 1 : 0));
  if (opcode === 0xfc) return skipBulk(code, code.number());
  return false;
}

/** Conversions that saturate; memory and tables as a whole. @param {Reader} code @param {number} opcode */
function skipBulk(code, opcode) {
  const operands = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1][opcode];
  return operands !== undefined && skipNumbers(code, operands);
}

/** @param {Reader} code @param {number} count */
function skipNumbers(code, count) {
  for (let i = 0; i < count; i += 1) code.skipNumber();
  return true;
}

/** @param {Reader} code @param {number} count */
function skipBytes(code, count) {
  code.take(count);
  return true;
}
