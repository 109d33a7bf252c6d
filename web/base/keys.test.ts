import { expect, test } from "vitest";
import { actionOf, alongBy, KEY_SHEET } from "./keys";

const press = (key: string, held: Partial<{ ctrlKey: boolean; metaKey: boolean; altKey: boolean }> = {}) =>
  actionOf({ key, ctrlKey: false, metaKey: false, altKey: false, ...held });

test("keys mean what the sheet says", () => {
  expect(press("o")).toBe("open");
  expect(press("O")).toBe("open");
  expect(press("[")).toBe("previousLoop");
  expect(press("ArrowDown")).toBe("nextProcess");
  expect(press("Escape")).toBe("out");
  expect(press("=")).toBe("zoomIn");
  expect(press("?")).toBe("keys");
});

test("keys without a meaning, and the browser's own, are left alone", () => {
  expect(press("q")).toBeNull();
  expect(press("c", { ctrlKey: true })).toBeNull();
  expect(press("f", { metaKey: true })).toBeNull();
  expect(press("ArrowLeft", { altKey: true })).toBeNull();
});

test("arrows move along a picture, unless the browser means something by them", () => {
  const held = { ctrlKey: false, metaKey: false, altKey: false };
  expect(alongBy({ key: "ArrowRight", ...held })).toBe(1);
  expect(alongBy({ key: "ArrowLeft", ...held })).toBe(-1);
  expect(alongBy({ key: "ArrowUp", ...held })).toBe(0);
  expect(alongBy({ key: "ArrowLeft", ...held, altKey: true })).toBe(0);
});

test("every key of the sheet does something", () => {
  const typed: Readonly<Record<string, string>> = {
    "↑": "ArrowUp",
    "↓": "ArrowDown",
    "←": "ArrowLeft",
    "→": "ArrowRight",
    Esc: "Escape",
    Space: " ",
    "−": "-",
  };
  for (const { keys } of KEY_SHEET) {
    for (const key of keys) expect(press(typed[key] ?? key), key).not.toBeNull();
  }
});
