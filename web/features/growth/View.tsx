/** How the flow graph of a process grows over its run, and the iterations that would be kept: while the program runs, and afterwards. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { csv } from "../../base/csv";
import { count, counted, percent } from "../../base/format";
import { keyed } from "../../base/keyed";
import { alongBy } from "../../base/keys";
import { LinkButton } from "../../components/Buttons";
import { Words } from "../../components/Figure";
import { Reduce } from "../../components/Reduce";
import { saveBlob } from "../../components/save";
import { Tip, type TipAt } from "../../components/Tip";
import type { GrowthSummary, GrowthWindow } from "../../engine/wire";
import { useWorkspace } from "../../workspace/workspace";
import { type Grown, stepsOf, stopAt, stopsOf, tableOf } from "./curve";
import { useGrowth } from "./state";
import * as style from "./View.module.css";
import * as layout from "../../components/layout.module.css";
import * as prose from "../../components/prose.module.css";
import * as tabular from "../../components/tabular.module.css";

export function Growth() {
  const { selection, toast } = useWorkspace();
  const state = useGrowth();
  useEffect(() => {
    state.isOpen.value = true;
    return () => void (state.isOpen.value = false);
  }, []);
  const summary = state.summary.value;
  const growth = state.shown.value;
  const busy = state.running.value;
  if (busy?.visible && !summary) {
    return (
      <Block>
        <p class={prose.quiet} role="status">
          Watching the flow graphs grow: {percent(busy.done / Math.max(1, busy.total))}
        </p>
      </Block>
    );
  }
  if (!summary || !growth) return null;
  const save = () => saveBlob(toast, new Blob([csv(tableOf(state.all.value))], { type: "text/csv" }), `${selection.shown.value?.name ?? "trace"}-growth.csv`);
  return (
    <Block
      aside={
        <LinkButton onClick={save}>
          CSV
        </LinkButton>
      }
    >
      <p data-testid="growth-says">
        <Words parts={growth.sentence} />
      </p>
      {state.isOther.value && <p class={prose.aside}>Of the selected process nothing is listed; this is process {growth.process}.</p>}
      <Curve growth={growth} />
      <Parts growth={growth} />
      <Windows growth={growth} summary={summary} />
      <Notices growth={growth} />
    </Block>
  );
}

function Block({ aside, children }: { aside?: ComponentChildren; children: ComponentChildren }) {
  return (
    <section class={style.block} aria-label="Growth of the flow graph">
      <div class={layout.head}>
        <h2>Growth of the flow graph</h2>
        <span class={prose.aside}>what follows what, as it is known after each call</span>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** The curve, and below it what would be kept. Arrow keys step through it. */
function Curve({ growth }: { growth: Grown }) {
  const tip = useSignal<TipAt | null>(null);
  const at = useSignal<number | null>(null);
  const last = growth.points.at(-1);
  const top = Math.max(last?.nodes ?? 0, last?.edges ?? 0);
  const show = (calls: number, box: HTMLElement) => {
    at.value = calls;
    const { title, detail } = stopAt(growth, calls);
    tip.value = { title, detail, x: (box.clientWidth * calls) / Math.max(1, growth.calls), y: 20, width: box.clientWidth };
  };
  const leave = () => {
    at.value = null;
    tip.value = null;
  };
  const key = (event: KeyboardEvent) => {
    const by = alongBy(event);
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const stops = stopsOf(growth);
    const now = at.value;
    const next = now === null ? stops[by > 0 ? 0 : stops.length - 1] : by > 0 ? stops.find((stop) => stop > now) : stops.findLast((stop) => stop < now);
    if (next !== undefined) show(next, event.currentTarget as HTMLElement);
  };
  const said = at.value === null ? null : stopAt(growth, at.value);
  return (
    <figure class={style.figure}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Arrows move over a picture; where they are is read out. */}
      <div
        class={style.plot}
        data-testid="growth"
        data-keys="own"
        data-points={growth.points.length}
        tabIndex={0}
        role="group"
        aria-label={`Nodes and transitions over ${counted(growth.calls, "call")}; the left and right arrow keys go from change to change`}
        onKeyDown={key}
        onBlur={leave}
        onPointerLeave={leave}
        onPointerMove={(event) => {
          const box = event.currentTarget;
          const x = event.clientX - box.getBoundingClientRect().left;
          show(Math.round(Math.max(0, Math.min(1, x / Math.max(1, box.clientWidth))) * growth.calls), box);
        }}
      >
        <span class={style.top}>{count(top)}</span>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path class={style.edges} d={stepsOf(growth, "edges", top)} />
          <path class={style.nodes} d={stepsOf(growth, "nodes", top)} />
          {at.value !== null && <path class={style.at} d={`M${((100 * at.value) / Math.max(1, growth.calls)).toFixed(3)} 0V100`} />}
        </svg>
        <Kept growth={growth} />
        {tip.value && <Tip at={tip.value} />}
      </div>
      <div class={style.axis} aria-hidden="true">
        <span>first call</span>
        <span>half</span>
        <span>{counted(growth.calls, "call")}</span>
      </div>
      <Legend growth={growth} />
      <p class={prose.hidden} role="status">
        {said && `${said.title}; ${said.detail}`}
      </p>
    </figure>
  );
}

/** What the lines and bars are. */
function Legend({ growth }: { growth: Grown }) {
  return (
    <figcaption class={`${prose.aside} ${style.legend}`}>
      <span>
        <i data-line="nodes" /> nodes
      </span>
      <span>
        <i data-line="edges" /> transitions
      </span>
      <span>
        <i data-kept="window" /> kept by <code>watch</code>
      </span>
      {growth.windows.some(({ droppedFor }) => droppedFor > 0) && (
        <span>
          <i data-kept="dropped" /> dropped
        </span>
      )}
      {growth.steps.length > 0 && (
        <span>
          <i data-kept="steps" /> kept by <code>reduce</code>
        </span>
      )}
    </figcaption>
  );
}

/** What would be kept, below the curve: on line in one row, afterwards in the other. */
function Kept({ growth }: { growth: Grown }) {
  const place = ({ from, to }: { from: number; to: number }): { left: string; width: string } => ({
    left: `${(100 * from) / Math.max(1, growth.calls)}%`,
    width: `${(100 * (to - from)) / Math.max(1, growth.calls)}%`,
  });
  return (
    <div class={style.kept} aria-hidden="true">
      <div>
        {growth.windows.map((window) => (
          <i key={window.number} data-kept={window.droppedFor > 0 ? "dropped" : "window"} style={place(window)} />
        ))}
      </div>
      <div>
        {growth.steps.map((range) => (
          <i key={range.from} data-kept="steps" style={place(range)} />
        ))}
      </div>
    </div>
  );
}

/** The curve as a table: the parts of the calls that `loopscope flow --table growth` lists. */
function Parts({ growth }: { growth: Grown }) {
  return (
    <div class={style.scrolls} role="region" aria-label="Growth as a table" tabIndex={0}>
      <table class={tabular.table}>
        <thead>
          <tr>
            <th scope="col">after</th>
            {growth.parts.map((part) => (
              <th scope="col" key={part.after}>
                {count(part.after)}&nbsp;%
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(["nodes", "edges"] as const).map((what) => (
            <tr key={what}>
              <th scope="row">{what === "edges" ? "transitions" : what}</th>
              {growth.parts.map((part) => (
                <td key={part.after}>{count(part[what])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The windows and the steps in words, and the button that saves the steps. */
function Windows({ growth, summary }: { growth: Grown; summary: GrowthSummary }) {
  const { selection } = useWorkspace();
  const kept = growth.windows.filter(({ droppedFor }) => droppedFor === 0);
  return (
    <div class={style.windows}>
      <section aria-label="Kept while the program runs">
        <h3>Kept while the program runs</h3>
        {kept.length === 0 && (
          <p class={prose.small}>
            No window: no loop comes back {counted(summary.quiet, "call")} after the graph last grew.
          </p>
        )}
        <ul>
          {kept.map((window) => (
            <li key={window.number}>
              <WindowWords window={window} calls={growth.calls} />
            </li>
          ))}
        </ul>
        {growth.windows.length > kept.length && <p class={prose.aside}>{counted(growth.windows.length - kept.length, "more window")} dropped: the loop lies in one with a window of its own.</p>}
        <p class={prose.aside}>
          <code>loopscope watch</code> keeps {counted(summary.iterations, "iteration")} when nothing was new for {counted(summary.quiet, "call")} and a loop runs.
        </p>
      </section>
      <section aria-label="Kept afterwards">
        <h3>Kept afterwards</h3>
        {summary.steps ? (
          <p class={prose.small}>
            Of the main loop <b>{summary.steps}</b>, the same on all processes; a first or last iteration that differs is no step. At most half of them are kept.
          </p>
        ) : (
          <p class={prose.small}>No reduced trace: {summary.noSteps}.</p>
        )}
        {selection.shown.value?.summary.hasTimes && <Reduce loop={0} process={growth.process} />}
      </section>
    </div>
  );
}

function WindowWords({ window, calls }: { window: GrowthWindow; calls: number }) {
  const { from, to } = window;
  return (
    <>
      <b>{counted(window.iterations, "iteration")}</b> of the loop of {window.header} ({counted(window.nodes, "node")}): calls {count(from + 1)} to {count(to)}, {percent((to - from) / Math.max(1, calls))} of all
    </>
  );
}

/** What the terminal would print while the program runs. */
function Notices({ growth }: { growth: Grown }) {
  return (
    <details class={prose.small}>
      <summary>
        What <code>loopscope watch</code> prints of process {growth.process}
      </summary>
      <ol class={style.notices}>
        {keyed(growth.notices, (text) => text).map(({ key, item }) => (
          <li key={key}>{item}</li>
        ))}
      </ol>
    </details>
  );
}
