/** Reads the Markdown that the project's documents use: headings, paragraphs, lists of commands, tables. */

export type Block =
  | { kind: "heading"; level: number; text: string; id: string }
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  | { kind: "table"; head: readonly string[]; rows: readonly (readonly string[])[] };

/** A piece of a line: plain, code, or a link. */
export type Inline = { kind: "text" | "code"; text: string } | { kind: "link"; text: string; to: string };

export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  for (const part of markdown.split(/\n{2,}/)) {
    const lines = part.replace(/^\n+|\s+$/g, "").split("\n");
    const [first = ""] = lines;
    const heading = /^(#{1,4}) (.*)$/.exec(first);
    const last = blocks.at(-1);
    if (first === "") continue;
    if (heading) blocks.push({ kind: "heading", level: heading[1]?.length ?? 1, text: heading[2] ?? "", id: idOf(heading[2] ?? "") });
    else if (first.startsWith("|")) blocks.push(tableOf(lines));
    else if (!first.startsWith("    ")) blocks.push({ kind: "text", text: lines.join(" ") });
    else if (last?.kind === "code") last.text += `\n\n${unindented(lines)}`;
    else blocks.push({ kind: "code", text: unindented(lines) });
  }
  return blocks;
}

/** The name of a heading that links within the document use. */
function idOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\d\s-]/gu, "").trim().replace(/\s/g, "-");
}

function unindented(lines: readonly string[]): string {
  return lines.map((line) => line.replace(/^ {4}/, "")).join("\n");
}

function tableOf(lines: readonly string[]): Block {
  const rows = lines.map((line) => line.replace(/^\|\s*|\s*\|$/g, "").split(/\s*\|\s*/));
  const [head = [], , ...rest] = rows;
  return { kind: "table", head, rows: rest };
}

/** The pieces of a line. */
export function inlinesOf(text: string): Inline[] {
  const pieces: Inline[] = [];
  let end = 0;
  for (const found of text.matchAll(/\[((?:[^\]`]|`[^`]*`)+)\]\(([^)]+)\)|`([^`]+)`/g)) {
    if (found.index > end) pieces.push({ kind: "text", text: text.slice(end, found.index) });
    if (found[2] !== undefined) pieces.push({ kind: "link", text: (found[1] ?? "").replaceAll("`", ""), to: found[2] });
    else pieces.push({ kind: "code", text: found[3] ?? "" });
    end = found.index + found[0].length;
  }
  if (end < text.length) pieces.push({ kind: "text", text: text.slice(end) });
  return pieces;
}
