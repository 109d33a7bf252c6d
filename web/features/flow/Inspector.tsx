/** The selected loop or block of the flow graph: its figures, its iterations, the processes that have it, and its loop in the nest. */
import { Fragment } from "preact";
import { keyed } from "../../base/keyed";
import { count, counted, percent, span, unbroken } from "../../base/format";
import { variantName } from "../../base/variants";
import { LinkButton } from "../../components/Buttons";
import { VariantStretch } from "../../components/VariantShade";
import { Words } from "../../components/Figure";
import { HowFound } from "../../components/HowFound";
import { Reduce } from "../../components/Reduce";
import { saveBlob, savePicture } from "../../components/save";
import { LoopSteps } from "../../components/LoopSteps";
import type { FlowFileKind, FlowPart, FlowVariants } from "../../engine/wire";
import { stepLoop } from "../../workspace/movable";
import { useFeature, useWorkspace } from "../../workspace/workspace";
import { createFlowMoves } from "./moves";
import { type FlowState, useFlow } from "./state";
import { withoutSite } from "./parts";
import { VariantsOfCalls, VariantsOfLoop } from "./Variants";
import * as style from "./Inspector.module.css";
import * as inspector from "../../components/inspector.module.css";
import * as prose from "../../components/prose.module.css";
import * as tabular from "../../components/tabular.module.css";

interface Doors {
  /** Shows the nest, of which the loop of that name is selected. */
  openNest: (loop: number) => void;
  /** Shows which variant of the iterations comes when. */
  openVariants: () => void;
}

export function FlowInspector({ openNest, openVariants }: Doors) {
  const { screen } = useWorkspace();
  const state = useFlow();
  const moves = useFeature(createFlowMoves);
  const part = state.part.value;
  const { loop, block } = state;
  if (!part || !state.summary.value) return <div class={screen.narrow.value ? undefined : inspector.column} />;
  const loops = moves.loops.value;
  const variants = state.variants.value;
  const ofLoop = block.value === null && variants?.flow === loop.value ? variants : null;
  return (
    <div class={screen.narrow.value ? undefined : inspector.column}>
      <section aria-label={block.value === null ? `Loop F${loop.value} of the flow graph` : "Calls of the flow graph"}>
        <div class={inspector.chosen} data-testid="chosen">
          <h2>{withoutSite(part.title)}</h2>
          {block.value === null && (
            <>
              <span class={inspector.badge} data-testid="badge" title="F: a loop of the flow graph; loops of the nest and of the model are called L">F{loop.value}</span>
              <LoopSteps at={loops.indexOf(loop.value)} of={loops.length} step={(by) => stepLoop(moves, by)} />
            </>
          )}
        </div>
        <p class={inspector.says}>
          <Words parts={part.sentence} />
        </p>
        <dl class={tabular.facts}>
          {keyed(part.facts, ({ label }) => label).map(({ key, item }) => (
            <Fragment key={key}>
              <dt>{item.label}</dt>
              <dd>{unbroken(withoutSite(item.value))}</dd>
            </Fragment>
          ))}
        </dl>
        <Found nest={part.nest} />
      </section>
      {part.iterations.length > 1 && <Iterations part={part} timed={state.summary.value.timed} variants={ofLoop} />}
      {ofLoop && <VariantsOfLoop state={state} known={ofLoop} open={openVariants} />}
      {variants && block.value !== null && <VariantsOfCalls state={state} known={variants} />}
      {part.across.length > 0 && state.summary.value.timed && <Across state={state} part={part} />}
      {part.nestNote && (
        <section class={style.block} aria-label="In the nest">
          <h3>In the nest</h3>
          <p class={prose.small} data-testid="in-nest">
            {part.nestNote} {part.both}
            {part.nest > 0 && " A nest counts what is repeated without a difference; a flow graph, how often the first call of the loop comes back."}
          </p>
          {part.nest > 0 && (
            <LinkButton onClick={() => openNest(part.nest)}>
              open L{part.nest} of the nest
            </LinkButton>
          )}
        </section>
      )}
      {block.value === null && part.across.length > 0 && state.summary.value.timed && (
        <section class={style.block} aria-label="Reduced trace">
          <h3>Keep some steps</h3>
          <p class={prose.small}>A trace of at most half of the steps of this loop, the same on all processes, which opens like any other:</p>
          <Reduce loop={loop.value} process={state.process.value} />
        </section>
      )}
      <div class={inspector.exports}>
        <Exports />
      </div>
    </div>
  );
}

/** The way into the lab: with the events of the loop of the nest that it is, else with those at the begin of the process. */
function Found({ nest }: { nest: number }) {
  const { selection, details } = useWorkspace();
  const row = selection.row.value;
  if (!row) return null;
  const loop = details.cards.value.find(({ id }) => id === nest);
  return <HowFound station="flow" process={row.process} from={loop?.first ?? 0} to={loop ? loop.last + 1 : row.events} />;
}

const FORMS: readonly { kind: FlowFileKind; label: string; title: string }[] = [
  { kind: "text", label: "Text", title: "Save the flow graphs of all processes as text" },
  { kind: "json", label: "JSON", title: "Save the flow graphs as JSON, for other programs" },
  { kind: "dot", label: "DOT", title: "Save the flow graphs as input of Graphviz, one for each kind" },
  { kind: "loops", label: "CSV", title: "Save the loops of all processes as a table" },
  { kind: "svg", label: "SVG", title: "Save the picture as SVG, sharp at any size" },
];

/** Saves a file that the engine writes. */
async function saveFile(state: FlowState, what: FlowFileKind): Promise<void> {
  const { engine, toast, selection } = state.workspace;
  const handle = selection.shown.peek()?.handle;
  if (handle === undefined) return;
  const answer = await engine.ask({ type: "flow", handle, query: { file: { what, look: state.look.peek() } } });
  const file = answer && "file" in answer.reply ? answer.reply.file : null;
  if (file) saveBlob(toast, new Blob([file.text], { type: file.mime }), file.fileName);
  else toast.announce("The file could not be written");
}

/** The heading of a block, and its figures as a file. */
function Head({ title, what, hint }: { title: string; what: FlowFileKind; hint: string }) {
  const state = useFlow();
  return (
    <div class={style.head}>
      <h3>{title}</h3>
      <LinkButton title={hint} onClick={() => void saveFile(state, what)}>
        CSV
      </LinkButton>
    </div>
  );
}

function Exports() {
  const state = useFlow();
  const { toast, selection } = state.workspace;
  const picture = state.drawn.value?.reply.picture;
  const name = selection.shown.value?.name ?? "trace";
  return (
    <>
      {FORMS.map(({ kind, label, title }) => (
        <LinkButton key={kind} title={title} onClick={() => void saveFile(state, kind)}>
          {label}
        </LinkButton>
      ))}
      {picture && (
        <LinkButton title="Save the picture as PNG" onClick={() => void savePicture(toast, picture, `${name}, flow graph of process ${state.process.value}`, `${name}-flow.png`)}>
          PNG
        </LinkButton>
      )}
    </>
  );
}

/** A column in words: its iterations, the time of the longest, and which of the different iterations that is. */
function says({ first, longest, most, shape, standsOut }: FlowPart["iterations"][number], many: number, timed: boolean, variants: FlowVariants | null): string {
  const which = many === 1 ? `Iteration ${count(first)}` : `Iteration ${count(longest)}, the longest of ${count(many)} from ${count(first)} on`;
  const variant = variantAt(variants, longest);
  return `${which}: ${timed ? span(most) : counted(most, "call")}, kind ${shape}${variant === null ? "" : `, variant ${variantName(variant, variants?.times.length ?? 1)}`}${standsOut ? ", stands out from those of its kind" : ""}`;
}

/** The variant of an iteration of the loop, which is counted from 1; null for none. */
function variantAt(variants: FlowVariants | null, iteration: number): number | null {
  const variant = variants?.of[iteration - 1] ?? 0;
  return variant > 0 ? variant - 1 : null;
}

/** How long each iteration takes: a bar each, with those that stand out in full. */
function Iterations({ part, timed, variants }: { part: FlowPart; timed: boolean; variants: FlowVariants | null }) {
  const most = Math.max(...part.iterations.map((row) => row.most), 1);
  const width = 100 / part.iterations.length;
  const many = (part.iterations[1]?.first ?? 2) - (part.iterations[0]?.first ?? 1);
  return (
    <section class={style.block} aria-label="Each iteration">
      <Head title="Each iteration" what="iterations" hint="Save all iterations of this loop" />
      <svg class={style.strip} viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={part.iterationsNote}>
        {keyed(part.iterations, () => "bar").map(({ key, item }, at) => (
          <g key={key}>
            <title>{says(item, many, timed, variants)}</title>
            {/* The whole column, however short its bar. */}
            <rect class={style.hit} x={at * width} width={width} y={0} height={100} />
            <rect class={item.standsOut ? style.out : style.bar} x={at * width} width={Math.max(width * 0.9, 0.2)} y={100 - (100 * item.most) / most} height={(100 * item.most) / most} />
          </g>
        ))}
      </svg>
      {variants && (
        <svg class={style.which} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" data-testid="which-variant">
          {keyed(part.iterations, () => "variant").map(({ key, item }, at) => {
            const variant = variantAt(variants, item.longest);
            return variant === null ? null : <VariantStretch key={key} variant={variant} times={variants.times} x={at * width} width={width} />;
          })}
        </svg>
      )}
      <p class={prose.aside}>{part.iterationsNote}</p>
    </section>
  );
}

/** The same loop on all processes: how much of its time is in calls. */
function Across({ state, part }: { state: FlowState; part: FlowPart }) {
  return (
    <section class={style.block} aria-label="Time in this loop by process">
      <Head title="In calls, by process" what="loops" hint="Save the loops of all processes" />
      <table class={style.across}>
        <thead class={prose.hidden}>
          <tr>
            <th>process</th>
            <th>picture</th>
            <th>in calls</th>
            <th>time</th>
          </tr>
        </thead>
        <tbody>
          {part.across.map(({ process, inside, time }) => (
            <tr key={process} aria-current={process === state.process.value || undefined}>
              <th scope="row">{process}</th>
              <td>
                <span class={style.meter}>
                  <span style={{ width: `${100 * inside}%` }} />
                </span>
              </td>
              <td>{percent(inside)}</td>
              <td>{span(time)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
