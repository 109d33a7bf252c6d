/** Loops in the order in which they are listed: an inner one below the one around it. */

/** What a loop is inside of, if anything. */
interface Nested {
  id: number;
  parent: number;
}

/** The first loops as a tree, written from top to bottom: an inner loop after the one around it. O(most²). */
export function treeOf<Loop extends Nested>(loops: readonly Loop[], most: number): { loop: Loop; depth: number }[] {
  const shown = loops.slice(0, most);
  const has = new Set(shown.map(({ id }) => id));
  const below = (parent: number, depth: number): { loop: Loop; depth: number }[] =>
    shown
      .filter((loop) => (has.has(loop.parent) ? loop.parent : 0) === parent)
      .flatMap((loop) => [{ loop, depth }, ...below(loop.id, depth + 1)]);
  return below(0, 0);
}
