// The files of the repository as the checks see them: everything that is not ignored, committed or not yet.
// No git is asked, so the checks work in an unpacked archive too.

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../../scripts/lib/run.mjs";

/** A file: its path from the root of the repository, with "/", and its text. */
export interface Source {
  path: string;
  text: string;
}

/** Something that is not as the house wants it. `line` counts from 1; 0 where the whole file is meant. */
export interface Finding {
  file: string;
  line: number;
  what: string;
}

/** One line a finding, as compilers print them, so that an editor can jump there. */
export function show(findings: Finding[]): string {
  return findings.map(({ file, line, what }) => `${line > 0 ? `${file}:${line}` : file}: ${what}`).join("\n");
}

/** Folders that .gitignore names from the root, with or without a closing slash: what is built or installed. */
export function ignoredFolders(gitignore: string): string[] {
  return gitignore.split("\n").flatMap((line) => /^\/(.+?)\/?$/.exec(line.trim())?.[1] ?? []);
}

/** All paths of files, ascending. */
export function paths(): string[] {
  const ignored = new Set([".git", ...ignoredFolders(readFileSync(path.join(root, ".gitignore"), "utf8"))]);
  const below = (folder: string): string[] =>
    readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
      // In a further worktree .git is a file that names a folder of this machine.
      if (ignored.has(name)) return [];
      if (entry.isDirectory()) return entry.name === "target" ? [] : below(name);
      return entry.isFile() ? [name] : [];
    });
  return below("").sort();
}

/** The content of a file. */
export function bytes(file: string): Buffer {
  return readFileSync(path.join(root, file));
}

/** The files of these paths that hold text: no NUL among their first bytes, as git decides it. */
export function texts(files: string[]): Source[] {
  return files.flatMap((file) => {
    const content = bytes(file);
    return content.subarray(0, 8000).includes(0) ? [] : [{ path: file, text: content.toString("utf8") }];
  });
}

/** The number of the line in which a position lies, from 1. */
export function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < position; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}
