// Just enough of Rust's syntax to see which paths a file names: comments and strings blanked, `use` trees unfolded.

/** A path such as `crate::nest::build`, and where it stands. */
export interface RustPath {
  segments: string[];
  position: number;
}

/** Where every comment and every string and character literal lies, ascending. */
function* blanks(text: string): Generator<{ start: number; end: number }> {
  const parts = /\/\/[^\n]*|\/\*|b?r(#*)"|b?"(?:[^"\\]|\\[\s\S])*"|b?'(?:[^'\\\n]|\\(?:u\{[^}]*\}|x..|.))'/g;
  for (let found = parts.exec(text); found !== null; found = parts.exec(text)) {
    const start = found.index;
    let end = start + found[0].length;
    // The end of a nested comment or of a raw string is no regular language: looked for by hand.
    if (found[0] === "/*") end = endOfComment(text, end);
    else if (found[1] !== undefined) {
      const close = text.indexOf(`"${found[1]}`, end);
      end = close === -1 ? text.length : close + 1 + found[1].length;
    }
    yield { start, end };
    parts.lastIndex = end;
  }
}

/** The same text with every comment and every string and character literal made blank; positions stay. */
export function code(text: string): string {
  let out = "";
  let from = 0;
  for (const { start, end } of blanks(text)) {
    out += text.slice(from, start) + text.slice(start, end).replace(/[^\n]/g, " ");
    from = end;
  }
  return out + text.slice(from);
}

/** Where the string literals of a text begin, ascending: of text or of bytes, raw or not. */
export function strings(text: string): number[] {
  return [...blanks(text)].map(({ start }) => start).filter((start) => /^b?r?#*"/.test(text.slice(start, start + 20)));
}

function endOfComment(text: string, from: number): number {
  let depth = 1;
  const marks = /\/\*|\*\//g;
  marks.lastIndex = from;
  for (let found = marks.exec(text); found !== null; found = marks.exec(text)) {
    depth += found[0] === "/*" ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return text.length;
}

/** All paths with `::` that a file names outside of comments and strings, `use` groups unfolded. */
export function rustPaths(text: string): RustPath[] {
  const source = code(text);
  const found: RustPath[] = [];
  const head = /(?<![\w:])(?:::)?[A-Za-z_]\w*(?:\s*::\s*[A-Za-z_]\w*)*(?:\s*::\s*[{*])?/g;
  for (let match = head.exec(source); match !== null; match = head.exec(source)) {
    if (!match[0].includes("::")) continue;
    const segments = match[0].split("::").map((part) => part.trim()).filter((part) => part !== "" && part !== "{");
    if (match[0].endsWith("{")) head.lastIndex = unfold(source, head.lastIndex, segments, found);
    else found.push({ segments, position: match.index });
  }
  return found;
}

/** Reads a `use` group from behind its brace and adds one path a leaf; gives the position behind the closing brace. */
function unfold(source: string, from: number, before: string[], found: RustPath[]): number {
  const token = /[A-Za-z_]\w*|::|[{},*]/g;
  token.lastIndex = from;
  let own: string[] = [];
  let start = from;
  let done = false; // is this leaf complete: it was a group of its own, or what follows is only its new name?
  const finish = () => {
    if (own.length > 0) found.push({ segments: [...before, ...own], position: start });
    own = [];
    done = false;
  };
  for (let match = token.exec(source); match !== null; match = token.exec(source)) {
    const [text] = match;
    if (text === "}" || text === ",") {
      finish();
      if (text === "}") return token.lastIndex;
    } else if (text === "{") {
      token.lastIndex = unfold(source, token.lastIndex, [...before, ...own], found);
      own = [];
      done = true;
    } else if (text === "as") {
      done = true;
    } else if (text !== "::" && !done) {
      if (own.length === 0) start = match.index;
      own.push(text);
    }
  }
  return source.length;
}

/** The position after the brace that closes a block; `from` lies after the one that opens it. The text has no comments and strings. */
export function endOfBlock(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "{") depth += 1;
    else if (text[at] === "}") depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

/** Where the inline modules of a file lie that are compiled for tests only. The text has no comments and strings. */
export function testModules(text: string): { start: number; end: number }[] {
  const heads = text.matchAll(/#\[cfg\(test\)\]\s*(?:pub(?:\([^)]*\))?\s+)?mod\s+\w+\s*\{/g);
  return [...heads].map((found) => ({ start: found.index, end: endOfBlock(text, found.index + found[0].length) }));
}
