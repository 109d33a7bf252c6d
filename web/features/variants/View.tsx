/** The offer to read a process, or the program, as one loop of several variants; and, taken, the loop with its branches and which variant comes when. */
import type { ReadonlySignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { count, counted } from "../../base/format";
import type { ModelSummary } from "../../engine/wire";
import { useWorkspace } from "../../workspace/workspace";
import { useProgramVariants, useVariants, type VariantsState } from "./state";
import * as controls from "../../components/controls.module.css";
import * as prose from "../../components/prose.module.css";
import * as style from "./View.module.css";

/** The letters by which the order names variants; more of them have numbers. */
const LETTERS = 26;
/** Variants that are listed; more have only a few iterations each. */
const MOST_NAMED = 12;

/** What a variant is called. */
function nameOf(variant: number, all: number): string {
  return all <= LETTERS ? String.fromCharCode(65 + variant) : String(variant + 1);
}

/** One line: what the reading holds, and the way to it and back. */
export function VariantsOffer(): JSX.Element | null {
  const { screen } = useWorkspace();
  const state = useVariants();
  const toggle = (taken: boolean): void => {
    if (screen.view.value !== "nest") screen.show("nest");
    screen.variants.value = taken;
  };
  return <Offer state={state} taken={screen.variants.value && screen.view.value === "nest"} take={toggle} />;
}

/** The offer and, where it is taken, what it offers. */
export function Variants(): JSX.Element | null {
  const { screen } = useWorkspace();
  const state = useVariants();
  return (
    <>
      <VariantsOffer />
      {screen.variants.value && <Reading state={state} />}
    </>
  );
}

/** The same of the whole program. `summary`: its model. */
export function OfProgram({ summary }: { summary: ReadonlySignal<ModelSummary | null> }): JSX.Element | null {
  const { screen } = useWorkspace();
  const state = useProgramVariants(summary);
  const taken = screen.variants.value;
  return (
    <>
      <Offer state={state} taken={taken} take={(take) => (screen.variants.value = take)} />
      {taken && <Reading state={state} />}
    </>
  );
}

function Offer({ state, taken, take }: { state: VariantsState; taken: boolean; take: (taken: boolean) => void }): JSX.Element | null {
  if (!state.reply.value) return null;
  return (
    <p class={`${prose.quiet} ${style.offer}`} data-testid="variants-offer">
      {state.reply.value.sentence}{" "}
      <button type="button" class={controls.link} aria-expanded={taken} onClick={() => take(!taken)}>
        {taken ? "Show as recorded" : "Show variants"}
      </button>
    </p>
  );
}

function Reading({ state }: { state: VariantsState }): JSX.Element | null {
  const reply = state.reply.value;
  if (!reply) return null;
  const { times, columns } = reply;
  const at = columns[state.column.value];
  const legend = times.slice(0, MOST_NAMED).map((often, variant) => ({ often, variant }));
  return (
    <section class={style.reading} aria-label="Variants of the iterations" data-testid="variants">
      {times.length > 1 && (
        <>
          <ul class={style.legend}>
            {legend.map(({ variant, often }) => (
              <li key={variant}>
                <span class={style.shade} data-shade={state.shadeOf(variant)} aria-hidden="true" /> {nameOf(variant, times.length)} {count(often)} of {count(reply.iterations)}
              </li>
            ))}
          </ul>
          <Strip state={state} />
          {at && (
            <p class={`${prose.small} ${style.chosen}`}>
              Iteration {count(at.iteration + 1)} is variant {nameOf(at.variant, times.length)}
              {state.showEvents ? (
                <>
                  : {counted(at.end - at.first, "event")}.{" "}
                  <button type="button" class={controls.link} onClick={() => state.show()}>
                    Show its events in the ribbon
                  </button>
                </>
              ) : (
                "."
              )}
            </p>
          )}
          <p class={`${prose.small} ${prose.quiet}`}>
            In order: <span class={prose.mono}>{reply.order}</span>
          </p>
        </>
      )}
      <div class={style.text} tabIndex={0} role="group" aria-label="The loop with its branches">
        <pre class={prose.mono}>{reply.text}</pre>
      </div>
    </section>
  );
}

/** Draws the columns in the shades of their variants, with a mark under the chosen one, again where width or theme changes. */
function usePaintedColumns(canvas: { current: HTMLCanvasElement | null }, state: VariantsState, columns: readonly { variant: number }[], chosen: number): void {
  const { themes } = useWorkspace();
  const theme = themes.theme.value;
  useEffect(() => {
    const target = canvas.current;
    const context = target?.getContext("2d");
    if (!target || !context) return undefined;
    const draw = (): void => {
      const scale = devicePixelRatio;
      [target.width, target.height] = [Math.round(target.clientWidth * scale), Math.round(target.clientHeight * scale)];
      const styles = getComputedStyle(target);
      const shades = ["--d3", "--work", "--call"].map((name) => styles.getPropertyValue(name));
      const width = target.width / Math.max(1, columns.length);
      // A gap where there is room for one.
      const gap = width >= 6 * scale ? scale : 0;
      for (const [at, { variant }] of columns.entries()) {
        context.fillStyle = shades[state.shadeOf(variant)] ?? "";
        const [from, to] = [Math.round(at * width), Math.round((at + 1) * width)];
        context.fillRect(from, 0, Math.max(1, to - from - gap), target.height - 4 * scale);
        if (at !== chosen) continue;
        context.fillStyle = styles.getPropertyValue("--ink");
        context.fillRect(from, target.height - 3 * scale, Math.max(2 * scale, to - from - gap), 3 * scale);
      }
    };
    const observer = new ResizeObserver(draw);
    observer.observe(target);
    draw();
    return () => observer.disconnect();
  }, [columns, chosen, theme]);
}

/** The iterations in order, each in the shade of its variant; a slider for keys. */
function Strip({ state }: { state: VariantsState }): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const reply = state.reply.value;
  const columns = reply?.columns ?? [];
  const chosen = state.column.value;
  usePaintedColumns(canvas, state, columns, chosen);
  const at = columns[chosen];
  const key = (event: KeyboardEvent): void => {
    const other = (by: number): number => {
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
  const point = (event: PointerEvent): void => {
    const box = canvas.current?.getBoundingClientRect();
    if (box && box.width > 0) state.choose(Math.floor(((event.clientX - box.left) / box.width) * columns.length));
  };
  return (
    <canvas
      ref={canvas}
      class={style.strip}
      role="slider"
      tabIndex={0}
      aria-label="Iterations in order; Page Down leads to the next one of another variant"
      aria-valuemin={0}
      aria-valuemax={Math.max(0, columns.length - 1)}
      aria-valuenow={chosen}
      aria-valuetext={at && `iteration ${count(at.iteration + 1)}, variant ${nameOf(at.variant, reply?.times.length ?? 1)}`}
      onKeyDown={key}
      onPointerDown={point}
      onPointerMove={(event) => {
        if (event.buttons === 1) point(event);
      }}
    />
  );
}
