// The instructions of a function: where the numbers of other functions stand in them.
//
// Source: WebAssembly core specification 2.0, chapter 5.4 (binary format of instructions). Everything LLVM and wasm-opt
// write for Rust is known; anything else ends the build instead of being misread.

import { Reader } from "./binary.mjs";

const CALL = 0x10;
const RETURN_CALL = 0x12;
const REF_FUNC = 0xd2;

/** A number of a function in the code: from byte `start` to `end` of the module, and whether it is called or its address taken. */
/** @typedef {{ start: number, end: number, index: number, called: boolean }} Use */

/**
 * The functions that a body names, in the order of the code.
 * @param {Uint8Array} bytes the module
 * @param {number} start the first byte of the instructions
 * @param {number} end
 * @returns {Use[]}
 */
export function usesIn(bytes, start, end) {
  const code = new Reader(bytes, start, end);
  /** @type {Use[]} */
  const uses = [];
  while (!code.done) {
    const at = code.at;
    const opcode = code.byte();
    if (opcode === CALL || opcode === RETURN_CALL || opcode === REF_FUNC) {
      const from = code.at;
      const index = code.number();
      uses.push({ start: from, end: code.at, index, called: opcode !== REF_FUNC });
    } else if (!skip(code, opcode)) throw new Error(`the instruction 0x${opcode.toString(16)} at byte ${at} is not known: add it to scripts/lib/split/code.mjs`);
  }
  return uses;
}

/** Passes over the operands of an instruction; false if it is not known. @param {Reader} code @param {number} opcode */
function skip(code, opcode) {
  if (opcode <= 0x01 || opcode === 0x05 || opcode === 0x0b || opcode === 0x0f || opcode === 0x1a || opcode === 0x1b || opcode === 0xd1) return true;
  // Numeric instructions.
  if (opcode >= 0x45 && opcode <= 0xc4) return true;
  // block, loop, if; br, br_if; constants; locals, globals, tables; memory.size, memory.grow; ref.null
  if (opcode <= 0x04 || opcode === 0x0c || opcode === 0x0d || (opcode >= 0x20 && opcode <= 0x26) || (opcode >= 0x3f && opcode <= 0x42) || opcode === 0xd0) return skipNumbers(code, 1);
  // Loads and stores have alignment and offset, indirect calls a type and a table.
  if ((opcode >= 0x28 && opcode <= 0x3e) || opcode === 0x11 || opcode === 0x13) return skipNumbers(code, 2);
  if (opcode === 0x43 || opcode === 0x44) return skipBytes(code, opcode === 0x43 ? 4 : 8);
  // br_table has one target more than it says; select has types.
  if (opcode === 0x0e || opcode === 0x1c) return skipNumbers(code, code.number() + (opcode === 0x0e ? 1 : 0));
  if (opcode === 0xfc) return skipBulk(code, code.number());
  if (opcode === 0xfd) return skipVector(code, code.number());
  return false;
}

/** Conversions that saturate; memory and tables as a whole. @param {Reader} code @param {number} opcode */
function skipBulk(code, opcode) {
  const operands = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1][opcode];
  return operands !== undefined && skipNumbers(code, operands);
}

/** Vectors of 128 bits. @param {Reader} code @param {number} opcode */
function skipVector(code, opcode) {
  if (opcode <= 11 || opcode === 92 || opcode === 93) return skipNumbers(code, 2);
  if (opcode === 12 || opcode === 13) return skipBytes(code, 16);
  if (opcode >= 21 && opcode <= 34) return skipBytes(code, 1);
  if (opcode >= 84 && opcode <= 91) return skipNumbers(code, 2) && skipBytes(code, 1);
  return opcode <= 0x113;
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
