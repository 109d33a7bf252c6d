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

test("text that a spreadsheet would run is kept from it, numbers are not touched", () => {
  expect(csv([["=1+2", "+a", "-b", "@c", "\td", "\re", "'=f", "'tis", "a=b"]])).toBe(
    `'=1+2,'+a,'-b,'@c,"'\td","'\re",''=f,'tis,a=b\r\n`,
  );
  expect(csv([[-1, -0.5, 1e21, "", 0]])).toBe("-1,-0.5,1e+21,,0\r\n");
});
