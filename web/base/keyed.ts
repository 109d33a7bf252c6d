// Keys for lists whose items have no identity of their own: lines of a text, notes, messages of a picture.

/**
 * Each item with a key: what it prints and, where several print the same, which of them it is.
 * Unlike a bare index, the key stays with its item when another is inserted before it.
 */
export function keyed<T>(items: readonly T[], print: (item: T) => string): { key: string; item: T }[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const text = print(item);
    const before = seen.get(text) ?? 0;
    seen.set(text, before + 1);
    return { key: before === 0 ? text : `${text} ${before + 1}`, item };
  });
}
