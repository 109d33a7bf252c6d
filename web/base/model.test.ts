import { expect, test } from "vitest";
import { isAll, messageAt, movedSteps, stepAt, zoomedSteps } from "./model";
import type { ModelMessage } from "./wire";

const figure = { from: -1.5, to: 49.5, length: 48, plotLeft: 20, plotRight: 122 };

function message(from: [number, number], to: [number, number], title: string): ModelMessage {
  return { from, to, title, detail: "" };
}

test("the nearest line is found, if one is near", () => {
  const messages = [message([0, 0], [100, 100], "down"), message([0, 100], [100, 100], "flat"), message([7, 7], [7, 7], "point")];
  expect(messageAt(messages, 50, 53)?.title).toBe("down");
  expect(messageAt(messages, 50, 97)?.title).toBe("flat");
  expect(messageAt(messages, 7, 9)?.title).toBe("down");
  expect(messageAt(messages, 50, 75)).toBeNull();
  expect(messageAt(messages, 110, 100)).toBeNull();
});

test("windows stay inside of what there is", () => {
  expect(stepAt(figure, 71)).toBe(24);
  expect(zoomedSteps(figure, 0.5, 24)).toEqual([11.25, 36.75]);
  expect(zoomedSteps(figure, 4, 0)).toEqual([-1.5, 49.5]);
  expect(zoomedSteps(figure, 0.0001, -1.5)).toEqual([-1.5, 0.5]);
  const close = { ...figure, from: 10, to: 20 };
  expect(movedSteps(close, 5)).toEqual([15, 25]);
  expect(movedSteps(close, 500)).toEqual([39.5, 49.5]);
  expect(isAll(figure, [-1.5, 49.5])).toBe(true);
  expect(isAll(figure, [0, 49.5])).toBe(false);
});
