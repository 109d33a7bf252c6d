// What files of web/ export: no name twice in one folder.

import path from "node:path";
import { parseSync } from "vite";
import { type Finding, lineAt, type Source } from "./tree";

/** Every name that two files of a folder export: whoever reads a call must not have to look up which one is meant. */
export function exportedTwice(files: Source[]): Finding[] {
  const first = new Map<string, string>();
  return files
    .filter(({ path: file }) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) =>
      exportsOf(file).flatMap(({ name, position }) => {
        const key = `${path.posix.dirname(file.path)}/${name}`;
        const other = first.get(key);
        if (other === undefined) first.set(key, file.path);
        return other === undefined ? [] : [{ file: file.path, line: lineAt(file.text, position), what: `exports \`${name}\`, as ${other} does: one of the two needs a name of its own` }];
      }),
    );
}

function exportsOf(file: Source): { name: string; position: number }[] {
  return parseSync(file.path, file.text).module.staticExports.flatMap(({ entries, start }) => {
    const names = entries.flatMap(({ exportName }) => (exportName.name ? [exportName.name] : []));
    return names.map((name) => ({ name, position: start }));
  });
}
