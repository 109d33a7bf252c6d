/** Many elements that come portion by portion: the browser lays 1,000 of them out for 50 ms, in which the page does not answer. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** Elements that are added in a frame. */
const PORTION = 100;

/** How many of so many elements are to be there. It falls only when there are none: whoever reads in a list keeps the place. */
export function useReached(all: number): number {
  const reached = useSignal(PORTION);
  const now = reached.value;
  useEffect(() => {
    if (all === 0) reached.value = PORTION;
    if (now >= all) return undefined;
    const frame = requestAnimationFrame(() => (reached.value = now + PORTION));
    return () => cancelAnimationFrame(frame);
  }, [all, now]);
  return now;
}
