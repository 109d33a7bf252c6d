import { describe, expect, test } from "vitest";
import { figureRows, tableOf, verdict, whereIs } from "./rows";
import { csv } from "../../base/csv";
import type { Comparison, DifferentPlace, MethodFigures } from "../../engine/wire";

function figures(method: MethodFigures["method"], more: Partial<MethodFigures> = {}): MethodFigures {
  return {
    method, refused: "", complete: true, sameAs: method, topLevel: 26, ratio: 4867.46, total: 63, totalRatio: 2008.8,
    coverage: 0.99984, mainLoop: { id: 1, count: 249, period: 504, runs: 1, share: 0.99164 }, loops: 7, depth: 2, best: [], ...more,
  };
}

function comparison(methods: MethodFigures[], more: Partial<Comparison> = {}): Comparison {
  return { process: 5, events: 126_554, methods, differing: 0.996, places: [], different: 1, spots: 1, apart: "", ...more };
}

test("what is compared by its figures only is no part of the verdict", () => {
  const all = [figures("greedy"), figures("optimal", { sameAs: "greedy" }), figures("nlr")];
  const apart = "nlr is compared by its figures.";
  expect(verdict(comparison(all, { spots: 0, different: 0, differing: 0, apart }), "tuple")).toBe("Greedy and optimal find the same nest.");
});

describe("the verdict", () => {
  const [a, b, c] = [figures("greedy"), figures("optimal", { sameAs: "greedy" }), figures("smallest")];

  test("says who agrees with whom, and how much differs", () => {
    expect(verdict(comparison([a, b, c]), "event")).toBe(
      "Greedy and optimal find the same nest; smallest differs in 1 place. It holds 99.6\u00a0% of the events.",
    );
    expect(verdict(comparison([a, c], { spots: 12, different: 3, differing: 0.05 }), "call")).toBe(
      "The methods differ in 12 places of 3 kinds. They hold 5.0\u00a0% of the calls.",
    );
    expect(verdict(comparison([a, b, c, figures("nlr")], { spots: 2 }), "event")).toBe(
      "Greedy and optimal find the same nest; smallest and nlr differ in 2 places, always in the same way. They hold 99.6\u00a0% of the events.",
    );
  });

  test("is short where all agree, and leaves out a method that made nothing", () => {
    expect(verdict(comparison([a, b], { spots: 0, different: 0 }), "event")).toBe("All methods find the same nest.");
    const none = figures("smallest", { refused: "too long" });
    expect(verdict(comparison([a, b, none], { spots: 0, different: 0 }), "event")).toBe("All methods find the same nest.");
  });
});

test("a place says where it is", () => {
  const place: DifferentPlace = { first: 543, last: 1610, inside: [], more: 0, share: 1, sentence: "", sides: [] };
  expect(whereIs(place, "event")).toBe("Events 543 to 1,610");
  expect(whereIs({ ...place, last: 543, inside: [249, 62] }, "call")).toBe("Call 543, in each of 249 × 62 iterations");
});

test("figures are written as everywhere on the page", () => {
  const written = figureRows("event").map(({ of }) => of(figures("greedy")));
  expect(written).toEqual(["26", "1\u00a0:\u00a04,867", "63", "1\u00a0:\u00a02,009", ">\u00a099.9\u00a0%", "×249 of 504", "99.2\u00a0%", "7", "2"]);
  expect(figureRows("event").map(({ of }) => of(figures("greedy", { mainLoop: undefined }))).slice(5, 7)).toEqual(["none", "0\u00a0%"]);
});

test("the table to save has a row for every method that made a nest", () => {
  const none = figures("smallest", { refused: "too long" });
  const text = csv(tableOf(comparison([figures("greedy"), none]), { greedy: 0.25 }));
  expect(text.split("\r\n")).toEqual([
    "process,method,same as,events,top level,ratio,total,total ratio,coverage,main loop count,main loop period,main loop runs,main loop share,loops,depth,complete,seconds",
    "5,greedy,greedy,126554,26,4867.46,63,2008.8,0.99984,249,504,1,0.99164,7,2,yes,0.25",
    "",
  ]);
});

test("several methods that agree with each other, but not with the rest, differ", () => {
  const methods = [figures("greedy"), figures("optimal", { sameAs: "greedy" }), figures("smallest"), figures("nlr", { sameAs: "smallest" })];
  expect(verdict(comparison(methods, { spots: 6, different: 5 }), "event")).toBe(
    "Greedy and optimal find the same nest; smallest and nlr differ in 6 places of 5 kinds. They hold 99.6\u00a0% of the events.",
  );
});
