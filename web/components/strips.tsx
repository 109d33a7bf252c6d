/** Pictures of strips one above the other: what lies under the pointer, its outline, and painting them stretched while the next is drawn. */
import { type ReadonlySignal, type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Hit, Picture } from "../engine/wire";
import type { TipAt } from "./Tip";
import * as drawing from "./drawing.module.css";

/** What is under the pointer, and what is said of it, until another picture is drawn: it need not be there in that one. */
export function useUnderPointer(drawn: unknown): { over: Signal<Hit | null>; tip: Signal<TipAt | null> } {
  const over = useSignal<Hit | null>(null);
  const tip = useSignal<TipAt | null>(null);
  useEffect(() => {
    over.value = null;
    tip.value = null;
  }, [drawn]);
  return { over, tip };
}

/** Puts a picture `onto` a canvas once the fonts are there, and again when the ranges that its strips shall show or the density of the screen change. */
export function usePainted(
  canvas: { current: HTMLCanvasElement | null },
  picture: Picture | undefined,
  onto: (canvas: HTMLCanvasElement, picture: Picture) => void,
  { ranges, fonts, density }: { ranges: unknown; fonts: ReadonlySignal<boolean>; density: ReadonlySignal<number> },
): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (canvas.current && picture && fonts.value) onto(canvas.current, picture);
    });
    return () => cancelAnimationFrame(frame);
  }, [picture, ranges, fonts.value, density.value]);
}

/** A frame around what is under the pointer. */
export function Outline({ hit, class: name = drawing.outline }: { hit: Hit; class?: string | undefined }) {
  return <div class={name} style={{ left: `${hit.x}px`, top: `${hit.y}px`, width: `${hit.w}px`, height: `${hit.h}px` }} />;
}
