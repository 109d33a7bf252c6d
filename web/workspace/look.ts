/** What is looked at, in the form in which the engine takes it: for the ribbon and for what is drawn beside it. */
import type { RibbonLook } from "../engine/wire";
import { look, selected } from "./store";
import { theme } from "./theme";

/** Narrower than this the words in the picture are the short ones. */
const COMPACT_BELOW = 560;

/** What is looked at now, for a picture of this width in CSS pixels. */
export function ribbonLook(width: number): RibbonLook {
  const { path, zoom } = look.value;
  return {
    width,
    theme: theme.value,
    compact: width < COMPACT_BELOW,
    path: path.map(({ item, iteration }) => ({ item, iteration })),
    zoom: zoom.map(([from, to]): [number, number] => [from, to]),
    selected: selected.value,
  };
}
