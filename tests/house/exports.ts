// What the files of a folder of web/ export: a name means one thing in a folder.

import path from "node:path";
import { parseSync } from "vite";
import { type Finding, lineAt, type Source } from "./tree";

/** Names that two files of one folder still export. Whoever renames one strikes it out; nobody adds one. */
export const EXPORT_DEBTS: string[] = ["Matrix"];

/** Every name that two files of one folder export, but for the debts, and every debt that is paid. What a file only passes on is not its own. */
export function repeatedExports(files: Source[], debts: string[]): Finding[] {
  const places = new Map<string, { file: string; line: number; name: string }[]>();
  for (const file of files) {
    for (const { name, line } of exportsOf(file)) {
      const key = `${path.posix.dirname(file.path)} ${name}`;
      places.set(key, [...(places.get(key) ?? []), { file: file.path, line, name }]);
    }
  }
  const repeated = [...places.values()].filter((own) => new Set(own.map(({ file }) => file)).size > 1);
  const still = new Set(repeated.flatMap(([first]) => first?.name ?? []));
  const findings = repeated.flatMap(([first, ...others]) => {
    if (first === undefined || debts.includes(first.name)) return [];
    return others.map(({ file, line, name }) => ({ file, line, what: `exports \`${name}\`, and so does ${first.file}: give one of them the name of what is different` }));
  });
  const paid = debts.filter((name) => !still.has(name)).map((name) => ({ file: "web", line: 0, what: `\`${name}\` has one meaning in each folder now: remove it from EXPORT_DEBTS in tests/house/exports.ts` }));
  return [...findings, ...paid];
}

/** The names that a file exports itself, types as well as values; the default export has none. */
function exportsOf(file: Source): { name: string; line: number }[] {
  const { module } = parseSync(file.path, file.text);
  return module.staticExports.flatMap(({ entries }) =>
    entries.flatMap((entry) => (entry.moduleRequest || entry.exportName.name === null ? [] : [{ name: entry.exportName.name, line: lineAt(file.text, entry.start) }])),
  );
}
