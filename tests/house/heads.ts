// Module heads: every file says first what it is for.

import { type Finding, type Source } from "./tree";

/** Files without a head that says so. Whoever writes one strikes it out; nobody adds one. */
export const HEAD_DEBTS: string[] = [];

/** Tests beside a file are about that file; those of the page say it in the names of their tests. */
const TESTS = /(^|\/)tests?\/|\/tests\.rs$|\.test\.tsx?$|\.spec\.ts$/;

/** Every Rust file of a crate without `//!`, and every script without a comment, before its first line of code; and every debt that is paid. */
export function missingHeads(files: Source[], debts: string[]): Finding[] {
  const without = files.filter((file) => !TESTS.test(file.path) && !hasHead(file)).map((file) => file.path);
  const findings = without.filter((file) => !debts.includes(file)).map((file) => ({ file, line: 1, what: `begins without a head: say in a sentence what the file is for (${file.endsWith(".rs") ? "`//!`" : "`//`"})` }));
  const paid = debts.filter((file) => !without.includes(file)).map((file) => ({ file, line: 0, what: "has a head now, or is gone: remove it from HEAD_DEBTS in tests/house/heads.ts" }));
  return [...findings, ...paid];
}

/** A head is a comment of three words or more. Lines that tools read may stand before it. */
function hasHead({ path: file, text }: Source): boolean {
  const rest = text.replace(/^(?:#!.*\n|\/\/\/ <reference[^\n]*\n|\s+)+/, "");
  const head = file.endsWith(".rs") ? /^\/\/!(.*)/.exec(rest)?.[1] : /^(?:\/\/|\/\*\*?)((?:.|\n(?=\s*\*))*)/.exec(rest)?.[1];
  return head !== undefined && (head.match(/\w+/g) ?? []).length >= 3;
}
