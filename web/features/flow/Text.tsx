/** The graph of the process as text: the tree of its loops and calls, in which a line selects what it says. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { count } from "../../base/format";
import type { FlowText } from "../../engine/wire";
import { partOf, transitionsOf } from "./parts";
import { type FlowState, useFlow } from "./state";
import * as style from "./View.module.css";
import * as prose from "../../components/prose.module.css";

const INDENT = 16;

/** A line: of a loop, or of a call. */
interface TextLine {
  text: string;
  depth: number;
  /** The name of the loop without the F; 0 for a call. */
  loop: number;
  node: number;
}

function linesOf({ lines, places }: FlowText): TextLine[] {
  return lines.map((text, at) => ({ text, depth: places[3 * at] ?? 0, loop: places[3 * at + 1] ?? 0, node: places[3 * at + 2] ?? 0 }));
}

export function FlowTree() {
  const state = useFlow();
  const open = useSignal(false);
  const text = useSignal<FlowText | null>(null);
  const { summary, process } = state;
  useEffect(() => {
    let gone = false;
    if (open.value) void state.text().then((found) => !gone && (text.value = found));
    return () => void (gone = true);
  }, [open.value, summary.value, process.value]);
  if (!summary.value) return null;
  return (
    <details class={style.text} onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>The same as text</summary>
      {open.value && text.value && (
        <>
          <p class={`${prose.small} ${prose.mono}`}>{text.value.head}</p>
          <Tree lines={linesOf(text.value)} />
          <Transitions />
          {text.value.leftOut > 0 && <p class={prose.aside}>{count(text.value.leftOut)} more lines are in the file.</p>}
        </>
      )}
    </details>
  );
}

/** The block of the first graph that a call is in; none if it is not drawn. */
function blockOf(state: FlowState, node: number): number | null {
  const spine = state.drawn.value?.reply.spines[0];
  const block = spine?.blockOf[node];
  return block !== undefined && block < (spine?.blocks.length ?? 0) ? block : null;
}

/** Selects what a line is about; in a loop that is folded it is unfolded first. */
function choose(state: FlowState, line: TextLine): void {
  const hits = state.drawn.peek()?.reply.picture.hits ?? [];
  if (line.loop > 0) {
    if (!hits.some(({ strip, loop }) => strip === 0 && loop === line.loop)) state.unfold();
    return state.pick(line.loop);
  }
  const block = blockOf(state, line.node);
  const hit = hits.find(({ kind, strip, item }) => kind === "event" && strip === 0 && item === block);
  if (!hit) return;
  const part = partOf(hit, state.drawn.peek()?.reply.spines ?? []);
  state.pick(part.loop, part.block);
}

function isChosen(state: FlowState, line: TextLine): boolean {
  const block = state.block.value;
  if (line.loop > 0) return block === null && line.loop === state.loop.value;
  return block !== null && blockOf(state, line.node) === blockOf(state, block);
}

/** The lines of the picture as text: calls of a block always follow each other and have none. */
function Transitions() {
  const hits = useFlow().drawn.value?.reply.picture.hits ?? [];
  return (
    <>
      <p class={`${prose.small} ${prose.mono}`}>What follows what</p>
      <ul class={`${style.lines} ${prose.small}`} aria-label="What follows what">
        {transitionsOf(hits).map((hit) => (
          <li key={hit.item}>
            {hit.title}, {hit.detail}
          </li>
        ))}
      </ul>
    </>
  );
}

function Tree({ lines }: { lines: readonly TextLine[] }) {
  const state = useFlow();
  const box = useRef<HTMLDivElement>(null);
  const cursor = useSignal<number | null>(null);
  const chosen = lines.findIndex((line) => isChosen(state, line));
  const current = cursor.value ?? Math.max(0, chosen);
  const key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const line = lines[current];
    const target = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: lines.length - 1 }[event.key];
    if (target === undefined && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    if (target === undefined) return line && choose(state, line);
    cursor.value = Math.max(0, Math.min(lines.length - 1, target));
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus());
  };
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- One of its items has the focus.
    <div class={`${style.tree} ${prose.mono}`} role="tree" aria-label="The flow graph as text" ref={box} onKeyDown={key}>
      {lines.map((line, at) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- The tree takes the keys of its items.
        <div
          key={`${line.loop} ${line.node}`}
          role="treeitem"
          aria-level={line.depth + 1}
          aria-selected={isChosen(state, line)}
          tabIndex={at === current ? 0 : -1}
          style={{ paddingLeft: `${8 + INDENT * line.depth}px` }}
          onFocus={() => (cursor.value = at)}
          onClick={() => choose(state, line)}
        >
          {line.text}
        </div>
      ))}
    </div>
  );
}
