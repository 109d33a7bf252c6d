import { describe, expect, test } from "vitest";
import { centredOn, isWhole, panned, showsAll, stretchTo, valueAt, zoomedAround, type Axis } from "./range";

/** A strip of the ribbon: nothing beside its events. */
const strip = (part: Partial<Axis> = {}): Axis => ({ from: 0, to: 1000, length: 1000, plotLeft: 10, plotRight: 110, ...part });
/** The steps of a model: there is room left and right of them. */
const steps: Axis = { from: -1.5, to: 49.5, length: 48, margin: 1.5, plotLeft: 20, plotRight: 122 };

test("pixels and values", () => {
  expect(valueAt(strip(), 10)).toBe(0);
  expect(valueAt(strip(), 60)).toBe(500);
  expect(valueAt(strip({ from: 200, to: 400 }), 60)).toBe(300);
  expect(valueAt(strip({ plotRight: 10 }), 60)).toBe(0);
  expect(valueAt(steps, 71)).toBe(24);
});

describe("zoom", () => {
  test("the value under the pointer stays where it is", () => {
    const [from, to] = zoomedAround(strip(), 0.5, 250);
    expect(to - from).toBe(500);
    expect((250 - from) / (to - from)).toBeCloseTo(0.25);
    expect(zoomedAround(steps, 0.5, 24)).toEqual([11.25, 36.75]);
  });

  test("no further out than all, no further in than two values", () => {
    expect(zoomedAround(strip({ from: 400, to: 600 }), 100, 500)).toEqual([0, 1000]);
    const [from, to] = zoomedAround(strip(), 1e-9, 500);
    expect(to - from).toBe(2);
    expect(zoomedAround(strip({ length: 1, to: 1 }), 0.5, 0.5)).toEqual([0, 1]);
    expect(zoomedAround(steps, 4, 0)).toEqual([-1.5, 49.5]);
    expect(zoomedAround(steps, 0.0001, -1.5)).toEqual([-1.5, 0.5]);
  });

  test("pans as far as there is something", () => {
    expect(panned(strip({ from: 100, to: 300 }), -500)).toEqual([0, 200]);
    expect(panned(strip({ from: 100, to: 300 }), 5000)).toEqual([800, 1000]);
    expect(panned({ ...steps, from: 10, to: 20 }, 5)).toEqual([15, 25]);
    expect(panned({ ...steps, from: 10, to: 20 }, 500)).toEqual([39.5, 49.5]);
  });

  test("a range is whole if nothing is left out", () => {
    expect([isWhole(strip(), [0, 1000]), isWhole(strip(), [1, 1000])]).toEqual([true, false]);
    expect([showsAll(steps), isWhole(steps, [0, 49.5])]).toEqual([true, false]);
  });

  test("a value comes to the middle, as far as there is something", () => {
    expect(centredOn(strip({ from: 0, to: 100 }), 550)).toEqual([500, 600]);
    expect(centredOn(strip({ from: 600, to: 900 }), 550)).toEqual([400, 700]);
    expect(centredOn(strip({ from: 600, to: 900 }), 50)).toEqual([0, 300]);
  });
});

test("the stretch puts every value where the next picture will have it", () => {
  const drawn = strip({ from: 100, to: 500 });
  const { scale, shift } = stretchTo(drawn, [200, 300]) ?? { scale: 0, shift: 0 };
  const pixel = (event: number) => 10 + ((event - 100) / 400) * 100;
  expect(scale * pixel(200) + shift).toBeCloseTo(10);
  expect(scale * pixel(300) + shift).toBeCloseTo(110);
  expect(stretchTo(drawn, [7, 7])).toEqual({ scale: 1, shift: 0 });
  expect(stretchTo(drawn, [100, 500])).toBeNull();
});
