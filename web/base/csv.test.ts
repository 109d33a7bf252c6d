import { expect, test } from "vitest";
import { csv } from "./csv";

test("cells with separators, quotes and line ends are quoted", () => {
  expect(csv([["process", "from"], [0, 'a "b", c'], [1, "two\nlines"]])).toBe(
    'process,from\r\n0,"a ""b"", c"\r\n1,"two\nlines"\r\n',
  );
});

test("no rows, no text", () => {
  expect(csv([])).toBe("");
});
