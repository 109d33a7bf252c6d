/** The picture of the model as elements of the page: for screen readers and keyboards. */
import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import { MOST_SPOKEN } from "../../base/constants";
import { keyed } from "../../base/keyed";
import { count } from "../../base/format";
import { rowOf } from "../../base/model";
import { useReached } from "../../components/useReached";
import { useModel } from "./state";
import * as prose from "../../components/prose.module.css";

/** A picture that stays this long is written as text. */
const STILL_MS = 150;

export function Twin() {
  const model = useModel();
  const still = useSignal(model.figure.peek());
  // While a gesture lasts, pictures follow each other faster than anybody reads.
  useSignalEffect(() => {
    const now = model.figure.value;
    const timer = setTimeout(() => (still.value = now), still.peek() ? STILL_MS : 0);
    return () => clearTimeout(timer);
  });
  const spoken = useComputed(() => {
    const figure = still.value;
    const line = model.highlightedLine.value;
    const messages = figure?.messages.filter(({ lines }) => line === null || lines.includes(line)) ?? [];
    return {
      loops: figure?.picture.hits.filter(({ kind }) => kind === "loop") ?? [],
      events: figure?.picture.hits.filter(({ kind }) => kind === "event").slice(0, MOST_SPOKEN) ?? [],
      messages: messages.slice(0, MOST_SPOKEN),
      more: Math.max(0, messages.length - MOST_SPOKEN),
      rows: figure?.rows.slice(0, MOST_SPOKEN) ?? [],
    };
  });
  const { loops, rows, messages, more, events } = spoken.value;
  let left = useReached(loops.length + rows.length + messages.length + events.length);
  const portionOf = <T,>(items: readonly T[]): readonly T[] => {
    const portion = items.slice(0, left);
    left -= portion.length;
    return portion;
  };
  const there = { loops: portionOf(loops), rows: portionOf(rows), messages: portionOf(messages), events: portionOf(events) };
  const highlighted = model.view.value.process;
  return (
    <div class={prose.hidden} role="group" aria-label="What the picture shows">
      <ol aria-label="Loops of the model">
        {there.loops.map((loop) => (
          <li key={loop.item}>
            <button type="button" tabIndex={-1} onClick={() => model.select(loop.loop)}>
              {loop.title}. {loop.detail}
            </button>
          </li>
        ))}
      </ol>
      <ol aria-label="Rows of the model">
        {there.rows.map((row) => (
          <li key={row.line}>
            <button type="button" tabIndex={-1} aria-pressed={highlighted !== null && rowOf([row], highlighted) !== null} onClick={() => model.highlight(row.processes[0] ?? null)}>
              {row.processes.length === 1 ? "process" : "processes"} {row.label}
            </button>
          </li>
        ))}
      </ol>
      <ol aria-label="Messages of the model">
        <HitLines hits={there.messages} />
        {more > 0 && there.messages.length === messages.length && <li>and {count(more)} more</li>}
      </ol>
      <ol aria-label="Collectives and local events of the model">
        <HitLines hits={there.events} />
      </ol>
    </div>
  );
}

function HitLines({ hits }: { hits: readonly { title: string; detail: string }[] }) {
  const lines = hits.map(({ title, detail }) => `${title}: ${detail}`);
  return (
    <>
      {keyed(lines, (line) => line).map(({ key, item }) => (
        <li key={key}>{item}</li>
      ))}
    </>
  );
}
