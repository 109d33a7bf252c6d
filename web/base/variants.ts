/** What variants of iterations are called wherever they are shown. */

/** The letters by which variants are called; more of them have numbers. */
const LETTERS = 26;

/** What a variant is called, of so many: by its place among them, from 0. */
export function variantName(variant: number, all: number): string {
  return all <= LETTERS ? String.fromCharCode(65 + variant) : String(variant + 1);
}

/** Which of three shades each variant has: the most frequent one the first, the second most frequent one the second, all others the third. */
export function shadeOf(variant: number, times: readonly number[]): 0 | 1 | 2 {
  const [, ...others] = times;
  return variant === 0 ? 0 : variant === others.indexOf(Math.max(...others)) + 1 ? 1 : 2;
}
