import { expect, test } from "vitest";
import type { Hit } from "../../engine/wire";
import { hitAt, partsOf, withoutSite } from "./parts";

const hit = (part: Partial<Hit>): Hit => ({ x: 0, y: 0, w: 10, h: 10, kind: "event", strip: 0, item: -1, loop: 0, title: "", detail: "", ...part });

test("a block lies over lines, and lines over boxes", () => {
  const box = hit({ kind: "loop", loop: 1, w: 100, h: 100 });
  const line = hit({ kind: "line", item: 0, y: 20, h: 30 });
  const block = hit({ kind: "event", item: 3, y: 40 });
  const all = [box, line, block];
  expect(hitAt(all, { x: 5, y: 45 })).toBe(block);
  expect(hitAt(all, { x: 5, y: 30 })).toBe(line);
  expect(hitAt(all, { x: 50, y: 50 })).toBe(box);
  expect(hitAt(all, { x: 500, y: 5 })).toBeNull();
});

test("parts are read from the top, a call that follows itself is a loop", () => {
  const hits = [hit({ kind: "loop", loop: 1, y: 10 }), hit({ item: 0 }), hit({ item: 1, loop: 2, y: 20 }), hit({ kind: "line", y: 5 }), hit({ strip: 1, item: 0 })];
  const spines = [{ process: 4, blocks: [0, 1], blockOf: [0, 1] }, { process: 7, blocks: [0], blockOf: [0] }];
  expect(partsOf(hits, spines).map(({ process, loop, block }) => [process, loop, block])).toEqual([[4, 0, 0], [4, 1, null], [4, 2, null]]);
  expect(partsOf(hits, spines, 1).map(({ process, block }) => [process, block])).toEqual([[7, 0]]);
});

test("a call is named without the address of its place", () => {
  expect(["MPI_Wait(@2cf61) ×52", "MPI_Wait(@1) via MPI_Isend(@2)", "MPI_Send(1,640,0,1)"].map(withoutSite)).toEqual(["MPI_Wait ×52", "MPI_Wait via MPI_Isend", "MPI_Send(1,640,0,1)"]);
});
