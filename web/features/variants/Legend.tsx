/** The variants with their shades: how often each comes, and how long an iteration of it takes. */
import { count, span } from "../../base/format";
import { variantName } from "../../base/variants";
import { VariantShade } from "../../components/VariantShade";
import type { VariantsReply } from "../../engine/wire";
import * as style from "./Legend.module.css";

/** Variants that are listed; more have only a few iterations each. */
const MOST_NAMED = 12;

export function Legend({ reply: { variants, timed, iterations } }: { reply: VariantsReply }) {
  const times = variants.map((variant) => variant.times);
  return (
    <ul class={style.legend}>
      {variants.slice(0, MOST_NAMED).map(({ times: often, median }, variant) => (
        <li key={variantName(variant, times.length)}>
          <VariantShade variant={variant} times={times} /> {variantName(variant, times.length)} {count(often)} of {count(iterations)}
          {timed && `, ${often > 1 ? "median " : ""}${span(median)}`}
        </li>
      ))}
    </ul>
  );
}
