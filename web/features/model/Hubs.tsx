/** A program whose processes take from whoever comes first: each partner by itself as text, and whose turn it was as a picture. */
import { Fragment } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { count, counted } from "../../base/format";
import { keyed } from "../../base/keyed";
import { useWorkspace } from "../../workspace/workspace";
import { useModel } from "./state";
import * as prose from "../../components/prose.module.css";
import * as style from "./Hubs.module.css";

/** Whose turn it was at one process. */
type Turns = { hub: number; partners: string; among: number; turns: number; columns: readonly number[] };

export function Hubs() {
  const hubs = useModel().summary.value?.hubs;
  if (!hubs) return null;
  return (
    <section class={style.hubs} aria-label="Each partner by itself" data-testid="hubs">
      <div class={style.text} tabIndex={0} role="group" aria-label="The program with each partner by itself">
        {linesOf(hubs.text).map(({ key, item: [code, says] }) => (
          <Fragment key={key}>
            <pre class={prose.mono}>{code}</pre>
            {says && (
              <p class={`${prose.aside} ${style.says}`} style={{ paddingLeft: `${indentOf(code) + 2}ch` }}>
                {says}
              </p>
            )}
          </Fragment>
        ))}
      </div>
      {hubs.turns.map((turns) => (
        <WhoseTurn key={turns.hub} turns={turns} />
      ))}
    </section>
  );
}

/** The lines of the text, each with what its comment says beside the number of the loop. */
function linesOf(text: string): { key: string; item: readonly [string, string] }[] {
  const lines = text.trimEnd().split("\n").map((line): readonly [string, string] => {
    const [code = "", comment = ""] = line.split(/ +(?=# \d)/);
    return [code, comment.replace(/^# \d+ /, "")];
  });
  return keyed(lines, (line) => line.join());
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** The turns of a process from left to right, each at the height of its partner. */
function WhoseTurn({ turns }: { turns: Turns }) {
  const { themes } = useWorkspace();
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = themes.theme.value;
  const says = `Whose turn at process ${turns.hub}: ${counted(turns.turns, "turn")} of ${counted(turns.among, "process")}, ${turns.partners} from top to bottom`;
  const { columns } = turns;
  useEffect(() => {
    const target = canvas.current;
    const context = target?.getContext("2d");
    if (!target || !context) return undefined;
    const known = [...new Set(columns)].sort((one, other) => one - other);
    const rowOf = new Map(known.map((partner, row) => [partner, row]));
    const draw = () => {
      const scale = devicePixelRatio;
      [target.width, target.height] = [Math.round(target.clientWidth * scale), Math.round(target.clientHeight * scale)];
      context.fillStyle = getComputedStyle(target).getPropertyValue("--ink");
      const [width, height] = [target.width / Math.max(1, columns.length), target.height / Math.max(1, known.length)];
      for (const [at, partner] of columns.entries()) context.fillRect(at * width, (rowOf.get(partner) ?? 0) * height, Math.max(scale, width), Math.max(scale, height));
    };
    const observer = new ResizeObserver(draw);
    observer.observe(target);
    draw();
    return () => observer.disconnect();
  }, [columns, theme]);
  return (
    <figure class={style.turns}>
      <figcaption class={prose.aside}>
        {says}
        {columns.length < turns.turns && `; ${count(columns.length)} are drawn`}.
      </figcaption>
      <canvas ref={canvas} class={style.strip} role="img" aria-label={says} />
    </figure>
  );
}
