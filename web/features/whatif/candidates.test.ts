import { expect, test } from "vitest";
import { assumed, asTheMedian, barsOf, candidatesOf, curveAt, gainInWords, imbalanceIn, lengthInWords, lineOf, longestOf, mostOfPath, onPathInWords, pathInWords, selectOf, slowestOf, throughCalls, trustInWords, withoutLoops } from "./candidates";

const loops = [
  { id: 1, computation: [50, 50] as [number, number], waits: [200, 300] as [number, number], calls: [0, 0] as [number, number], onPath: 900 },
  { id: 2, computation: [400, 400] as [number, number], waits: [0, 0] as [number, number], calls: [0, 700] as [number, number], onPath: 10 },
];

const plain = (text: string): string => text.replaceAll(/\s/g, " ");

const ofNumber = (number: number, onPath: number) => ({ process: number, parts: { compute: 0, calls: 0, wait: 0 }, onPath, columns: [] });

test("what helps most comes first, and trifles are left out", () => {
  expect(candidatesOf({ loops, length: 1000 }, 5).map(({ select }) => select)).toEqual(["call:L2", "calc:L2", "wait:L1", "calc:L1"]);
  expect(candidatesOf({ loops, length: 1000 }, 2)).toHaveLength(2);
  expect(candidatesOf({ loops, length: 100_000 }, 5).map(({ select }) => select)).toEqual(["call:L2", "calc:L2", "wait:L1"]);
});

test("ranges are one figure where both are the same", () => {
  expect(gainInWords([200, 300], 1000)).toBe("−20.0 to −30.0\u00a0%");
  expect(gainInWords([300, 300], 1000)).toBe("−30.0\u00a0%");
  expect(gainInWords([0, 300], 1000)).toBe("0 to −30.0\u00a0%");
  expect(lengthInWords([2e9, 2e9])).toMatch(/^2\.00\ss$/);
  const words = (range: [number, number], length: number) => plain(lengthInWords(range, length));
  expect(words([19.38e9, 19.4e9], 19.42e9)).toBe("19.4 s − 20.0 ms to 40.0 ms");
  expect(words([19.42e9, 19.42e9], 19.4e9)).toBe("19.4 s + 20.0 ms");
  expect(words([19.42e9, 19.42e9], 19.42e9)).toBe("19.4 s");
  expect(words([10e9, 12e9], 19.42e9)).toBe("10.0 s to 12.0 s");
});

test("the loops that hold the critical path are named, and the process with most of it", () => {
  const now = { length: 1000, hops: 0, path: [0, 0, 0] as [number, number, number], processes: [ofNumber(0, 300), ofNumber(5, 700)] };
  expect(plain(pathInWords({ loops, length: 1000, now }))).toBe("Of the critical path, 90.0 % is in L1, inner loops included. Process 5 has the largest part of the path, 70.0 %.");
  expect(plain(pathInWords({ loops: loops.slice(1).map((loop) => ({ ...loop, onPath: 100 })), length: 1000, now }, loops))).toContain("10.0 % is in L2, inner loops included; 90.0 % is in L1.");
  // A loop elsewhere that does the same counts with it.
  const inPlaces = (ids: number[]) => {
    const places = loops.slice(0, 1).flatMap((loop) => ids.map((id) => ({ ...loop, id, onPath: 150 })));
    return plain(pathInWords({ loops: places.slice(0, 1), length: 1000, now }, places, ids));
  };
  const inside = [loops[0], { ...loops[1], onPath: 800 }].flatMap((loop) => loop ?? []) as typeof loops;
  expect(plain(pathInWords({ loops: inside.slice(0, 1), length: 1000, now }, inside))).toContain("90.0 % is in L1, 80.0 % in L2 inside it.");
  expect(inPlaces([1, 4])).toContain("15.0 % is in L1, inner loops included; 30.0 % with L4, which does the same. Process");
  expect(inPlaces([1, 2, 3, 4, 5])).toContain("; 75.0 % with 4 loops that do the same. Process");
});

test("where nothing is in a loop the processes that hold the path could compute less", () => {
  const now = { length: 1000, hops: 0, path: [0, 0, 0] as [number, number, number], processes: [30, 200, 0, 500, 120, 150].map((onPath, number) => ofNumber(number, onPath)) };
  expect(withoutLoops({ now, length: 1000 }).map(({ select }) => select)).toEqual(["calc:rank=3", "calc:rank=1", "calc:rank=5", "wait:all"]);
  expect(withoutLoops({ now: { ...now, processes: [ofNumber(0, 40)] }, length: 1000 })).toHaveLength(1);
});

test("the main loop stands for the path, unless another loop holds much more of it", () => {
  const most = (same: number[], ...onPath: number[]) => mostOfPath({ loops: onPath.map((time, at) => ({ id: at + 1, computation: [0, 0], waits: [0, 0], calls: [0, 0], onPath: time })) }, same)?.id;
  expect([most([], 80, 100), most([], 79, 100), most([], 0, 50, 50), most([])]).toEqual([1, 2, 2, undefined]);
  // What it does elsewhere counts with it.
  expect([most([1, 3], 30, 100, 50), most([1, 3], 30, 100, 49), most([1], 30, 100, 50)]).toEqual([1, 2, 2]);
});

test("a curve runs straight between its points", () => {
  const points = [[10, 20], [30, 40], [50, 60]] as const;
  expect(curveAt(points, 0)).toEqual([10, 20]);
  expect(curveAt(points, 1)).toEqual([30, 40]);
  expect(curveAt(points, 0.5)).toEqual([20, 30]);
  expect(curveAt(points, 2)).toEqual([50, 60]);
  expect(curveAt(points, 0.5, 1)).toEqual([30, 40]);
  expect(lineOf([0, 50, 100], 100)).toBe("M0.000 100.000L50.000 50.000L100.000 0.000");
});

test("a path is as high as its share, and not drawn where it is elsewhere", () => {
  expect(barsOf([1, 0, 0.5, 0])).toBe("M0.00 0.00h25.00v10.00h-25.00zM50.00 2.50h25.00v5.00h-25.00z");
});

test("an iteration is named as the terminal names it, and its part of the critical path in words", () => {
  expect(selectOf({ loop: 1, index: 11 })).toBe("L1&iteration=12");
  expect(plain(onPathInWords([1e6, 2e6, 1e6], 40e6))).toBe("4.00 ms, 10.0 % of the run: computes 25.0 %, in calls 50.0 %, messages 25.0 %");
  expect(onPathInWords([0, 0, 0], 40e6)).toBe("not in it");
});

test("the process that computes longest is measured by the median one", () => {
  const run = (...computing: number[]) => ({
    now: { length: 1000, hops: 0, path: [0, 0, 0] as [number, number, number], processes: computing.map((compute, number) => ({ ...ofNumber(number, 0), parts: { compute, calls: 0, wait: 0 } })) },
    length: 1000,
  });
  expect(slowestOf(run(300, 310, 500, 290))).toEqual({ process: 2, factor: 0.6 });
  expect(slowestOf(run(300, 310, 320, 290))).toBeNull();
  expect(slowestOf(run(10, 49, 10))).toBeNull();
  expect(slowestOf(run(500))).toBeNull();
  expect([longestOf(run(300, 100, 500, 250).now), longestOf(run(300, 310).now), longestOf(run(9, 9, 9, 9, 9, 1, 1, 1, 1, 1, 1).now)]).toEqual([[2], [], []]);
  expect(imbalanceIn([])).toEqual({ select: "imbalance:all", also: [], name: "load imbalance" });
  expect(imbalanceIn([{ id: 1 }, { id: 4 }])).toEqual({ select: "imbalance:L1", also: ["imbalance:L4"], name: "load imbalance in L1, wherever it runs" });
  expect(throughCalls({ ...run(1).now, path: [900, 80, 20] }, { ...run(1).now, path: [800, 99, 20] }, 1000)).toBe("");
  expect(throughCalls({ ...run(1).now, path: [900, 80, 20] }, { ...run(1).now, path: [800, 100, 20] }, 1000)).toMatch(/^The path then leads through calls for 20\sns more/);
});

test("how far gains are to be believed is a verdict, with the error to expect", () => {
  expect(plain(trustInWords(0.974))).toBe("These gains are forecasts with an error of about 2.6 % of the run: computing and messages explain 97.4 % of the run.");
  // Where all is explained, they are as good as those that were compared with runs.
  expect(plain(trustInWords(1))).toContain("about 1.0 % of the run");
  expect(plain(trustInWords(0.294, "L3"))).toBe("Hints, not forecasts: computing and messages explain only 29.4 % of L3; forecasts need 80 %.");
});

test("what one process computes longer is named by the call behind it, and lasts as long as on the median one", () => {
  const found = asTheMedian("calc:call=MPI_Allreduce&rank=5=84%");
  expect(found).toEqual({ select: "calc:call=MPI_Allreduce&rank=5", factor: 0.84, name: "computing before MPI_Allreduce on process 5" });
  expect(assumed(found)).toEqual([{ select: found.select, factor: 0.84 }]);
  expect(assumed({ select: "wait:L1", also: ["wait:L4"], name: "" })).toEqual([
    { select: "wait:L1", factor: 0 },
    { select: "wait:L4", factor: 0 },
  ]);
});
