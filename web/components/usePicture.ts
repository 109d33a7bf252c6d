/** What every picture on a canvas needs: its width, the fonts that it is drawn in, and the density of the screen. */
import { type ReadonlySignal, type Signal, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { fontsReady } from "./canvas";

/** Calls `measure` with an element now and whenever its size changes, and `gone` when it leaves the page. */
export function useSize(box: { current: HTMLElement | null }, measure: (element: HTMLElement) => void, gone: () => void): void {
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const change = () => measure(element);
    const observer = new ResizeObserver(change);
    observer.observe(element);
    // The height of the window and the density of the screen change without the element.
    window.addEventListener("resize", change);
    change();
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", change);
      gone();
    };
  }, []);
}

/** Keeps a signal at an element's width in whole CSS pixels; 0 while it is not in the page. */
export function useWidth(box: { current: HTMLElement | null }, width: Signal<number>): void {
  useSize(box, (element) => void (width.value = Math.floor(element.clientWidth)), () => void (width.value = 0));
}

/** Whether the fonts of the pictures are there. */
export function useFonts(): ReadonlySignal<boolean> {
  const ready = useSignal(false);
  useEffect(() => void fontsReady.then(() => (ready.value = true)), []);
  return ready;
}
