/** Which column of a table is what: said in a line where it is clear, asked where it is not, and changed at any time. */
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { plural } from "../../base/format";
import { keyed } from "../../base/keyed";
import type { TableColumn, TableColumns } from "../../engine/wire";
import { Close } from "../../components/Icons";
import { Sheet } from "../../components/Sheet";
import { answer, changeColumns, choose, dismiss, isLeftOut, isReady, leaveOut, matched, showTable, table } from "../../workspace/columns";
import { narrow } from "../../workspace/screen";
import { asking, loaded, type Asking } from "../../workspace/store";

/** What a field is called on the page. The terminal's word for it is the key. */
const FIELDS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ["What and where", { name: "call or event", event: "kind of event", process: "process (rank)", thread: "thread" }],
  ["Message", { peer: "other end", src: "source", dst: "destination", tag: "tag", bytes: "bytes", matched: "message that is received" }],
  ["When", { start: "start", end: "end", duration: "duration" }],
  ["Collective", { comm: "communicator", commsize: "communicator’s size", op: "reduction", root: "root" }],
  ["Request", { req: "request", nreq: "number of requests", flag: "completed or not" }],
  ["Second message of a call", { peer2: "its source", tag2: "its tag", bytes2: "its bytes" }],
];

function fieldLabel(field: string): string {
  const known = FIELDS.find(([, group]) => field in group);
  return known?.[1][field] ?? field;
}

/** The handle whose line was closed. */
const closed = signal(0);

/** What the columns of the loaded tables were taken for, in one line. */
export function ColumnsLine(): JSX.Element | null {
  const tables = matched.value;
  const [first] = tables;
  const handle = loaded.value?.handle ?? 0;
  if (!first || closed.value === handle) return null;
  const text = tables.length > 1 ? `${tables.length} kinds of table: ${tables.map(({ file }) => base(file)).join(", ")}` : inWords(first);
  return (
    <div class="matched" role="status">
      <span class="cut" title={text}>
        {text}
      </span>
      <button type="button" class="link" aria-label="Change what the columns are" onClick={changeColumns}>
        change
      </button>
      <button type="button" class="icon" aria-label="Close the line about columns" onClick={() => (closed.value = handle)}>
        <Close />
      </button>
    </div>
  );
}

function inWords({ columns, fate }: TableColumns): string {
  if (fate === "numbers") return `Read as numbers: ${columns.map(({ title }) => title).join(", ")}`;
  const is = columns.filter(({ field }) => field !== "").map(({ title, field }) => `${title} → ${fieldLabel(field)}`);
  const over = columns.filter(({ field }) => field === "").map(({ title }) => title || "the column without a title");
  const count = over.length > 0 ? `${is.length} of ${columns.length} columns matched, not read: ${over.join(", ")}` : `All ${is.length} columns matched`;
  return `${count} · ${is.join(", ")}`;
}

/** The question, over the page. */
export function ColumnsDialog(): JSX.Element | null {
  const now = asking.value;
  const one = table.value;
  const reason = useId();
  if (!now || !one) return null;
  const ready = isReady(now);
  const verb = now.again ? "Read again" : "Import";
  return (
    <Sheet title="Which column is what?" place={narrow.value ? "bottom" : "middle"} wide close={dismiss}>
      <p class="which">
        <About asking={now} table={one} />
      </p>
      {now.tables.length > 1 && <Tables asking={now} />}
      {!isLeftOut(one) && (
        <ol class="columns" key={now.at}>
          {one.columns.map((column, at) => (
            <Column key={column.title} table={one} column={column} at={at} />
          ))}
        </ol>
      )}
      <div class="verdict">
        <div class="judged" aria-live="polite" id={reason}>
          <Judged asking={now} table={one} verb={verb} />
        </div>
        <div class="answers">
          {(now.tables.length > 1 || now.files > one.files || isLeftOut(one)) && (
            <label class="leave">
              <input type="checkbox" checked={isLeftOut(one)} onChange={(event) => leaveOut(event.currentTarget.checked)} />
              Leave {one.files > 1 ? `these ${one.files} files` : "this file"} out
            </label>
          )}
          <button type="button" class="button edge" onClick={dismiss}>
            Cancel {!narrow.value && <kbd>Esc</kbd>}
          </button>
          <button type="button" class="button primary" aria-disabled={!ready} aria-describedby={reason} onClick={answer}>
            {verb}
          </button>
        </div>
      </div>
    </Sheet>
  );
}

function About({ asking: { tables }, table: { file, files } }: { asking: Asking; table: TableColumns }): JSX.Element {
  const others = files > 1 && ` and ${files - 1} more ${plural(files - 1, "file")} with the same header`;
  return (
    <>
      <b class="mono">{base(file)}</b>
      {others}
      {tables.length > 1 ? `. The files have ${tables.length} different headers: choose the columns of each.` : ": choose what its columns are."}
    </>
  );
}

/** The headers, where there are several. */
function Tables({ asking: { tables, at } }: { asking: Asking }): JSX.Element {
  return (
    <div class="headers" role="group" aria-label="Headers">
      {tables.map((one, index) => (
        <button key={one.file} type="button" class="button edge" aria-pressed={index === at} onClick={() => showTable(index)}>
          <span class="cut">{base(one.file)}</span>
          <span class="quiet">{isLeftOut(one) ? "left out" : one.problem ? "incomplete" : "ready"}</span>
        </button>
      ))}
    </div>
  );
}

function Column({ table: { columns, fields }, column, at }: { table: TableColumns; column: TableColumn; at: number }): JSX.Element {
  const id = useId();
  const { title, field, samples, doubt } = column;
  return (
    <li class={field === "" ? "over" : ""}>
      <label class="mono cut" for={id} title={title}>
        {title || "(no title)"}
      </label>
      <select id={id} value={field} aria-describedby={`${id}-cells ${id}-doubt`} onChange={(event) => choose(at, event.currentTarget.value)}>
        <option value="">not read</option>
        {FIELDS.map(([group, words]) => (
          <optgroup label={group} key={group}>
            {Object.entries(words)
              .filter(([name]) => fields.includes(name))
              .map(([name, label]) => {
                const other = name === field ? undefined : columns.find((one) => one.field === name);
                return (
                  <option value={name} key={name}>
                    {other ? `${label} (now ${other.title})` : label}
                  </option>
                );
              })}
          </optgroup>
        ))}
      </select>
      <span class="doubt" id={`${id}-doubt`}>
        {doubt}
      </span>
      <span class={samples.some((text) => text !== "") ? "cells mono" : "cells mono blank"} id={`${id}-cells`}>
        {keyed(samples, (text) => text).map(({ key, item }) => (
          <span class="cut" key={key} title={item}>
            {item || " "}
          </span>
        ))}
      </span>
    </li>
  );
}

/** What is missing, what may be wrong, or what the first rows say. */
function Judged({ asking: now, table: one, verb }: { asking: Asking; table: TableColumns; verb: string }): JSX.Element {
  if (isLeftOut(one)) return <p class="quiet">{now.tables.every(isLeftOut) ? `${verb} is not possible: every table is left out.` : "It is not read."}</p>;
  if (one.problem) {
    return (
      <p class="missing">
        {verb} is not possible yet: {one.problem}.
      </p>
    );
  }
  const other = now.tables.find((it) => it.problem !== "" && !isLeftOut(it));
  return (
    <>
      {one.doubts.map((doubt) => (
        <p class="doubt" key={doubt}>
          Check this: {doubt}.
        </p>
      ))}
      <p class="reads">
        <span class="quiet">The first rows are read as:</span>
        {one.events.map((line) => (
          <span class="mono cut" title={line} key={line}>
            {line}
          </span>
        ))}
      </p>
      {other && (
        <p class="missing">
          {verb} is not possible yet: {base(other.file)} is incomplete.
        </p>
      )}
    </>
  );
}

function base(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
