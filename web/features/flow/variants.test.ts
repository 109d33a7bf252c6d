import { describe, expect, it } from "vitest";
import type { Hit } from "../../engine/wire";
import { blocksOf, columnsOf } from "./variants";

describe("columns of variants", () => {
  it("are the most frequent ones that come more than once", () => {
    expect(columnsOf({ times: [40, 1, 1, 11] })).toEqual([0, 3]);
    expect(columnsOf({ times: [9, 2, 4, 3, 1] })).toEqual([0, 2, 3]);
  });

  it("are two at least, so that there is something to compare", () => {
    expect(columnsOf({ times: [40, 1, 1] })).toEqual([0, 1]);
  });
});

describe("calls that tell variants apart", () => {
  const hit = (item: number, title: string): Hit => ({ x: 0, y: 0, w: 1, h: 1, kind: "event", strip: 0, item, loop: 0, title, detail: "" });
  const spine = { process: 0, blocks: [0, 2], blockOf: [0, 0, 1] };
  const calls = [
    { node: 0, text: "MPI_Send(@4)", times: ["never", "once"] },
    { node: 1, text: "MPI_Wait(@5)", times: ["never", "once"] },
    { node: 2, text: "MPI_Scan(@6)", times: ["once", "twice"] },
  ];

  it("have a row for each block, named as in the picture", () => {
    const rows = blocksOf({ calls }, spine, [hit(0, "Send · Wait, 5 times"), hit(1, "Scan #2, 1,240 times")]);
    expect(rows.map(({ node, name }) => [node, name])).toEqual([
      [0, "Send · Wait"],
      [2, "Scan #2"],
    ]);
  });

  it("are told apart in a block whose calls are not made equally often", () => {
    const apart = calls.map((call) => (call.node === 1 ? { ...call, times: ["mostly never", "once"] } : call));
    const names = blocksOf({ calls: apart }, spine, [hit(0, "Scan ×2, 5 times")]).map(({ name }) => name);
    expect(names).toEqual(["Scan ×2, call 1", "Scan ×2, call 2", "MPI_Scan"]);
  });

  it("stand by themselves until the picture is there", () => {
    expect(blocksOf({ calls }, undefined, []).map(({ name }) => name)).toEqual(["MPI_Send", "MPI_Wait", "MPI_Scan"]);
  });
});
