import { expect, test } from "vitest";
import { legendOf } from "./legend";
import type { Summary } from "../engine/wire";

const summary = (view: string, kinds: Record<string, number>): Pick<Summary, "options" | "kinds" | "tags"> => ({
  options: { view } as Summary["options"],
  kinds: Object.entries(kinds).map(([kind, count]) => ({ kind, count })),
  tags: [{ label: "3", slot: 1 }, { label: "other", slot: 0 }],
});

test("kinds stand in one order, each once, and only if there are several", () => {
  expect(legendOf(summary("communication", { local: 1, sync: 2, recv: 3, send: 4, wait: 1 })).kinds).toEqual(["send", "receive", "collective", "other"]);
  expect(legendOf(summary("communication", { send: 4, recv: 0 })).kinds).toEqual([]);
  expect(legendOf(summary("values", { read: 4, write: 4 }))).toMatchObject({ kinds: [], word: "label" });
});

test("the colour of the rest is a part of the legend", () => {
  expect(legendOf(summary("calls", {})).tags.map(({ slot }) => slot)).toEqual([1, 0]);
});
