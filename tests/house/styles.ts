// Style sheets: every class is local to its sheet, exists where it is used and is used where it exists.

import path from "node:path";
import { type Finding, lineAt, type Source } from "./tree";

const SHEET = /\.module\.css$/;
const IMPORT = /^import \* as (\w+) from "([^"]+\.module\.css)";$/gm;

/** The classes that a sheet defines. Comments, and what stands in brackets or quotes, are no selectors. */
function classesOf(css: string): Map<string, number> {
  const found = new Map<string, number>();
  const bare = css.replace(/\/\*[\s\S]*?\*\/|"[^"]*"|\{[^{}]*\}/g, (text) => text.replace(/[^\n]/g, " "));
  for (const match of bare.matchAll(/\.([A-Za-z_][\w-]*)/g)) {
    const name = match[1] ?? "";
    if (!found.has(name)) found.set(name, match.index);
  }
  return found;
}

/**
 * What is wrong with the classes of the page. `code` are its TypeScript files, `sheets` its style sheets: those that end in
 * `.module.css` belong to components, the others hold for the whole page and name elements only.
 */
export function classFaults(code: Source[], sheets: Source[]): Finding[] {
  const findings: Finding[] = [];
  const local = new Map(sheets.filter(({ path: file }) => SHEET.test(file)).map((sheet) => [sheet.path, classesOf(sheet.text)]));
  const used = new Set<string>();
  for (const file of code) {
    const body = file.text.replace(/^import [^;]*;$/gm, (text) => text.replace(/[^\n]/g, " "));
    const find = (position: number, what: string): void => void findings.push({ file: file.path, line: lineAt(file.text, position), what });
    for (const match of file.text.matchAll(/\bclass(?:Name)?=(?:"[^"]*"|\{\s*["`][^$"`]*["`]\s*\})/g)) find(match.index, `${match[0]}: a class comes from a style sheet beside the component`);
    for (const match of file.text.matchAll(/\b(?:closest|matches|querySelector(?:All)?)(?:<[^>]*>)?\(\s*["'`][^"'`]*\.[A-Za-z]/g)) find(match.index, `${match[0]}: classes have other names in the page; look for a role or an attribute`);
    for (const match of file.text.matchAll(/^import (?!\* as)[^;]*from "[^"]+\.module\.css";$/gm)) find(match.index, "import a style sheet as `* as name`, so that the page holds only the classes it uses");
    for (const [, alias = "", from = ""] of file.text.matchAll(IMPORT)) {
      const sheet = path.posix.join(path.posix.dirname(file.path), from);
      const classes = local.get(sheet);
      if (classes === undefined) {
        find(file.text.indexOf(from), `there is no ${sheet}`);
        continue;
      }
      const home = path.posix.dirname(sheet);
      if (home !== "web/components" && home !== path.posix.dirname(file.path)) find(file.text.indexOf(from), `${sheet} belongs to ${home}: only web/components has sheets for others`);
      for (const match of body.matchAll(new RegExp(`(?<![\\w.])${alias}(?:\\.(\\w+)|\\[)`, "g"))) {
        const name = match[1];
        if (name === undefined) find(match.index, `${match[0]}: write the name of the class out`);
        else if (!classes.has(name)) find(match.index, `${sheet} has no class "${name}"`);
        else used.add(`${sheet} ${name}`);
      }
    }
  }
  for (const sheet of sheets) {
    const classes = local.get(sheet.path) ?? classesOf(sheet.text);
    for (const [name, position] of classes) {
      const line = lineAt(sheet.text, position);
      if (!local.has(sheet.path)) findings.push({ file: sheet.path, line, what: `".${name}" would hold for the whole page: put it into a module` });
      else if (!used.has(`${sheet.path} ${name}`)) findings.push({ file: sheet.path, line, what: `nothing uses the class "${name}"` });
      else if (name.includes("-")) findings.push({ file: sheet.path, line, what: `write "${name}" as one word, so that code can name it` });
    }
    for (const match of sheet.text.matchAll(/:global\b/g)) findings.push({ file: sheet.path, line: lineAt(sheet.text, match.index), what: ":global reaches into other components" });
  }
  return findings;
}
