/** The nest of a process as text that folds: a tree for keyboard and screen reader. */
import { useComputed, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { count } from "../../base/format";
import { lines, type Line } from "./tree";
import { choosePlace } from "../../workspace/choose";
import { chosenWay, pathOf, room, showRun, showWindow, toggle, tree, wayTo } from "./textState";

const LINE_PX = 19;
/** What stands below the text in its column, and the column's own margin. */
const BELOW_PX = 84;

export function NestText(): JSX.Element {
  const all = useComputed(() => lines(tree.value, count, room.value));
  const cursor = useSignal<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const chosenPath = pathOf(chosenWay.value ?? []);
  const current = all.value.some(({ key }) => key === cursor.value) ? cursor.value : chosenPath || (all.value[0]?.key ?? null);

  // The text may grow as far as the column is free; what stands above it changes with the selection.
  useEffect(() => {
    const side = box.current?.closest<HTMLElement>(".side, .sheet");
    if (!side || !box.current) return undefined;
    const measure = (): void => {
      const above = (box.current?.getBoundingClientRect().top ?? 0) - side.getBoundingClientRect().top + side.scrollTop;
      room.value = Math.max(0, Math.floor((side.clientHeight - above - BELOW_PX) / LINE_PX));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(side);
    measure();
    return () => observer.disconnect();
  }, [chosenPath]);

  // The selection may come from the ribbon or the gallery: bring its line into sight, without moving focus.
  useEffect(() => {
    const line = box.current?.querySelector<HTMLElement>("[aria-selected='true']");
    const side = line?.closest<HTMLElement>(".side");
    if (!line || !side || side.scrollHeight <= side.clientHeight) return;
    const [top, bottom] = [line.getBoundingClientRect().top, line.getBoundingClientRect().bottom];
    const frame = side.getBoundingClientRect();
    if (top < frame.top || bottom > frame.bottom) side.scrollTop += top - frame.top - frame.height / 3;
  }, [chosenPath, all.value.length]);

  const act = (line: Line): void => {
    if (line.window) showWindow(line.window.key, line.window.range);
    else if (line.run) showRun(line.run.key, line.run.show);
    else if (line.kind === "loop") choosePlace(line.loop, wayTo(line.key));
    else if (line.open !== null) toggle(line.key);
  };

  const key = (event: KeyboardEvent): void => {
    const at = all.value.findIndex((line) => line.key === current);
    const line = all.value[at];
    if (!line || event.ctrlKey || event.metaKey || event.altKey) return;
    let to = -1;
    if (event.key === "ArrowDown") to = Math.min(all.value.length - 1, at + 1);
    else if (event.key === "ArrowUp") to = Math.max(0, at - 1);
    else if (event.key === "Home") to = 0;
    else if (event.key === "End") to = all.value.length - 1;
    else if (event.key === "ArrowRight") {
      if (line.open === false) toggle(line.key);
      else if (line.open) to = at + 1;
    } else if (event.key === "ArrowLeft") {
      if (line.open) toggle(line.key);
      else to = all.value.findLastIndex((other, index) => index < at && other.depth < line.depth && other.open !== null);
    } else if (event.key === " ") {
      if (line.open !== null) toggle(line.key);
      else act(line);
    } else if (event.key === "Enter") act(line);
    else return;
    event.preventDefault();
    event.stopPropagation();
    const target = all.value[to];
    if (!target) return;
    cursor.value = target.key;
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus());
  };

  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- One of its items has the focus.
    <div class="text mono" role="tree" aria-label="The nest as text" ref={box} onKeyDown={key}>
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

const INDENT = 14;

function Row(props: { line: Line; chosen: boolean; current: boolean; focused: () => void; act: () => void }): JSX.Element {
  const { line, chosen, current, focused, act } = props;
  const dim = line.kind === "symbol" || line.kind === "loop" ? "" : "dim ";
  const kind = line.kind === "loop" ? "loop" : line.open !== null || line.window || line.run ? "opens" : "";
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- The tree takes the keys of its items.
    <div
      role="treeitem"
      class={dim + kind}
      aria-level={line.depth + 1}
      aria-expanded={line.open ?? undefined}
      aria-selected={chosen}
      tabIndex={current ? 0 : -1}
      style={{ paddingLeft: `${10 + line.depth * INDENT}px` }}
      onFocus={focused}
      onClick={act}
    >
      <span
        class="fold"
        aria-hidden="true"
        onClick={(event) => {
          if (line.open === null) return;
          event.stopPropagation();
          toggle(line.key);
        }}
      >
        {line.open === null ? "" : line.open ? "▾" : "▸"}
      </span>
      <span class="line" title={line.text.length > 26 ? line.text : undefined}>
        {line.text}
      </span>
      {line.right && <span class="right">{line.right}</span>}
    </div>
  );
}
