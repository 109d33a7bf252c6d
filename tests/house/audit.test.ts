// How the ends of the dependency checks are understood: a list out of reach is not a list without findings.

import { expect, test } from "vitest";
import { verdict } from "../../scripts/lib/audit.mjs";

test.each([
  ["nothing found", 0, "advisories ok", "clean"],
  ["a vulnerability", 1, "error[vulnerability]: Potential segfault in the time crate", "findings"],
  ["a licence that is not allowed", 4, "error[rejected]: failed to satisfy license requirements", "findings"],
  ["npm found some", 1, "3 vulnerabilities (1 low, 2 high)", "findings"],
  ["the registry does not answer that question", 1, "npm error audit endpoint returned an error", "unreachable"],
  ["no network", 1, "npm error code ENOTFOUND", "unreachable"],
  ["the advisory database cannot be fetched", 1, "failed to fetch advisory database https://example.org", "unreachable"],
  ["the program is missing", null, "", "unreachable"],
])("%s", (_, status, printed, expected) => {
  expect(verdict(status, printed)).toBe(expected);
});
