import { expect, test } from "vitest";
import { addressOfTrace, fileNameOf } from "./address";

const BASE = "https://pages.example/some/folder/?sample=lu";

test.each([
  ["run.trace", "https://pages.example/some/folder/run.trace"],
  ["../run.trace", "https://pages.example/some/run.trace"],
  ["/run.trace?x=1#part", "https://pages.example/run.trace?x=1"],
  ["https://pages.example/a", "https://pages.example/a"],
  ["HTTPS://PAGES.EXAMPLE:443/a", "https://pages.example/a"],
])("%s lies beside the page", (text, href) => {
  expect(addressOfTrace(text, BASE)).toEqual({ kind: "own", href });
});

test.each([
  ["https://example.org/a", "https://example.org", "example.org"],
  ["http://pages.example/a", "http://pages.example", "pages.example"],
  ["https://pages.example:8443/a", "https://pages.example:8443", "pages.example:8443"],
  ["//example.org/a", "https://example.org", "example.org"],
  ["\\\\example.org\\a", "https://example.org", "example.org"],
  ["https://pages.example.evil.org/a", "https://pages.example.evil.org", "pages.example.evil.org"],
  // Letters that only look like others are shown as what they are.
  ["https://ex\u0430mple.org/a", "https://xn--exmple-4nf.org", "xn--exmple-4nf.org"],
])("%s lies elsewhere", (text, origin, host) => {
  expect(addressOfTrace(text, BASE)).toMatchObject({ kind: "elsewhere", origin, host });
});

test.each(["javascript:alert(1)", "data:text/plain,0", "file:///etc/passwd", "blob:https://pages.example/1", "https://", "http://[", "https://pages.example@example.org/a", "ftp://example.org/a"])(
  "%s is no address of a file on the web",
  (text) => {
    expect(addressOfTrace(text, BASE).kind).toBe("none");
  },
);

test.each([
  ["https://example.org/a/b%20c.zst?x#y", "b c.zst"],
  ["https://example.org/", "trace"],
  ["https://example.org/%", "%"],
  ["https://example.org/%ff", "%ff"],
])("%s is called %s", (url, name) => {
  expect(fileNameOf(url)).toBe(name);
});
