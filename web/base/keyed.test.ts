import { expect, test } from "vitest";
import { keyed } from "./keyed";

const keys = (texts: string[]): string[] => keyed(texts, (text) => text).map(({ key }) => key);

test("equal items have keys of their own", () => {
  expect(keys(["a", "b", "a", "a"])).toEqual(["a", "b", "a 2", "a 3"]);
});

test("a key stays with its item when another item comes before it", () => {
  expect(keys(["c", "a", "b"]).slice(1)).toEqual(keys(["a", "b"]));
});

test("items are given back in their order", () => {
  expect(keyed([3, 1, 3], String).map(({ item }) => item)).toEqual([3, 1, 3]);
});
