/** Where the trace of a link is: next to the page, on another host, or nowhere. */

import { lastPart } from "./names";

export type Address =
  /** Next to the page: the page may read it directly. */
  | { kind: "own"; href: string }
  /** On another host, which learns of the request; so it is asked for first. */
  | { kind: "elsewhere"; href: string; origin: string; host: string }
  /** Not the address of a file on the web; `found` says what it is instead. */
  | { kind: "none"; found: string };

/** Reads the address of a trace, relative to the page at `base`. */
export function addressOfTrace(text: string, base: string): Address {
  let url: URL;
  try {
    url = new URL(text, base);
  } catch {
    return { kind: "none", found: text };
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") return { kind: "none", found: `an address that begins with ${url.protocol}` };
  // Browsers send no such request.
  if (url.username !== "" || url.password !== "") return { kind: "none", found: "an address with a user name" };
  url.hash = "";
  const { href, origin, host } = url;
  return origin === new URL(base).origin ? { kind: "own", href } : { kind: "elsewhere", href, origin, host };
}

/** The last part of an address, as a file name. */
export function fileNameOf(url: string): string {
  const path = url.replace(/[?#].*$/, "");
  const name = lastPart(path);
  try {
    return decodeURIComponent(name) || "trace";
  } catch {
    return name;
  }
}
