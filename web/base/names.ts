/** What a trace is called, from the names of its files. */

/** A shorter name says nothing, nor does what files are called that are parts of any trace. */
const LEAST = 3;
const OF_A_KIND = /^(rank|trace|process|proc|thread|node|task)s?$/i;

/** The file of a format that leads to all others. */
const LEADS = /\.(otf2|prv|meta)$/i;

/** A name for some files: their common folder, what their names have in common, or the first of them. */
export function nameOf(files: readonly { path: string }[]): string {
  const first = files[0]?.path ?? "";
  const folder = first.includes("/") ? first.slice(0, first.indexOf("/")) : "";
  if (folder && files.every(({ path }) => path.startsWith(`${folder}/`))) return folder;
  const leads = files.filter(({ path }) => LEADS.test(path));
  if (leads.length === 1) return shortName(leads[0]?.path ?? "").replace(LEADS, "");
  const base = shortName(first);
  const common = commonName(files.map(({ path }) => lastPart(path)));
  if (files.length > 1 && common.length >= LEAST) return common;
  return files.length === 1 ? base : `${base} and ${files.length - 1} more`;
}

/** How all of the names begin, without what numbers them or leads to their endings: `run.prv`, `run.pcf` are `run`. */
function commonName(names: readonly string[]): string {
  const [first = "", ...others] = names;
  let end = first.length;
  for (const name of others) while (!name.startsWith(first.slice(0, end))) end -= 1;
  const common = first.slice(0, end).replace(/[\W_]*\d+$|[\W_]+$/, "");
  return OF_A_KIND.test(common) ? "" : common;
}

/** The last part of a path or address without the endings that say how it is packed. */
export function shortName(path: string): string {
  const bare = path.replace(/[?#].*$/, "").replace(/\/+$/, "");
  const base = lastPart(bare);
  return base.replace(/(\.(gz|zst|zip|tar|tgz|trace|sym|txt|json))+$/, "") || base || path;
}

/** The name of a file without its folders. */
export function lastPart(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
