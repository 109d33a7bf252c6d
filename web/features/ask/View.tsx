/** A question to the loops, answered as chart, figures and records: exactly what `loopscope ask` would print. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { AskAxes } from "../../base/ask";
import { count, counted } from "../../base/format";
import { LinkButton } from "../../components/Buttons";
import { line } from "../../components/Failed";
import { EmptyState } from "../../components/EmptyState";
import { Words } from "../../components/Figure";
import { Switch } from "../../components/Switch";
import { UnderWay } from "../../components/UnderWay";
import { useWidth } from "../../components/usePicture";
import type { AskConstruct } from "../../engine/wire";
import { useWorkspace } from "../../workspace/workspace";
import { Chart } from "./Chart";
import { Savers } from "./Savers";
import { TABLE_ROWS, useAsk } from "./state";
import { grouped, indicesOf, meaningOf, nameOf, outlierWords, placeText, sentenceOf, shapeOf, unitOf, valueText } from "./words";
import * as style from "./View.module.css";
import * as layout from "../../components/layout.module.css";
import * as prose from "../../components/prose.module.css";
import * as tabular from "../../components/tabular.module.css";

/** Outliers that are listed. */
const MOST_OUTLIERS = 12;
/** Columns of the table besides the indices. */
const MOST_VALUES = 16;

interface Props {
  /** The model of the program; null until it is made. */
  model: object | null;
  /** The selected iteration in the whole run. */
  iteration: number | null;
  choose: (iteration: number, process: number | null) => void;
  /** Selects a process, null for all. */
  chooseProcess: (process: number | null) => void;
  /** Opens how to record times. */
  record: () => void;
}

export function AskView({ model, iteration, choose, chooseProcess, record }: Props) {
  const ask = useAsk();
  const { traces } = useWorkspace();
  const box = useRef<HTMLDivElement>(null);
  useWidth(box, ask.width);
  useEffect(() => void (ask.model.value = model), [model]);
  useEffect(() => void (ask.iteration.value = iteration), [iteration]);
  const construct = ask.construct.value;
  const now = ask.answered.value;
  const problem = ask.problem.value;
  const select = (at: number, process: number | null) => choose(ask.iterationOf(at), process);
  return (
    <section aria-label="Records of the loops" data-settled={now !== null || problem !== null}>
      <p class={layout.sentence} data-testid="sentence">
        {now && <Words parts={sentenceOf(now.construct, now.answer, now.attributes[0] ?? "", ask.process.value, ask.ranges.value)} />}
      </p>
      {construct && <Choosers construct={construct} chooseProcess={chooseProcess} />}
      {traces.loaded.value?.summary.hasTimes === false && (
        <p class={prose.quiet}>
          This trace has no times: bytes, positions and counts can be asked for.{" "}
          <LinkButton onClick={record}>
            How to record times
          </LinkButton>
        </p>
      )}
      <div ref={box} aria-busy={!now && !problem}>
        {problem && <EmptyState title="This cannot be answered">{line(problem)}</EmptyState>}
        {!now && ask.share.value !== null && (
          <UnderWay label="Reading the records" counts="Done so far" share={ask.share.value}>
            Reading the records
          </UnderWay>
        )}
        {now && ask.axes.value !== "table" && <Chart answer={now.answer} construct={now.construct} attribute={now.attributes[0] ?? ""} ranges={ask.ranges.value} axes={now.axes} choose={select} />}
      </div>
      {construct && construct.loops.length > 0 && <Limits construct={construct} />}
      {now && <Figures />}
      {now && <Outliers select={select} />}
      {now && <Records select={select} />}
    </section>
  );
}

/** What is asked: the construct, the attribute, the process, along what. */
function Choosers({ construct, chooseProcess }: { construct: AskConstruct } & Pick<Props, "chooseProcess">) {
  const ask = useAsk();
  const loops = construct.loops;
  const axes: { value: AskAxes; label: string; title: string }[] = [
    { value: "over", label: "each iteration", title: "The records in their order, a line for each process" },
    ...(construct.members.length > 1 && ask.process.value === null ? [{ value: "processes" as const, label: "by process", title: "The records across, processes down" }] : []),
    ...(loops.length > 1 ? [{ value: "loops" as const, label: `L${loops[0]?.id} × L${loops.at(-1)?.id}`, title: "The outermost loop across, the innermost down" }] : []),
    { value: "sorted", label: "sorted", title: "The values by size" },
    { value: "histogram", label: "histogram", title: "How many values there are of each size" },
    { value: "table", label: "table", title: "The records alone" },
  ];
  const listed = ask.places.value?.places.filter(({ ends }) => !ends) ?? [];
  const isListed = listed.some((place) => place.construct === construct.construct);
  return (
    <>
      <div class={style.controls}>
        <label>
          of{" "}
          <select value={construct.construct} aria-label="What is asked about" onChange={(event) => ask.choose({ construct: Number(event.currentTarget.value), ranges: [] })}>
            {!isListed && <option value={construct.construct}>{nameOf(construct)}</option>}
            {listed.map((place) => (
              <option key={place.construct} value={place.construct}>
                {"\u00a0\u00a0".repeat(place.depth) + (place.loop > 0 ? `each iteration of L${place.loop}` : place.text)}
              </option>
            ))}
          </select>
        </label>
        <label>
          the{" "}
          <select value={ask.attribute.value} aria-label="Attribute" title={meaningOf(ask.attribute.value)} onChange={(event) => ask.show(event.currentTarget.value)}>
            {construct.attributes.map((name) => (
              <option key={name} value={name} title={meaningOf(name)}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          on{" "}
          <select value={ask.process.value ?? ""} aria-label="Process" onChange={(event) => chooseProcess(event.currentTarget.value === "" ? null : Number(event.currentTarget.value))}>
            <option value="">{construct.members.length === 1 ? `process ${construct.members[0]}` : "all processes"}</option>
            {construct.members.length > 1 &&
              construct.members.map((member) => (
                <option key={member} value={member}>
                  process {member}
                </option>
              ))}
          </select>
        </label>
        <Switch name="Along what" options={axes} chosen={ask.axes.value} choose={(chosen) => ask.choose({ axes: chosen })} />
      </div>
      {construct.sameCount > 0 && <Same construct={construct} />}
    </>
  );
}

/** The same event at other places of the program. */
function Same({ construct }: { construct: AskConstruct }) {
  const ask = useAsk();
  const open = useSignal(false);
  return (
    <p class={`${style.same} ${prose.small}`}>
      <LinkButton aria-expanded={open.value} onClick={() => (open.value = !open.value)}>
        the same at {counted(construct.sameCount, "other place")}
      </LinkButton>
      {open.value &&
        construct.same.map(([other, around]) => (
          <LinkButton key={other} onClick={() => ask.choose({ construct: other, ranges: [] })}>
            {around > 0 ? `in L${around}` : "outside of loops"}
          </LinkButton>
        ))}
    </p>
  );
}

/** Some iterations only: what a drag on the chart takes, in fields. */
function Limits({ construct }: { construct: AskConstruct }) {
  const ask = useAsk();
  const outer = construct.loops[0];
  const range = ask.ranges.value.find(({ level }) => level === 0);
  const all = outer?.count ?? 1;
  const set = (first: number, last: number) => {
    const [a, b] = [Math.max(1, Math.min(all, Math.round(first) || 1)), Math.max(1, Math.min(all, Math.round(last) || all))];
    ask.limit(a === 1 && b === all ? null : { level: 0, first: Math.min(a, b) - 1, last: Math.max(a, b) - 1 });
  };
  const [first, last] = [(range?.first ?? 0) + 1, (range?.last ?? all - 1) + 1];
  return (
    <div class={style.limits}>
      <label>
        iterations of L{outer?.id} from <input type="number" min={1} max={all} value={first} onChange={(event) => set(event.currentTarget.valueAsNumber, last)} />
      </label>
      <label>
        to <input type="number" min={1} max={all} value={last} onChange={(event) => set(first, event.currentTarget.valueAsNumber)} />
      </label>
      <span class={prose.quiet}>of {count(all)}; a drag on the chart takes some</span>
      {ask.ranges.value.length > 0 && (
        <LinkButton onClick={() => ask.limit(null)}>
          all iterations
        </LinkButton>
      )}
    </div>
  );
}

function Figures() {
  const ask = useAsk();
  const now = ask.answered.value;
  if (!now) return null;
  const { answer } = now;
  const attribute = now.attributes[0] ?? "";
  const figures: [string, string][] = [
    ["values", count(answer.count)],
    ["least", valueText(answer.least, attribute)],
    ["median", valueText(answer.median, attribute)],
    ...(ask.adds.value ? ([["mean", valueText(answer.mean, attribute)]] as [string, string][]) : []),
    ["largest", valueText(answer.most, attribute)],
    ...(ask.adds.value ? ([["sum", valueText(answer.sum, attribute)]] as [string, string][]) : []),
  ];
  return (
    <dl class={style.figures} aria-label="Figures" data-testid="figures">
      {figures.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The records that stand out, the rule, and what could not. */
function Outliers({ select }: { select: (record: number, process: number | null) => void }) {
  const ask = useAsk();
  const now = ask.answered.value;
  const attribute = now?.attributes[0] ?? "";
  if (!now || !["duration", "period", "compute", "mpi", "wait"].includes(attribute)) return null;
  const { rule, could } = outlierWords(now.answer, attribute);
  const { outliers, outlierCount } = now.answer;
  return (
    <section aria-label="Outliers">
      <div class={layout.head}>
        <h2>{outlierCount === 0 ? "None stands out" : `${counted(outlierCount, "record")} ${outlierCount === 1 ? "stands" : "stand"} out`}</h2>
        <span class={prose.aside}>{rule}</span>
      </div>
      {outliers.length > 0 && (
        <ol class={style.outliers}>
          {outliers.slice(0, MOST_OUTLIERS).map((record) => (
            <li key={record}>
              <LinkButton onClick={() => select(record, null)}>
                {placeText(record, now.construct, ask.ranges.value)}
              </LinkButton>
            </li>
          ))}
          {outlierCount > MOST_OUTLIERS && <li class={prose.quiet}>and {count(outlierCount - MOST_OUTLIERS)} more, ticked below the chart</li>}
        </ol>
      )}
      {could !== "" && <p class={prose.aside}>{could}</p>}
    </section>
  );
}

/** The records as the engine has them, digit by digit. */
function Records({ select }: { select: (record: number, process: number | null) => void }) {
  const ask = useAsk();
  const now = ask.answered.value;
  const table = ask.table.value;
  if (!now) return null;
  const { construct, answer, attributes } = now;
  const width = construct.loops.length;
  const names = answer.processes.flatMap((process) => attributes.map((attribute) => ({ process, attribute })));
  const shown = names.slice(0, MOST_VALUES);
  const rows = table && names.length > 0 ? Math.floor(table.values.length / names.length) : 0;
  const isAll = ask.axes.value === "table";
  return (
    <section aria-label="Records">
      <div class={layout.head}>
        <h2>Records</h2>
        <span class={prose.aside}>
          {counted(answer.records, "record")}
          {isAll ? "" : ask.record.value === null ? "; the first" : "; around the selected one"}
          {names.length > MOST_VALUES && `; ${MOST_VALUES} of ${count(names.length)} columns, a file has all`}; indices from 0, as files have them
        </span>
        <Savers />
      </div>
      <div class={tabular.scrolls}>
        <table class={`${tabular.table} ${style.rows}`} data-testid="records">
          <thead>
            <tr>
              {width === 0 && <th scope="col">record</th>}
              {construct.loops.map(({ id }, level) => (
                <th key={id} scope="col">
                  i{level}
                </th>
              ))}
              {shown.map(({ process, attribute }) => (
                <th key={`${process}.${attribute}`} scope="col">
                  {names.length > attributes.length ? `${process}: ` : ""}
                  {unitOf(attribute)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: rows }, (_, at) => {
              const record = (table?.from ?? 0) + at;
              const indices = table?.indices.slice(at * width, (at + 1) * width) ?? [];
              const pick = () => select(record, null);
              return (
                <tr key={record} aria-selected={record === ask.record.value} onClick={pick}>
                  <th scope="row">
                    <button type="button" aria-label={`Select ${placeText(record, construct, ask.ranges.value) || `record ${record + 1}`}`} onClick={pick}>
                      {indices[0] ?? record}
                    </button>
                  </th>
                  {indices.slice(1).map((index, level) => (
                    <td key={construct.loops[level + 1]?.id ?? level}>{index}</td>
                  ))}
                  {shown.map(({ process, attribute }, place) => (
                    <td key={`${process}.${attribute}`}>{grouped(table?.values[at * names.length + place] ?? "")}</td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {isAll && <Pages records={answer.records} />}
      {ask.record.value !== null && <span class={prose.hidden} aria-live="polite">{`Selected: ${placeText(ask.record.value, construct, ask.ranges.value)}, indices ${indicesOf(ask.record.value, shapeOf(construct, ask.ranges.value)).join(", ")}`}</span>}
    </section>
  );
}

/** The pages of the table, where it is all that is shown. */
function Pages({ records }: { records: number }) {
  const ask = useAsk();
  if (records <= TABLE_ROWS.all) return null;
  return (
    <p class={style.same}>
          <LinkButton disabled={ask.page.value === 0} onClick={() => (ask.page.value = Math.max(0, ask.page.value - TABLE_ROWS.all))}>
            before
          </LinkButton>
          <span>
            {count(ask.page.value + 1)} to {count(Math.min(records, ask.page.value + TABLE_ROWS.all))}
          </span>
          <LinkButton disabled={ask.page.value + TABLE_ROWS.all >= records} onClick={() => (ask.page.value += TABLE_ROWS.all)}>
            next
          </LinkButton>
        </p>
  );
}
