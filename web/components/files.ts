/** Files as people give them: chosen, or dropped with folders in folders. */
import type { Source } from "../engine/protocol";

/** What a file input holds; of a folder the paths inside it. */
export function chosen(input: HTMLInputElement): Source[] {
  return sorted([...(input.files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, blob: file })));
}

/** How many files a drag brings, as far as the browser tells before they are let go. */
export function carried(data: DataTransfer | null): number {
  return [...(data?.items ?? [])].filter((item) => item.kind === "file").length;
}

/**
 * All files of a drop, folders walked through. The entries must be taken in the drop event itself: afterwards the
 * browser empties the list.
 */
export async function dropped(data: DataTransfer): Promise<Source[]> {
  const entries: FileSystemEntry[] = [];
  const loose: Source[] = [];
  for (const item of data.items) {
    if (item.kind !== "file") continue;
    const entry = item.webkitGetAsEntry();
    const file = entry ? null : item.getAsFile();
    if (entry) entries.push(entry);
    else if (file) loose.push({ path: file.name, blob: file });
  }
  const found = await Promise.all(entries.map(walk));
  return sorted([...loose, ...found.flat()]);
}

async function walk(entry: FileSystemEntry): Promise<Source[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ path: entry.fullPath.replace(/^\//, ""), blob: file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const all: Source[] = [];
  // A directory is read in portions, until one is empty.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    for (const inner of await Promise.all(some.map(walk))) all.push(...inner);
  }
}

/** In natural order of names, without what file managers leave behind. */
function sorted(sources: Source[]): Source[] {
  const order = new Intl.Collator("en", { numeric: true });
  return sources
    .filter(({ path }) => !/(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini|__MACOSX\/.*)$/.test(path))
    .sort((a, b) => order.compare(a.path, b.path));
}
