import { describe, expect, test } from "vitest";
import * as format from "./format";

describe("numbers as the page writes them", () => {
  test.each([
    [0, "0"],
    [999, "999"],
    [1000, "1,000"],
    [127572, "127,572"],
    [1530988, "1,530,988"],
    [-12345, "-12,345"],
  ])("count %d", (value, text) => expect(format.count(value)).toBe(text));

  test.each([
    [1, "call", "1 call"],
    [127572, "call", "127,572 calls"],
    [2, "process", "2 processes"],
    [0, "loop", "0 loops"],
  ])("%d %s", (value, noun, text) => expect(format.counted(value, noun)).toBe(text));

  test.each([
    [0, "0 %"],
    [0.0004, "< 0.1 %"],
    [0.001, "0.1 %"],
    [0.488, "48.8 %"],
    [0.992, "99.2 %"],
    [0.99951, "> 99.9 %"],
    [1, "100 %"],
    [Number.NaN, "0 %"],
  ])("percent %d", (value, text) => expect(format.percent(value)).toBe(text));

  test.each([
    [2057.6, "1 : 2,058"],
    [1, "1 : 1"],
    [1.74, "1 : 1.7"],
    [0, "–"],
    [Number.POSITIVE_INFINITY, "–"],
  ])("ratio %d", (value, text) => expect(format.ratio(value)).toBe(text));

  test.each([
    [0.0001, "< 1 ms"],
    [0.002, "2 ms"],
    [0.09, "0.09 s"],
    [0.412, "0.41 s"],
    [12.34, "12.3 s"],
    [59.96, "1 min 00 s"],
    [125, "2 min 05 s"],
  ])("seconds %d", (value, text) => expect(format.seconds(value)).toBe(text));

  test.each([
    [820, "820"],
    [584210, "584 k"],
    [3_700_000, "3.7 M"],
    [999_900, "1.0 M"],
  ])("rate %d", (value, text) => expect(format.rate(value)).toBe(text));

  test.each([
    [640, "640 B"],
    [3900, "3.9 kB"],
    [121_100_000, "121.1 MB"],
    [2_500_000_000, "2.5 GB"],
    [999_999, "1.0 MB"],
  ])("bytes %d", (value, text) => expect(format.bytes(value)).toBe(text));

  test("bytes of a whole are in the unit of the whole", () => {
    expect(format.bytesOf(4_100_000, 10_800_000)).toBe("4.1 of 10.8 MB");
    expect(format.bytesOf(400, 10_800_000)).toBe("0.0 of 10.8 MB");
    expect(format.bytesOf(12, 640)).toBe("12 of 640 B");
    expect(format.bytesOf(4_100_000, 0)).toBe("4.1 MB");
  });

  test("times, ranges and lists", () => {
    expect(format.times(249)).toBe("×249");
    expect(format.range(559, 127050)).toBe("559 to 127,050");
    const ranges = (...pairs: [number, number][]) => pairs.map(([first, last]) => ({ first, last }));
    expect(format.rangeList(ranges([6, 6], [9, 10]), 0)).toBe("6, 9, 10");
    expect(format.rangeList(ranges([0, 3], [7, 7], [9, 10]), 0)).toBe("0 to 3, 7, 9, 10");
    expect(format.rangeList(ranges([0, 3], [7, 7]), 1200)).toBe("0 to 3, 7 and 1,200 more");
    expect(format.rangeList([], 0)).toBe("");
  });

  test.each([
    [0.0000527, "52.7 µs"],
    [0.0000999, "99.9 µs"],
    [0.00031, "0.31 ms"],
    [0.0221, "22.1 ms"],
    [0.123, "123 ms"],
    [8.91, "8.91 s"],
    [61.9, "61.9 s"],
    [2021.78, "33.7 min"],
    [113890.21, "31.6 h"],
  ])("a duration of %d s", (value, text) => expect(format.duration(value)).toBe(text));

  test.each([
    [1.4, "×1"],
    [27.6, "×28"],
    [168_958, "×169,000"],
    [999_600, "×1.00 million"],
    [366_993_552, "×367 million"],
  ])("a factor of %d", (value, text) => expect(format.factor(value)).toBe(text));
});

test("how many files there are in all is said where it is known", () => {
  expect(format.filesOf(3, 16, 16)).toBe("3 of 16 files");
  expect(format.filesOf(0, 16, 16)).toBe("0 of 16 files");
  expect(format.filesOf(0, 1, 1)).toBe("");
  // An archive: what was found grows.
  expect(format.filesOf(0, 2, 1)).toBe("");
  expect([2, 5, 8].map((found) => format.filesOf(found - 1, found, 1))).toEqual(["1 file so far", "4 files so far", "7 files so far"]);
});
