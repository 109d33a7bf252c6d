/** What a trace is called, from the names of its files. */

/** A name for some files: their common folder, or the first of them. */
export function nameOf(files: readonly { path: string }[]): string {
  const first = files[0]?.path ?? "";
  const folder = first.includes("/") ? first.slice(0, first.indexOf("/")) : "";
  if (folder && files.every(({ path }) => path.startsWith(`${folder}/`))) return folder;
  const base = shortName(first);
  return files.length === 1 ? base : `${base} and ${files.length - 1} more`;
}

/** The last part of a path or address without the endings that say how it is packed. */
export function shortName(path: string): string {
  const bare = path.replace(/[?#].*$/, "").replace(/\/+$/, "");
  const base = bare.slice(bare.lastIndexOf("/") + 1);
  return base.replace(/(\.(gz|zst|zip|tar|tgz|trace|sym|txt|json))+$/, "") || base || path;
}
