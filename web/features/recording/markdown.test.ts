import { expect, test } from "vitest";
import { blocksOf, inlinesOf } from "./markdown";

test("headings, paragraphs, commands and tables are told apart", () => {
  expect(blocksOf("# One\n\nA line\nand one more.\n\n    make\n\n    make it\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n## A part: two")).toEqual([
    { kind: "heading", level: 1, text: "One", id: "one" },
    { kind: "text", text: "A line and one more." },
    { kind: "code", text: "make\n\nmake it" },
    { kind: "table", head: ["a", "b"], rows: [["1", "2"]] },
    { kind: "heading", level: 2, text: "A part: two", id: "a-part-two" },
  ]);
});

test("a heading is named as links name it", () => {
  expect(blocksOf("## PyTorch, Chromium, Perfetto: Chrome JSON")[0]).toMatchObject({ id: "pytorch-chromium-perfetto-chrome-json" });
});

test("links and code stand in a line of text", () => {
  expect(inlinesOf("see [the `file`](a/b.c) and `make`.")).toEqual([
    { kind: "text", text: "see " },
    { kind: "link", text: "the file", to: "a/b.c" },
    { kind: "text", text: " and " },
    { kind: "code", text: "make" },
    { kind: "text", text: "." },
  ]);
});
