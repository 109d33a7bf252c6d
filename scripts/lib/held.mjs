// Bytes in memory as the engine reads files: in Node (engine.mjs) and in the browser (tests/bench/worker.js).

/**
 * What the engine reads a file from: a `ByteSource` of web/worker/files.ts.
 * @param {Uint8Array} bytes
 */
export function held(bytes) {
  return {
    size: bytes.length,
    /** @param {number} offset @param {Uint8Array} into */
    read(offset, into) {
      const part = bytes.subarray(offset, offset + into.length);
      into.set(part);
      return part.length;
    },
  };
}
