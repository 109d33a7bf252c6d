/** The fields that a column of a table can be, in the words of the page. */

/** What a field is called on the page. The terminal's word for it is the key. */
export const FIELDS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ["What and where", { name: "call or event", event: "kind of event", process: "process (rank)", thread: "thread", site: "call site" }],
  ["Message", { peer: "other end", src: "source", dst: "destination", tag: "tag", bytes: "bytes", matched: "message that is received" }],
  ["When", { start: "start", end: "end", duration: "duration" }],
  ["Collective", { comm: "communicator", commsize: "communicator’s size", op: "reduction", root: "root" }],
  ["Request", { req: "request", nreq: "number of requests", flag: "completed or not" }],
  ["Second message of a call", { peer2: "its source", tag2: "its tag", bytes2: "its bytes" }],
];

export function columnLabel(field: string): string {
  const known = FIELDS.find(([, group]) => field in group);
  return known?.[1][field] ?? field;
}
