import { expect, test } from "vitest";
import { nameOf, shortName } from "./names";

const files = (...paths: string[]) => paths.map((path) => ({ path }));

test("files of one folder have its name", () => {
  expect(nameOf(files("lu.A.16/rank-0.trace", "lu.A.16/rank-1.trace"))).toBe("lu.A.16");
});

test("one file has its own name, without endings", () => {
  expect(nameOf(files("rank-0.trace.zst"))).toBe("rank-0");
  expect(nameOf(files("lu.A.16.tar.gz"))).toBe("lu.A.16");
});

test("loose files have the first one's name", () => {
  expect(nameOf(files("rank-0.trace", "rank-1.trace", "rank-2.trace"))).toBe("rank-0 and 2 more");
  expect(nameOf(files("a/x.trace", "b/y.trace"))).toBe("x and 1 more");
});

test("loose files of one stem have its name", () => {
  expect(nameOf(files("epoch_16proc.pcf", "epoch_16proc.prv.gz", "epoch_16proc.row"))).toBe("epoch_16proc");
  expect(nameOf(files("testtrace-0000.bin", "testtrace-0001.bin", "testtrace.meta"))).toBe("testtrace");
  expect(nameOf(files("bt.A.16-10.trace", "bt.A.16-11.trace"))).toBe("bt.A.16");
  expect(nameOf(files("xa.csv", "xb.csv"))).toBe("xa.csv and 1 more");
});

test("a format with one file that leads to the others has its name", () => {
  expect(nameOf(files("0.def", "0.evt", "eztrace_log.def", "eztrace_log.otf2"))).toBe("eztrace_log");
  expect(nameOf(files("1.otf2", "2.otf2"))).toBe("1.otf2 and 1 more");
});

test("an address has the name of its last part", () => {
  expect(shortName("https://example.org/runs/bt.A.16.tar.zst?raw=1#top")).toBe("bt.A.16");
  expect(shortName("https://example.org/runs/")).toBe("runs");
  expect(shortName(".gz")).toBe(".gz");
});
