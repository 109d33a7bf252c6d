/** The selected loop: its numbers in words, the nest as text, and what can be taken away. */
import { type ComponentChildren, Fragment } from "preact";
import { count, counted, countedTo, often, percent, plural, range, rangeList, timesTo } from "../../base/format";
import type { LoopCard } from "../../engine/wire";
import { Term } from "../../components/Figure";
import { NestExports } from "./Exports";
import { NestTree } from "./Text";
import { HowFound } from "../../components/HowFound";
import { LoopSteps } from "../../components/LoopSteps";
import { stepLoop } from "../../workspace/movable";
import type { Place } from "../../workspace/ribbon";
import { useFeature, useWorkspace } from "../../workspace/workspace";
import { createNestMoves } from "./moves";
import * as inspector from "../../components/inspector.module.css";
import * as tabular from "../../components/tabular.module.css";

/** `program`: the number of the selected loop among those of the program, null where it has none; `after`: what follows in the column. */
export function NestInspector({ program = null, after }: { program?: number | null; after?: ComponentChildren }) {
  const { screen, selection, details } = useWorkspace();
  const now = selection.shown.value;
  const loop = details.card.value;
  const items = selection.row.value?.topLevel;
  return (
    <div class={screen.narrow.value ? undefined : inspector.column}>
      {loop ? <Chosen loop={loop} program={program} /> : <Nothing />}
      {now && selection.row.value && details.cards.value.length > 0 && <NestTree />}
      {now && selection.row.value && !now.partial && (
        <div class={inspector.exports}>
          <NestExports />
          {screen.narrow.value && items !== undefined && <span class={inspector.count}>{counted(items, "outermost item")}</span>}
        </div>
      )}
      {after}
    </div>
  );
}

function Nothing() {
  const { selection, details } = useWorkspace();
  const now = selection.shown.value;
  const text =
    now && !now.partial && details.cards.value.length === 0
      ? "This process has no loop to select."
      : now?.partial
        ? "Pick a loop in the picture to see its numbers and text here. The rest is still being read."
        : "Pick a loop in the picture to see its numbers and text here.";
  const row = selection.row.value;
  return (
    <>
      <p class={inspector.pick}>{text}</p>
      {row && <HowFound station="repeats" process={row.process} from={0} to={row.events} />}
    </>
  );
}

function Chosen({ loop, program }: { loop: LoopCard; program: number | null }) {
  const { selection, details } = useWorkspace();
  const moves = useFeature(createNestMoves);
  const all = details.cards.value;
  const at = all.indexOf(loop);
  const noun = selection.noun.value;
  const options = selection.shown.value?.summary.options;
  const several = (selection.shown.value?.summary.processes.length ?? 0) > 1;
  return (
    <section aria-label={`Loop L${loop.id}`}>
      <div class={inspector.chosen} data-testid="chosen">
        <h2>{timesTo(loop.count, loop.countMost)}</h2>
        <span class={inspector.badge} data-testid="badge">L{loop.id}</span>
        <LoopSteps at={at} of={all.length} step={(by) => stepLoop(moves, by)} />
      </div>
      <p class={inspector.says}>{sentenceOf(loop, noun, options?.view === "values" && options.method === "nlr")} {several && <small>L{loop.id} of process {selection.row.value?.process}{program !== null && program !== loop.id && `, L${program} of the program`}</small>}
      </p>
      <Facts loop={loop} noun={noun} />
      <Found loop={loop} />
    </section>
  );
}

/** The way into the lab with the events of the loop's place. */
function Found({ loop }: { loop: LoopCard }) {
  const { selection, ribbon } = useWorkspace();
  const { first, last } = ribbon.place.value ?? loop;
  const station = selection.shown.value?.summary.options.method === "nlr" ? "nlr" : "greedy-optimal";
  return <HowFound station={station} process={selection.row.value?.process ?? 0} from={first} to={last + 1} />;
}

/** What the loop does. `moves`: whether numbers change from one iteration to the next. */
function sentenceOf(loop: LoopCard, noun: string, moves: boolean): string {
  const varies = loop.countMost > loop.count || loop.periodMost > loop.period;
  const each = countedTo(loop.period, loop.periodMost, noun);
  const same = varies || moves ? each : loop.period === 1 ? `the same ${noun}` : `the same ${each}`;
  const first = `Repeats ${countedTo(loop.count, loop.countMost, "time")}, ${same} each time.`;
  return loop.runs > 1 ? `${first} The program enters it ${often(loop.runs)}.` : first;
}

/** A fact about a loop: its name, and the field's term with its meaning if that differs. */
interface Fact {
  name: string;
  means?: string;
  value: string;
}

function Facts({ loop, noun }: { loop: LoopCard; noun: string }) {
  const { selection, ribbon } = useWorkspace();
  const facts = [...whereFacts(loop, noun, ribbon.place.value, selection.view.value.anywhere), ...countFacts(loop)];
  return (
    <dl class={tabular.facts}>
      {facts.map(({ name, means, value }) => (
        <Fragment key={name}>
          <dt>{means ? <Term means={means}>{name}</Term> : name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** How much of the process the loop is, and where. */
function whereFacts(loop: LoopCard, noun: string, place: Place | null, anywhere: boolean): Fact[] {
  const { runs, first, last, height } = loop;
  const depth = place?.depth ?? loop.level;
  const share = `All ${plural(2, noun)} inside this loop, and their share of the process (coverage)`;
  const facts: Fact[] = [{ name: "inside it", means: share, value: `${counted(loop.events, noun)}, ${percent(loop.share)}` }];
  if (runs === 1) facts.push({ name: "where", value: range(first, last) });
  else {
    const means = `The ${plural(2, noun)} of the selected place, one of ${count(runs)} where this loop stands`;
    if (place) facts.push({ name: "here", means, value: range(place.first, place.last) });
    if (!place || anywhere) facts.push({ name: "first at", value: range(first, last) });
  }
  const inside = height > 1 ? `holds ${counted(height - 1, "more level")}` : "holds no loop";
  facts.push({ name: "depth", means: "How many loops deep it is; 1 is outermost", value: `${depth}, ${inside}` });
  return facts;
}

/** What an iteration holds, how often the loop runs, and which other processes have it. */
function countFacts(loop: LoopCard): Fact[] {
  const { bodyItems, bound, runs, sends, receives, collectives, sameIn } = loop;
  const facts: Fact[] = [{ name: "each time", means: "Items of one iteration; a loop inside is one item (body)", value: counted(bodyItems, "item") }];
  if (bound !== "") facts.push({ name: "last index", means: "The last index of this loop, as a function of those around it", value: bound });
  if (runs > 1 && loop.countMost === loop.count) {
    const value = `${count(runs)} × ${count(loop.count)} = ${counted(runs * loop.count, "time")}`;
    facts.push({ name: "in all", means: "How often it is entered, times how often it repeats each time", value });
  }
  if (sends + receives > 0) facts.push({ name: "sends, receives", value: `${count(sends)}, ${count(receives)}` });
  if (collectives > 0) facts.push({ name: "collectives", value: count(collectives) });
  const means = "Other processes with a loop as often over the same kinds of event";
  if (sameIn.length > 0) facts.push({ name: "also in processes", means, value: rangeList(sameIn, loop.sameInMore) });
  return facts;
}
