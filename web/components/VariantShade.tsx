/** The shade of a variant, beside its name. */
import { shadeOf } from "../base/variants";
import * as style from "./VariantShade.module.css";

/** `times`: how often each variant comes. */
export function VariantShade({ variant, times }: { variant: number; times: readonly number[] }) {
  return <span class={`${style.shade} ${style.swatch}`} data-shade={shadeOf(variant, times)} aria-hidden="true" />;
}

/** The same as a part of a strip that is `width` wide and 1 high. */
export function VariantStretch({ variant, times, x, width }: { variant: number; times: readonly number[]; x: number; width: number }) {
  return <rect class={style.shade} data-shade={shadeOf(variant, times)} x={x} width={width} y={0} height={1} />;
}
