// The checks of dependencies: cargo deny (advisories, licences, bans, sources) and npm audit.
//
// Both compare with lists that others keep on the network. They are no part of `npm test`: an advisory published
// today must not fail yesterday's commit, and a machine without that network must be able to test. A list that
// cannot be reached is never taken for a list without findings.

import { spawnSync } from "node:child_process";
import { environment, must, note, output, root, say, tools } from "./run.mjs";
import { nodeModules } from "./setup.mjs";

/** @typedef {"clean" | "findings" | "unreachable"} Verdict */

/** What each program prints when it could not fetch its data. */
const UNREACHABLE = [
  /failed to fetch advisory database/i,
  /failed to (?:clone|fetch)/i,
  /audit endpoint returned an error/i,
  /\b(?:ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET)\b/,
];

/**
 * What the end of a check means.
 * @param {number | null} status its exit code; null if it could not be started
 * @param {string} printed all that it printed
 * @returns {Verdict}
 */
export function verdict(status, printed) {
  if (status === 0) return "clean";
  return status === null || UNREACHABLE.some((pattern) => pattern.test(printed)) ? "unreachable" : "findings";
}

/**
 * Runs all checks, prints what each says, and gives the exit code.
 * @returns {Promise<number>}
 */
export async function audit() {
  await nodeModules();
  await cargoDeny();
  const checks = [
    { what: "Crates: licences, bans, sources", command: ["cargo", "deny", "check", "--hide-inclusion-graph", "licenses", "bans", "sources"] },
    { what: "Crates: known vulnerabilities", command: ["cargo", "deny", "check", "advisories"] },
    { what: "npm packages: known vulnerabilities", command: ["npm", "audit"] },
  ];
  const verdicts = checks.map(({ what, command: [program = "", ...args] }) => {
    say(what);
    const done = spawnSync(program, args, { cwd: root, env: environment(), encoding: "utf8" });
    const printed = `${done.stdout ?? ""}${done.stderr ?? ""}`;
    const found = verdict(done.status, printed);
    if (found !== "clean") console.log(printed.trimEnd());
    return { what, found };
  });
  say("Result");
  for (const { what, found } of verdicts) note(`${what}: ${MEANING[found]}`);
  return verdicts.some(({ found }) => found === "findings") ? 1 : verdicts.some(({ found }) => found === "unreachable") ? 2 : 0;
}

/** @type {Record<Verdict, string>} */
const MEANING = {
  clean: "nothing found",
  findings: "FINDINGS, see above",
  unreachable: "NOT CHECKED: the list could not be reached, so nothing is known",
};

async function cargoDeny() {
  if (output("cargo", ["deny", "--version"]) !== null) return;
  note("building cargo-deny into .tools (some minutes, once)");
  await must("cargo", ["install", "--root", tools, "cargo-deny"], { env: { CARGO_PROFILE_RELEASE_OPT_LEVEL: "0", CARGO_PROFILE_RELEASE_LTO: "off" } });
}
