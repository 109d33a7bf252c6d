/** The iterations in order, each in the shade of its variant: a slider for keys, a click for the pointer. */
import { useEffect, useRef } from "preact/hooks";
import { count, span } from "../../base/format";
import { variantName } from "../../base/variants";
import { useWorkspace } from "../../workspace/workspace";
import { drawColumns } from "./draw";
import type { VariantsState } from "./state";
import * as style from "./Strip.module.css";

/** Its height in pixels, without and with durations. */
const FLAT_PX = 32;
const TALL_PX = 96;

/** `byDuration`: columns are as high as iterations are long. */
export function Strip({ state, byDuration = false }: { state: VariantsState; byDuration?: boolean }) {
  const { themes } = useWorkspace();
  const canvas = useRef<HTMLCanvasElement>(null);
  const reply = state.reply.value;
  const columns = reply?.columns ?? [];
  const chosen = state.column.value;
  const theme = themes.theme.value;
  const height = byDuration ? TALL_PX : FLAT_PX;
  useEffect(() => {
    const target = canvas.current;
    if (!target || !reply) return undefined;
    const draw = () => drawColumns(target, reply, { width: target.clientWidth, height, chosen, byDuration });
    const observer = new ResizeObserver(draw);
    observer.observe(target);
    draw();
    return () => observer.disconnect();
  }, [reply, chosen, theme, byDuration]);
  const at = columns[chosen];
  const key = (event: KeyboardEvent) => {
    const other = (by: number) => {
      let next = chosen + by;
      while (columns[next]?.variant === at?.variant && columns[next]) next += by;
      return columns[next] ? next : chosen;
    };
    const moves: Readonly<Record<string, () => number>> = {
      ArrowRight: () => chosen + 1,
      ArrowLeft: () => chosen - 1,
      ArrowUp: () => chosen + 1,
      ArrowDown: () => chosen - 1,
      PageUp: () => other(-1),
      PageDown: () => other(1),
      Home: () => 0,
      End: () => columns.length - 1,
    };
    const move = moves[event.key];
    if (event.key === "Enter") state.show();
    else if (move && !event.ctrlKey && !event.metaKey && !event.altKey) state.choose(move());
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const point = (event: PointerEvent) => {
    const box = canvas.current?.getBoundingClientRect();
    if (box && box.width > 0) state.choose(Math.floor(((event.clientX - box.left) / box.width) * columns.length));
  };
  const says = at && `iteration ${count(at.iteration + 1)}, variant ${variantName(at.variant, reply?.variants.length ?? 1)}${byDuration ? `, ${span(at.duration)}` : ""}`;
  return (
    <canvas
      ref={canvas}
      class={style.strip}
      style={{ height: `${height}px` }}
      role="slider"
      tabIndex={0}
      aria-label="Iterations in order; Page Down leads to the next one of another variant"
      aria-valuemin={0}
      aria-valuemax={Math.max(0, columns.length - 1)}
      aria-valuenow={chosen}
      aria-valuetext={says}
      onKeyDown={key}
      onPointerDown={point}
      onPointerMove={(event) => {
        if (event.buttons === 1) point(event);
      }}
    />
  );
}
