/** Which rows of a long list are in sight: only those are elements of the page, and the room of all others is kept empty. */
import { useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { FOLD_ABOVE } from "../base/constants";

/** Rows that are there above and below those in sight, and how many are passed before others take their place. */
const ABOVE = 8;
const BELOW = 24;
const STEP = 8;

/** What a list scrolls in: the sheet around it, or its column. */
export function scrollerOf(list: HTMLElement | null): HTMLElement | null {
  return list?.closest("dialog") ?? list?.closest("nav") ?? null;
}

/** The rows in sight, with some to spare, of a list whose rows are all of that height; all rows of a short list. */
export function useRowsInSight(list: { readonly current: HTMLElement | null }, length: number, rowHeight: number): { from: number; to: number } {
  const first = useSignal(0);
  const height = useSignal(800);
  useEffect(() => {
    const box = scrollerOf(list.current);
    if (!box || length <= FOLD_ABOVE) return undefined;
    const follow = () => {
      const above = box.getBoundingClientRect().top - (list.current?.getBoundingClientRect().top ?? 0);
      first.value = Math.max(0, Math.floor(above / rowHeight / STEP) * STEP);
      height.value = Math.max(box.clientHeight, rowHeight);
    };
    follow();
    box.addEventListener("scroll", follow, { passive: true });
    return () => box.removeEventListener("scroll", follow);
  }, [length, rowHeight]);
  const total = useSignal(length);
  total.value = length;
  return useComputed(() => {
    if (total.value <= FOLD_ABOVE) return { from: 0, to: total.value };
    const from = Math.min(total.value, Math.max(0, first.value - ABOVE));
    return { from, to: Math.min(total.value, first.value + Math.ceil(height.value / rowHeight) + BELOW) };
  }).value;
}
