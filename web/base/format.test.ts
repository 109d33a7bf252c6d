import { describe, expect, test } from "vitest";
import cases from "../../tests/suite/durations.txt?raw";
import * as format from "./format";

describe("numbers as the page writes them", () => {
  test.each([
    ["process", "processes"],
    ["loop", "loops"],
    ["access", "accesses"],
    ["entry", "entries"],
    ["key", "keys"],
    ["box", "boxes"],
    ["match", "matches"],
    ["memory access", "memory accesses"],
    ["row", "rows"],
  ])("one %s, two %s", (one, many) => {
    expect(format.plural(1, one)).toBe(one);
    expect([0, 2, 1000].map((value) => format.plural(value, one))).toEqual([many, many, many]);
  });

  test("times are words as far as there are any", () => {
    expect([0, 1, 2, 3, 1234].map(format.often)).toEqual(["0 times", "once", "twice", "3 times", "1,234 times"]);
  });

  test("names are listed", () => {
    expect([[], ["a"], ["a", "b"], ["a", "b", "c"]].map(format.listed)).toEqual(["", "a", "a and b", "a, b and c"]);
  });

  test.each([
    ["L1 holds 29.0 % of 7 events", "L1 holds 29.0_% of 7 events"],
    ["640 B in 12 ms, 3 s ago", "640_B in 12_ms, 3_s ago"],
    ["< 0.1 % or > 99.9 %", "<_0.1_% or >_99.9_%"],
    ["4 processes, 2 send", "4 processes, 2 send"],
    ["2 minutes, 3 h", "2 minutes, 3_h"],
  ])("%s does not break before a unit", (text, joined) => expect(format.unbroken(text)).toBe(joined.replaceAll("_", "\u00a0")));

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
    [0, "0\u00a0%"],
    [0.0004, "<\u00a00.1\u00a0%"],
    [0.001, "0.1\u00a0%"],
    [0.488, "48.8\u00a0%"],
    [0.992, "99.2\u00a0%"],
    [0.99951, ">\u00a099.9\u00a0%"],
    [1, "100\u00a0%"],
    [Number.NaN, "0\u00a0%"],
  ])("percent %d", (value, text) => expect(format.percent(value)).toBe(text));

  test.each([
    [2057.6, "1\u00a0:\u00a02,058"],
    [1, "1\u00a0:\u00a01"],
    [1.74, "1\u00a0:\u00a01.7"],
    [0, "–"],
    [Number.POSITIVE_INFINITY, "–"],
  ])("ratio %d", (value, text) => expect(format.ratio(value)).toBe(text));

  test.each([
    [0.0001, "<\u00a01\u00a0ms"],
    [0.002, "2\u00a0ms"],
    [0.09, "0.09\u00a0s"],
    [0.412, "0.41\u00a0s"],
    [12.34, "12.3\u00a0s"],
    [59.96, "1\u00a0min\u00a000\u00a0s"],
    [125, "2\u00a0min\u00a005\u00a0s"],
  ])("seconds %d", (value, text) => expect(format.seconds(value)).toBe(text));

  test.each([
    [820, "820"],
    [584210, "584\u00a0k"],
    [3_700_000, "3.7\u00a0M"],
    [999_900, "1.0\u00a0M"],
  ])("rate %d", (value, text) => expect(format.rate(value)).toBe(text));

  test.each([
    [640, "640\u00a0B"],
    [3900, "3.9\u00a0kB"],
    [121_100_000, "121.1\u00a0MB"],
    [2_500_000_000, "2.5\u00a0GB"],
    [999_999, "1.0\u00a0MB"],
  ])("bytes %d", (value, text) => expect(format.bytes(value)).toBe(text));

  test("bytes of a whole are in the unit of the whole", () => {
    expect(format.bytesOf(4_100_000, 10_800_000)).toBe("4.1 of 10.8\u00a0MB");
    expect(format.bytesOf(400, 10_800_000)).toBe("0.0 of 10.8\u00a0MB");
    expect(format.bytesOf(12, 640)).toBe("12 of 640\u00a0B");
    expect(format.bytesOf(4_100_000, 0)).toBe("4.1\u00a0MB");
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

  test("times of a trace are written as by the engine", () => {
    const lines = cases.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    expect(lines.length).toBeGreaterThan(20);
    for (const line of lines) {
      const [nanoseconds = "", text = ""] = line.split(" => ");
      expect(format.span(Number(nanoseconds)).replace("\u00a0", " ")).toBe(text);
    }
  });

  test.each([
    [0.0000527, "52.7\u00a0µs"],
    [0.0000999, "99.9\u00a0µs"],
    [0.00031, "0.31\u00a0ms"],
    [0.0221, "22.1\u00a0ms"],
    [0.123, "123\u00a0ms"],
    [8.91, "8.91\u00a0s"],
    [61.9, "61.9\u00a0s"],
    [2021.78, "33.7\u00a0min"],
    [113890.21, "31.6\u00a0h"],
  ])("a duration of %d s", (value, text) => expect(format.duration(value)).toBe(text));

  test.each([
    [1.4, "×1"],
    [27.6, "×28"],
    [168_958, "×169,000"],
    [999_600, "×1.00\u00a0million"],
    [366_993_552, "×367\u00a0million"],
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
