/** The paper on event flow graphs, live: its tables and figures, ours, and those that this browser computes. */
import { useEffect } from "preact/hooks";
import { count, percent } from "../../base/format";
import { PAPER_TITLES } from "../../base/places";
import { nameOfRun } from "../../base/runs";
import { Words } from "../../components/Figure";
import { PaperPage, RunHere } from "../../components/PaperPage";
import { PaperPart, PaperTable } from "../../components/PaperParts";
import type { FlowPart } from "../../engine/wire";
import { TIMED } from "../../workspace/samples";
import { GROWTH, PAPER_SHARES, PARTS, programOfRun, PROGRAMS, REDUCED, SHARES, TREE } from "./figures";
import { type Computed, type Size, useLiveFigures } from "./live";
import * as style from "./View.module.css";
import * as page from "../../components/PaperPage.module.css";
import * as parts from "../../components/PaperParts.module.css";
import * as prose from "../../components/prose.module.css";

/** By how much the trace of BT gets smaller. */
const PAPERS_BT = PROGRAMS.find(({ program }) => program === "BT")?.reduced ?? "";
const OUR_BT = REDUCED.find(({ run }) => run === "npb-bt.W.4")?.less ?? "";


/** Cells of what is not there. */
const NONE: readonly string[] = ["–", "–", "–", "–", "–", "–"];

/** A row for each program: what the paper says of it, and our run of it, if there are both. */
function cuts(): { program: string; paper: (typeof PROGRAMS)[number] | null; run: (typeof REDUCED)[number] | null }[] {
  const ours = (program: string): (typeof REDUCED)[number] | null => REDUCED.find(({ run }) => programOfRun(run) === program.toLowerCase()) ?? null;
  const papers = PROGRAMS.map((paper) => ({ program: paper.program, paper, run: ours(paper.program) }));
  const others = REDUCED.filter((run) => papers.every((known) => known.run !== run));
  return [...papers, ...others.map((run) => ({ program: programOfRun(run.run).toUpperCase(), paper: null, run }))];
}

export function FlowPaper() {
  const live = useLiveFigures();
  useEffect(() => live.cancel, []);
  return (
    <PaperPage
      title={PAPER_TITLES.flowgraphs}
      says={
        <>
          The paper keeps <b>ten iterations</b> of a loop instead of all: the trace of BT is <b>{PAPERS_BT}</b> smaller there, <b>{OUR_BT}</b> here.
        </>
      }
    >
      <RunHere
        now={live.running.value}
        share={live.share.value}
        again={live.runs.value.length > 0}
        about={live.stopped.value || `Computes the same figures of ${TIMED.map(({ title }) => title).join(" and ")} on 4 processes in this browser, and marks them.`}
        run={() => void live.run()}
        cancel={live.cancel}
      />
      <p class={parts.note}>
        The paper’s programs ran on 64 to 192 cores of a Cray XE6. Ours ran with 4 to 16 processes on two cores, so most of their time in MPI is waiting for a core:
        compare the kind of a figure, not its value.
      </p>
      <Sections runs={live.runs.value} />
      <section class={page.about}>
        <h2>What is compared</h2>
        <p>
          Aguilar, Fürlinger and Laure, “Automatic On-Line Detection of MPI Application Structure with Event Flow Graphs” (2016), tables 1 to 3 and figures 2 to 4. Ours
          were computed beforehand with <code>loopscope flow</code> and <code>loopscope reduce</code>; rows of this browser come from the same code.
        </p>
      </section>
    </PaperPage>
  );
}

function Sections({ runs }: { runs: readonly Computed[] }) {
  return (
    <>
      <PaperPart title="Table 1: overhead of watching" says="Loopscope is not in the program: it reads what a tracer writes, and loopscope watch reads a pipe beside it. So the overhead is the tracer’s, and there is no column of ours.">
        <PaperTable label="The paper’s overhead" head={["the paper’s", "processes", "overhead"]} rows={PROGRAMS.map(({ program, ranks, overhead }) => [program, count(ranks), overhead])} />
      </PaperPart>
      <PaperPart title="Table 2: ten iterations instead of all" says="A step is an iteration, or as many as make up the smallest part of the loop that comes back. Ours keep at most half of the steps that there are; the sentence after each run of this browser says what that changes.">
        <PaperTable
          label="Cuts to ten iterations"
          groups={[["", 1], ["the paper", 3], ["ours", 6]]}
          head={["program", "processes", "iterations", "smaller by", "run", "steps", "kept", "as a table", "reduced", "smaller by"]}
          texts={[0, 4]}
          rows={cuts().map(({ program, paper, run }) => [
            program,
            ...(paper ? [count(paper.ranks), count(paper.iterations), paper.reduced] : NONE.slice(0, 3)),
            ...(run ? [nameOfRun(run.run), count(run.steps), count(run.to - run.from + 1), run.full, run.kept, run.less] : NONE),
          ])}
        />
      </PaperPart>
      {runs.map(({ title, reduced }) => (
        <p class={parts.here} key={title} data-testid="reduced-here">
          <b>{title} in this browser:</b> <Words parts={reduced} />
        </p>
      ))}
      <PaperPart title="Table 3: what ten iterations say of all" says="The paper: three functions of MiniGhost, their share of the time in the whole run and in the ten iterations. Ours: the three calls with most time, and the largest errors of all calls with 1 % of the time or more.">
        <PaperTable
          label="Shares and means of calls"
          head={["run", "call", "share", "in the window", "mean", "mean in the window"]}
          texts={[0, 1]}
          rows={[
            ...PAPER_SHARES.map(({ call, whole, window }) => ["MiniGhost, the paper", call, whole, window, "–", "–"]),
            ...REDUCED.flatMap((run) => run.calls.map((call) => [nameOfRun(run.run), call.call ?? "", call.whole ?? "", call.window ?? "", call.mean ?? "", call.meanInWindow ?? ""])),
          ]}
        />
        <PaperTable
          label="Largest errors"
          head={["run", "largest error of a share", "of a mean"]}
          rows={[["MiniGhost, the paper", "under 2 points", "–"], ...REDUCED.map((run) => [nameOfRun(run.run), `${run.share} points`, `${run.mean} %`])]}
        />
      </PaperPart>
      <PaperPart title="Figure 2: share of MPI in the main loop, by process" says="In the paper some processes of MiniFE spend about 20 % of the loop in MPI, others less than 5 %: they have unequal work. On two cores all of them wait for a core.">
        <Shares title="miniFE, ours" shares={SHARES.map(({ rank, share }) => ({ process: rank, inside: share }))} />
        {runs.map(({ title, shares }) => (
          <Shares key={title} title={`${title} in this browser`} shares={shares} here />
        ))}
      </PaperPart>
      <PaperPart title="Figure 3: how the graphs grow" says="Nodes (full) and transitions (dashed) of process 0 over its calls, the table below has the numbers. The paper plots nodes over time, without numbers: they stay the same once the main loop runs, and grow again at the end.">
        <Curves runs={GROWTH.map(({ run, sizes }) => ({ title: nameOfRun(run), sizes }))} />
        <Curves runs={runs.map(({ title, growth }) => ({ title: `${title} in this browser`, sizes: growth }))} here />
        <PaperTable
          label="How graphs grow"
          head={["run", ...PARTS.map((part) => `${part} %`)]}
          rows={GROWTH.map(({ run, sizes }) => [nameOfRun(run), ...sizes.map(sizeInWords)])}
          here={runs.map(({ title, growth }) => [title, ...growth.map(sizeInWords)])}
        />
      </PaperPart>
      <PaperPart title="Figure 4: the tree of the loops" says="The paper draws two loops. These are all loops of process 0.">
        <Tree title="CG.A on 16 processes, ours" lines={TREE} />
        {runs.map(({ title, tree }) => (
          <Tree key={title} title={`${title} in this browser`} lines={tree} here />
        ))}
      </PaperPart>
    </>
  );
}

/** How graphs grow, a curve each: nodes and transitions over the calls, the largest of all runs on top. */
function Curves({ runs, here = false }: { runs: readonly { title: string; sizes: readonly Size[] }[]; here?: boolean }) {
  if (runs.length === 0) return null;
  const top = Math.max(...runs.flatMap(({ sizes }) => sizes.flatMap(({ nodes, transitions }) => [nodes, transitions])));
  const path = (sizes: readonly number[]) => `M0 100${sizes.map((size, at) => `L${PARTS[at] ?? 100} ${(100 - (100 * size) / top).toFixed(1)}`).join("")}`;
  return (
    <div class={`${style.curves} ${here ? parts.ofHere : ""}`}>
      {runs.map(({ title, sizes }) => {
        const last = sizes.at(-1) ?? { nodes: 0, transitions: 0 };
        return (
          <figure key={title} aria-label={`${title}: grows to ${count(last.nodes)} nodes and ${count(last.transitions)} transitions`}>
            <figcaption>{title}</figcaption>
            <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
              <path class={style.edges} d={path(sizes.map(({ transitions }) => transitions))} />
              <path d={path(sizes.map(({ nodes }) => nodes))} />
            </svg>
            <p>
              <b>{count(last.nodes)}</b> nodes, {count(last.transitions)} transitions (dashed)
            </p>
          </figure>
        );
      })}
    </div>
  );
}

function Shares({ title, shares, here = false }: { title: string; shares: readonly Pick<FlowPart["across"][number], "process" | "inside">[]; here?: boolean }) {
  return (
    <figure class={`${style.shares} ${here ? parts.ofHere : ""}`} aria-label={title}>
      <figcaption>{title}</figcaption>
      <ul>
        {shares.map(({ process, inside }) => (
          <li key={process}>
            <span class={prose.num}>{process}</span>
            <i aria-hidden="true">
              <i style={{ width: `${100 * inside}%` }} />
            </i>
            <span class={prose.num}>{percent(inside)}</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}

function Tree({ title, lines, here = false }: { title: string; lines: readonly string[]; here?: boolean }) {
  return (
    <figure class={`${style.tree} ${here ? parts.ofHere : ""}`}>
      <figcaption>{title}</figcaption>
      <pre class={page.scroll} tabIndex={0} role="region" aria-label={title}>
        {lines.join("\n")}
      </pre>
    </figure>
  );
}

function sizeInWords({ nodes, transitions }: Size): string {
  return `${count(nodes)}, ${count(transitions)}`;
}
