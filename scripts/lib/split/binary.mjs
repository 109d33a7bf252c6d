// The bytes of WebAssembly: numbers, lists and sections, read and written.

/** Reads from a place in bytes; `at` moves on. */
export class Reader {
  /** @param {Uint8Array} bytes @param {number} [at] @param {number} [end] */
  constructor(bytes, at = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  get done() {
    return this.at >= this.end;
  }

  /** One byte. */
  byte() {
    const value = this.bytes[this.at];
    if (value === undefined || this.at >= this.end) throw new Error(`the wasm ends too early, at byte ${this.at}`);
    this.at += 1;
    return value;
  }

  /** An unsigned number of at most 32 bits. */
  number() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
  }

  /** A signed number of at most 32 bits. */
  signed() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value |= (byte & 127) << shift;
      if (byte < 128) return shift < 25 && byte > 63 ? value | (-1 << (shift + 7)) : value;
    }
  }

  /** A signed number of at most 64 bits. */
  signedLong() {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.byte();
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return BigInt.asIntN(64, byte > 63 ? value | (-1n << (shift + 7n)) : value);
    }
  }

  /** Passes over a number of any width and sign. */
  skipNumber() {
    while (this.byte() >= 128);
  }

  /** @param {number} count */
  take(count) {
    const start = this.at;
    this.at += count;
    if (this.at > this.end) throw new Error(`the wasm ends too early, at byte ${start}`);
    return this.bytes.subarray(start, this.at);
  }

  text() {
    return new TextDecoder().decode(this.take(this.number()));
  }

  /** What `read` reads, as often as the number before it says. @template T @param {() => T} read @returns {T[]} */
  list(read) {
    return Array.from({ length: this.number() }, read);
  }
}

/** Bytes that are put together: numbers are bytes, and lists of them may be nested. @typedef {number | Uint8Array | Piece[]} Piece */

/** @param {Piece} piece @returns {Uint8Array<ArrayBuffer>} */
export function bytesOf(piece) {
  let length = 0;
  /** @param {Piece} each */
  const measure = (each) => {
    if (typeof each === "number") length += 1;
    else if (each instanceof Uint8Array) length += each.length;
    else each.forEach(measure);
  };
  measure(piece);
  const all = new Uint8Array(length);
  let at = 0;
  /** @param {Piece} each */
  const write = (each) => {
    if (typeof each === "number") all[at++] = each;
    else if (each instanceof Uint8Array) {
      all.set(each, at);
      at += each.length;
    } else each.forEach(write);
  };
  write(piece);
  return all;
}

/** An unsigned number. @param {number} value @returns {number[]} */
export function number(value) {
  const bytes = [];
  for (; value > 127; value >>>= 7) bytes.push((value & 127) | 128);
  return [...bytes, value];
}

/** A signed number that is not negative, as `i32.const` takes it. @param {number} value @returns {number[]} */
export function constant(value) {
  const bytes = [];
  for (; value > 63; value >>>= 7) bytes.push((value & 127) | 128);
  return [...bytes, value];
}

/** @param {string} value @returns {Piece} */
export function text(value) {
  const bytes = new TextEncoder().encode(value);
  return [number(bytes.length), bytes];
}

/** @param {Piece[]} items @returns {Piece} */
export function list(items) {
  return [number(items.length), items];
}

/** @param {Piece} content @returns {Piece} */
export function sized(content) {
  const bytes = bytesOf(content);
  return [number(bytes.length), bytes];
}
