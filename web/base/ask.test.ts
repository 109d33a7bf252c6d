import { describe, expect, test } from "vitest";
import { FRESH_ASK, readAsk, writeAsk, type AskLink } from "./ask";

describe("questions in links", () => {
  test("what is written is read", () => {
    const links: AskLink[] = [
      FRESH_ASK,
      { construct: 58, attributes: ["duration", "wait"], axes: "loops", ranges: [{ level: 0, first: 100, last: 199 }, { level: 1, first: 0, last: 0 }] },
      { construct: null, attributes: ["period"], axes: "over", ranges: [] },
      { construct: 0, attributes: [], axes: "table", ranges: [{ level: 2, first: 7, last: 9007199254740991 }] },
    ];
    for (const link of links) expect(readAsk(writeAsk(link))).toEqual(link);
    expect(links.map(writeAsk)).toEqual(["", "58/duration,wait/loops/i0:100-199,i1:0-0", "/period", "0//table/i2:7-9007199254740991"]);
  });

  test.each(["x", "-1", "1/Duration", "1/a/b", "1/a/over/i0", "1/a/over/i0:3-2", "1/a/over/i0:1-99999999999999999", "1/a/over//", "1/a,<b>", `/${"a,".repeat(40)}`])("%s is no question", (text) => {
    expect(readAsk(text)).toBeNull();
  });
});
