// Which characters the page's fonts hold, and which of them its sources use.

import { brotliDecompressSync } from "node:zlib";
import { type Finding, lineAt, type Source } from "./tree";

/** Signs that the fonts have never had: the reader's system draws them. */
const SYSTEM = new Set("←→≠⋯▴▸▾✓");

/** Every character past Latin-1 that a source of the page has in a string or in its text, and the fonts lack. */
export function missingCharacters(files: Source[], fonts: { name: string; characters: ReadonlySet<number> }[]): Finding[] {
  return files.flatMap((file) => {
    const text = withoutComments(file.text);
    return [...text.matchAll(/[\u0100-\u{10ffff}]/gu)].flatMap(({ 0: character, index }) => {
      const lacking = SYSTEM.has(character) ? [] : fonts.filter(({ characters }) => !characters.has(character.codePointAt(0) ?? 0));
      return lacking.map(({ name }) => ({ file: file.path, line: lineAt(text, index), what: `${name} has no ${character}: write the fonts anew (web/app/fonts/subset.py)` }));
    });
  });
}

function withoutComments(text: string): string {
  const blank = (comment: string): string => comment.replaceAll(/[^\n]/gu, " ");
  return text.replaceAll(/\/\*[^]*?\*\//gu, blank).replaceAll(/(^|\s)\/\/.*$/gmu, blank);
}

/** The characters of a font in WOFF2 (https://www.w3.org/TR/WOFF2/), which holds its tables one after the other, packed. */
export function charactersOf(woff2: Buffer): Set<number> {
  let at = 48;
  const number = (): number => {
    for (let value = 0; ; ) {
      const byte = woff2.readUInt8(at++);
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  let [offset, cmap] = [0, -1];
  for (let left = woff2.readUInt16BE(12); left > 0; left -= 1) {
    const flags = woff2.readUInt8(at++);
    const table = flags & 63;
    if (table === 63) at += 4;
    const length = number();
    // Glyphs and their places are transformed, unless their version is 3; all others, unless it is 0.
    const transformed = [10, 11].includes(table) ? flags >> 6 !== 3 : flags >> 6 !== 0;
    if (table === 0) cmap = offset;
    offset += transformed ? number() : length;
  }
  const tables = brotliDecompressSync(woff2.subarray(at, at + woff2.readUInt32BE(20)));
  return charactersIn(tables.subarray(cmap));
}

/** The characters of a table `cmap` with a subtable of format 4. */
function charactersIn(cmap: Buffer): Set<number> {
  const found = new Set<number>();
  for (let i = 0; i < cmap.readUInt16BE(2); i += 1) {
    const start = cmap.readUInt32BE(8 + 8 * i);
    if (cmap.readUInt16BE(start) !== 4) continue;
    const twice = cmap.readUInt16BE(start + 6);
    for (let segment = 0; segment < twice; segment += 2) {
      const [last, first] = [cmap.readUInt16BE(start + 14 + segment), cmap.readUInt16BE(start + 16 + twice + segment)];
      for (let character = first; character <= last && character < 0xffff; character += 1) found.add(character);
    }
  }
  return found;
}
