/** The nest of a process as text that folds: a tree for keyboard and screen reader. */
import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { count } from "../../base/format";
import { lines, type Line } from "./tree";
import { useWorkspace } from "../../workspace/workspace";
import { useNestText } from "./textState";
import * as style from "./Text.module.css";
import * as prose from "../../components/prose.module.css";

/** What the text stands in: the column at the right, or what a sheet holds. */
const SIDE = "aside > div, dialog > div";

const LINE_PX = 19;
/** What stands below the text in its column, and the column's own margin. */
const BELOW_PX = 84;

export function NestTree() {
  const { choose } = useWorkspace();
  const text = useNestText();
  const all = useComputed(() => lines(text.tree.value, count, text.room.value));
  const cursor = useSignal<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const chosenPath = text.selectedPlace.value;
  const current = all.value.some(({ key }) => key === cursor.value) ? cursor.value : chosenPath || (all.value[0]?.key ?? null);

  // The text takes the rest of the column, which depends on the selection above it.
  useEffect(() => {
    const side = box.current?.closest<HTMLElement>(SIDE);
    if (!side || !box.current) return undefined;
    const measure = () => {
      const above = (box.current?.getBoundingClientRect().top ?? 0) - side.getBoundingClientRect().top + side.scrollTop;
      text.room.value = Math.max(0, Math.floor((side.clientHeight - above - BELOW_PX) / LINE_PX));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(side);
    measure();
    return () => observer.disconnect();
  }, [chosenPath]);

  // The selection may come from the ribbon or the gallery: bring its line into sight, without moving focus.
  useEffect(() => {
    const line = box.current?.querySelector<HTMLElement>("[aria-selected='true']");
    const side = line?.closest<HTMLElement>(SIDE);
    if (!line || !side || side.scrollHeight <= side.clientHeight) return;
    const [top, bottom] = [line.getBoundingClientRect().top, line.getBoundingClientRect().bottom];
    const frame = side.getBoundingClientRect();
    if (top < frame.top || bottom > frame.bottom) side.scrollTop += top - frame.top - frame.height / 3;
  }, [chosenPath, all.value.length]);

  const act = (line: Line) => {
    if (line.window) text.showWindow(line.window.key, line.window.range);
    else if (line.run) text.showRun(line.run.key, line.run.show);
    else if (line.kind === "loop") choose.place(line.loop, text.pathTo(line.key));
    else if (line.open !== null) text.toggle(line.key);
  };

  const key = (event: KeyboardEvent) => {
    const at = all.value.findIndex((line) => line.key === current);
    const line = all.value[at];
    if (!line || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || (event.key === " " && line.open === null)) act(line);
    else if (folds(event.key, line)) text.toggle(line.key);
    else if (!MOVES.includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    const target = all.value[folds(event.key, line) ? -1 : targetOf(event.key, all.value, at)];
    if (!target) return;
    cursor.value = target.key;
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus());
  };

  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- One of its items has the focus.
    <div class={`${style.tree} ${prose.mono}`} role="tree" aria-label="The nest as text" ref={box} onKeyDown={key}>
      {all.value.map((line) => (
        <Row
          key={line.key}
          line={line}
          chosen={line.key === chosenPath}
          current={line.key === current}
          focused={() => (cursor.value = line.key)}
          act={() => {
            cursor.value = line.key;
            act(line);
          }}
        />
      ))}
    </div>
  );
}

/** Keys that move from line to line. */
const MOVES: readonly string[] = ["ArrowDown", "ArrowUp", "Home", "End", "ArrowRight", "ArrowLeft"];

/** Whether a key opens or closes a line. */
function folds(key: string, { open }: Line): boolean {
  if (key === "ArrowRight") return open === false;
  return key === "ArrowLeft" ? open === true : key === " " && open !== null;
}

/** The line that a key leads to from the one at a place; -1 for none. */
function targetOf(key: string, all: readonly Line[], at: number): number {
  const line = all[at];
  switch (key) {
    case "ArrowDown":
      return Math.min(all.length - 1, at + 1);
    case "ArrowUp":
      return Math.max(0, at - 1);
    case "Home":
      return 0;
    case "End":
      return all.length - 1;
    case "ArrowRight":
      return line?.open ? at + 1 : -1;
    case "ArrowLeft":
      return all.findLastIndex(({ depth, open }, index) => index < at && depth < (line?.depth ?? 0) && open !== null);
    default:
      return -1;
  }
}

const INDENT = 14;

function Row(props: { line: Line; chosen: boolean; current: boolean; focused: () => void; act: () => void }) {
  const text = useNestText();
  const { line, chosen, current, focused, act } = props;
  const dim = line.kind === "symbol" || line.kind === "loop" ? "" : style.dim;
  const kind = line.kind === "loop" ? style.loop : line.open !== null || line.window || line.run ? style.opens : "";
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- The tree takes the keys of its items.
    <div
      role="treeitem"
      class={`${dim} ${kind}`}
      aria-level={line.depth + 1}
      aria-expanded={line.open ?? undefined}
      aria-selected={chosen}
      tabIndex={current ? 0 : -1}
      style={{ paddingLeft: `${10 + line.depth * INDENT}px` }}
      onFocus={focused}
      onClick={act}
    >
      <span
        class={style.fold}
        aria-hidden="true"
        onClick={(event) => {
          if (line.open === null) return;
          event.stopPropagation();
          text.toggle(line.key);
        }}
      >
        {line.open === null ? "" : line.open ? "▾" : "▸"}
      </span>
      <span class={style.line} title={line.text.length > 26 ? line.text : undefined}>
        {line.text}
      </span>
      {line.right && <span class={style.right}>{line.right}</span>}
    </div>
  );
}
