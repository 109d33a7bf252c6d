import { expect, test, vi } from "vitest";
import { once } from "./once";

test("something is made of an object once, of another one anew", () => {
  const make = vi.fn<(rows: readonly number[]) => number | undefined>((rows) => rows[0]);
  const first = once(make);
  const rows = [7];
  expect([first(rows), first(rows), first([8])]).toEqual([7, 7, 8]);
  expect(make).toHaveBeenCalledTimes(2);
  const none: number[] = [];
  expect([first(none), first(none)]).toEqual([undefined, undefined]);
  expect(make).toHaveBeenCalledTimes(3);
});
