import { expect, test } from "vitest";
import { darkness, matrixCsv, matrixOf } from "./matrixTable";

const cells = [
  { from: 0, to: 1, messages: 12, bytes: 480 },
  { from: 9, to: 0, messages: 3, bytes: 24 },
];

test("cells are found by the places of their processes", () => {
  const matrix = matrixOf(cells, [0, 1]);
  // Process 9 has no trace of its own, but it sends.
  expect(matrix.processes).toEqual([0, 1, 9]);
  expect(matrix.at(0, 1)?.messages).toBe(12);
  expect(matrix.at(2, 0)?.messages).toBe(3);
  expect(matrix.at(1, 0)).toBeNull();
  expect(matrix.at(7, 7)).toBeNull();
});

test("bytes are there if the trace has all of them", () => {
  expect(matrixCsv(matrixOf(cells, []))).toBe("source,destination,messages,bytes\r\n0,1,12,480\r\n9,0,3,24\r\n");
  const [first] = cells;
  const some = [{ from: 1, to: 0, messages: 2, bytes: undefined }, ...(first ? [first] : [])];
  expect(matrixOf(some, []).bytes).toBe(false);
  expect(matrixCsv(matrixOf(some, []))).toBe("source,destination,messages\r\n1,0,2\r\n0,1,12\r\n");
});

test("more is darker", () => {
  expect(darkness(100, 100)).toBe(1);
  expect(darkness(1, 1e6)).toBeLessThan(darkness(1000, 1e6));
  expect(darkness(0, 0)).toBe(0.25);
});
