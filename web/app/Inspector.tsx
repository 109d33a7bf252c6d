/** The selected loop: its numbers in words, the nest as text, and what can be taken away. */
import { Fragment, type JSX } from "preact";
import { count, counted, countedTo, often, percent, plural, range, rangeList, timesTo } from "../base/format";
import type { LoopCard } from "../engine/wire";
import { Term } from "../components/Figure";
import { stepLoop } from "../workspace/choose";
import { narrow, tab } from "../workspace/screen";
import { card, cards, look, place, row, shown } from "../workspace/store";
import { Exports } from "../features/nest/Exports";
import { ModelInspector } from "../features/model/Inspector";
import { NestText } from "../features/nest/Text";

export function Inspector(): JSX.Element {
  if (tab.value === "model") return <ModelInspector />;
  const now = shown.value;
  const loop = card.value;
  const items = row.value?.topLevel;
  return (
    <div class="side">
      {loop ? <Chosen loop={loop} /> : <Nothing />}
      {now && row.value && cards.value.length > 0 && <NestText />}
      {now && row.value && !now.partial && (
        <div class="exports">
          <Exports />
          {narrow.value && items !== undefined && <span class="count">{counted(items, "outermost item")}</span>}
        </div>
      )}
    </div>
  );
}

function Nothing(): JSX.Element {
  const now = shown.value;
  const text =
    now && !now.partial && cards.value.length === 0
      ? "This process has no loop to select."
      : now?.partial
        ? "Pick a loop in the picture to see its numbers and text here, while the rest is still being read."
        : "Pick a loop in the picture to see its numbers and text here.";
  return <p class="pick">{text}</p>;
}

function Chosen({ loop }: { loop: LoopCard }): JSX.Element {
  const all = cards.value;
  const at = all.indexOf(loop);
  const noun = shown.value?.summary.noun ?? "event";
  return (
    <section aria-label={`Loop L${loop.id}`}>
      <div class="chosen">
        <h2>{timesTo(loop.count, loop.countMost)}</h2>
        <span class="badge">L{loop.id}</span>
        <span class="which">
          <button type="button" aria-label="Previous loop" title="[" disabled={at <= 0} onClick={() => stepLoop(-1)}>
            ‹
          </button>
          loop {count(at + 1)} of {count(all.length)}
          <button type="button" aria-label="Next loop" title="]" disabled={at >= all.length - 1} onClick={() => stepLoop(1)}>
            ›
          </button>
        </span>
      </div>
      <p class="says">{sentence(loop, noun)}</p>
      <Facts loop={loop} noun={noun} />
    </section>
  );
}

function sentence(loop: LoopCard, noun: string): string {
  const varies = loop.countMost > loop.count || loop.periodMost > loop.period;
  const moves = shown.value?.summary.options.view === "values" && shown.value.summary.options.method === "nlr";
  const each = countedTo(loop.period, loop.periodMost, noun);
  const same = varies || moves ? each : loop.period === 1 ? `the same ${noun}` : `the same ${each}`;
  const first = `Repeats ${countedTo(loop.count, loop.countMost, "time")}, ${same} each time.`;
  return loop.runs > 1 ? `${first} The program enters it ${often(loop.runs)}.` : first;
}

/** A figure's name, its value, and what the name means where the word alone does not say it. */
type Fact = [name: string, value: string, means?: string];

function Facts({ loop, noun }: { loop: LoopCard; noun: string }): JSX.Element {
  const at = place.value;
  const depth = at?.depth ?? loop.level;
  const where: Fact[] = [];
  if (loop.runs === 1) where.push(["where", range(loop.first, loop.last)]);
  else {
    const means = `The ${plural(2, noun)} of the selected place, one of ${count(loop.runs)} where this loop stands`;
    if (at) where.push(["here", range(at.first, at.last), means]);
    if (!at || look.value.anywhere) where.push(["first at", range(loop.first, loop.last)]);
  }
  const rows: Fact[] = [
    ["inside it", `${counted(loop.events, noun)}, ${percent(loop.share)}`, `All ${plural(2, noun)} inside this loop, and their share of the process (coverage)`],
    ...where,
    [
      "depth",
      loop.height > 1 ? `${depth}, holds ${counted(loop.height - 1, "more level")}` : `${depth}, holds no loop`,
      "How many loops deep it is; 1 is outermost",
    ],
    ["each time", counted(loop.bodyItems, "item"), "Items of one iteration; a loop inside is one item (body)"],
  ];
  if (loop.bound !== "") rows.push(["last index", loop.bound, "The last index of this loop, as it follows from the loops around it (bound)"]);
  if (loop.runs > 1 && loop.countMost === loop.count) {
    const product = `${count(loop.runs)} × ${count(loop.count)} = ${counted(loop.runs * loop.count, "time")}`;
    rows.push(["in all", product, "How often it is entered, times how often it repeats each time"]);
  }
  if (loop.sends + loop.receives > 0) rows.push(["sends, receives", `${count(loop.sends)}, ${count(loop.receives)}`]);
  if (loop.collectives > 0) rows.push(["collectives", count(loop.collectives)]);
  if (loop.sameIn.length > 0) {
    const means = "Other processes with a loop that repeats as often over the same kinds of event";
    rows.push(["also in processes", rangeList(loop.sameIn, loop.sameInMore), means]);
  }
  return (
    <dl class="facts">
      {rows.map(([name, value, means]) => (
        <Fragment key={name}>
          <dt>{means === undefined ? name : <Term means={means}>{name}</Term>}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
