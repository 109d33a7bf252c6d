/** Asks what the columns of tables are, over the page: where that is not clear, or to change it. */
import { useId } from "preact/hooks";
import { plural } from "../../base/format";
import { lastPart } from "../../base/names";
import { keyed } from "../../base/keyed";
import type { TableColumn, TableColumns } from "../../engine/wire";
import { CancelButton, OutlinedButton, PrimaryButton } from "../../components/Buttons";
import { Sheet } from "../../components/Sheet";
import { isLeftOut, isReady } from "../../workspace/columns";
import type { ColumnQuestion } from "../../workspace/traces";
import { FIELDS } from "./fields";
import { useWorkspace } from "../../workspace/workspace";
import * as style from "./style.module.css";
import * as prose from "../../components/prose.module.css";

/** The question, over the page. */
export function ColumnsDialog() {
  const { screen, traces, matching, toast } = useWorkspace();
  const now = traces.columnQuestion.value;
  const one = matching.table.value;
  const reason = useId();
  if (!now || !one) return null;
  const ready = isReady(now);
  const verb = now.again ? "Read again" : "Import";
  return (
    <Sheet title="Which column is what?" place={screen.narrow.value ? "bottom" : "middle"} wide close={matching.dismiss} announced={toast.text}>
      <p class={style.which}>
        <About asking={now} table={one} />
      </p>
      {now.tables.length > 1 && <Tables asking={now} />}
      {!isLeftOut(one) && (
        <ol class={style.columns} key={now.at}>
          {one.columns.map((column, at) => (
            <Column key={column.title} table={one} column={column} at={at} />
          ))}
        </ol>
      )}
      <div class={style.verdict}>
        <div class={style.judged} aria-live="polite" id={reason}>
          <Judged asking={now} table={one} verb={verb} />
        </div>
        <div class={style.answers}>
          {(now.tables.length > 1 || now.files > one.files || isLeftOut(one)) && (
            <label class={style.leave}>
              <input type="checkbox" checked={isLeftOut(one)} onChange={(event) => matching.leaveOut(event.currentTarget.checked)} />
              Leave {one.files > 1 ? `these ${one.files} files` : "this file"} out
            </label>
          )}
          <CancelButton onClick={matching.dismiss} />
          <PrimaryButton aria-disabled={!ready} aria-describedby={reason} onClick={matching.answer}>
            {verb}
          </PrimaryButton>
        </div>
      </div>
    </Sheet>
  );
}

function About({ asking: { tables }, table: { file, files } }: { asking: ColumnQuestion; table: TableColumns }) {
  const others = files > 1 && ` and ${files - 1} more ${plural(files - 1, "file")} with the same header`;
  return (
    <>
      <b class={prose.mono}>{lastPart(file)}</b>
      {others}
      {tables.length > 1 ? `. The files have ${tables.length} different headers: choose the columns of each.` : ": choose what its columns are."}
    </>
  );
}

/** The headers, where there are several. */
function Tables({ asking: { tables, at } }: { asking: ColumnQuestion }) {
  const { matching } = useWorkspace();
  return (
    <div class={style.headers} role="group" aria-label="Headers">
      {tables.map((one, index) => (
        <OutlinedButton key={one.file} aria-pressed={index === at} onClick={() => matching.show(index)}>
          <span class={prose.cut}>{lastPart(one.file)}</span>
          <span class={prose.quiet}>{isLeftOut(one) ? "left out" : one.problem ? "incomplete" : "ready"}</span>
        </OutlinedButton>
      ))}
    </div>
  );
}

function Column({ table: { columns, fields }, column, at }: { table: TableColumns; column: TableColumn; at: number }) {
  const { matching } = useWorkspace();
  const id = useId();
  const { title, field, samples, doubt } = column;
  return (
    <li class={field === "" ? style.unread : ""}>
      <label class={`${prose.mono} ${prose.cut}`} for={id} title={title}>
        {title || "(no title)"}
      </label>
      <select id={id} value={field} aria-describedby={`${id}-cells ${id}-doubt`} onChange={(event) => matching.choose(at, event.currentTarget.value)}>
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
      <span class={style.doubt} id={`${id}-doubt`}>
        {doubt}
      </span>
      <span class={samples.some((text) => text !== "") ? `${style.cells} ${prose.mono}` : `${style.cells} ${prose.mono} ${style.blank}`} id={`${id}-cells`}>
        {keyed(samples, (text) => text).map(({ key, item }) => (
          <span class={prose.cut} key={key} title={item}>
            {item || " "}
          </span>
        ))}
      </span>
    </li>
  );
}

/** What is missing, what may be wrong, or what the first rows say. */
function Judged({ asking: now, table: one, verb }: { asking: ColumnQuestion; table: TableColumns; verb: string }) {
  if (isLeftOut(one)) return <p class={prose.quiet}>{now.tables.every(isLeftOut) ? `${verb} is not possible: every table is left out.` : "It is not read."}</p>;
  if (one.problem) {
    return (
      <p class={style.missing}>
        {verb} is not possible yet: {one.problem}.
      </p>
    );
  }
  const other = now.tables.find((it) => it.problem !== "" && !isLeftOut(it));
  return (
    <>
      {one.doubts.map((doubt) => (
        <p class={style.doubt} key={doubt}>
          Check this: {doubt}.
        </p>
      ))}
      <p class={style.reads}>
        <span class={prose.quiet}>The first rows are read as:</span>
        {one.events.map((line) => (
          <span class={`${prose.mono} ${prose.cut}`} title={line} key={line}>
            {line}
          </span>
        ))}
      </p>
      {other && (
        <p class={style.missing}>
          {verb} is not possible yet: {lastPart(other.file)} is incomplete.
        </p>
      )}
    </>
  );
}
