/** The pattern of addresses: position against address of one strip of the ribbon, and a row for every value. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { capital, counted } from "../../base/format";
import { keyed } from "../../base/keyed";
import type { Hit } from "../../engine/wire";
import { LinkButton } from "../../components/Buttons";
import { paint } from "../../components/canvas";
import { Tip, type TipAt } from "../../components/Tip";
import { useFonts, useWidth } from "../../components/usePicture";
import { useWorkspace } from "../../workspace/workspace";
import { useAddresses } from "./state";
import * as style from "./style.module.css";
import * as controls from "../../components/controls.module.css";
import * as prose from "../../components/prose.module.css";
import * as layout from "../../components/layout.module.css";

export function Addresses() {
  return useAddresses().exists.value ? <Pattern /> : null;
}

function Pattern() {
  const { selection } = useWorkspace();
  const addresses = useAddresses();
  const box = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const tip = useSignal<TipAt | null>(null);
  const fonts = useFonts();
  const now = addresses.reply.value;
  const picture = now?.picture;

  useWidth(box, addresses.width);

  useEffect(() => {
    tip.value = null;
    if (canvas.current && picture && fonts.value) paint(canvas.current, picture);
  }, [picture, fonts.value]);

  const over = (event: PointerEvent) => {
    const frame = canvas.current?.getBoundingClientRect();
    if (!frame || !picture) return;
    const [x, y] = [event.clientX - frame.left, event.clientY - frame.top];
    const hit = picture.hits.findLast((one) => inside(one, x, y));
    tip.value = hit ? { title: hit.title, detail: hit.detail, x, y, width: frame.width } : null;
  };

  return (
    <section class={style.addresses} aria-label="Pattern of addresses">
      <div class={style.title}>
        <h2>{capital(now?.fields[now.field] || "value")} by position</h2>
        <Strips chosen={now?.strip ?? 0} />
        {now && <Fields names={now.fields} chosen={now.field} />}
      </div>
      <figure ref={box} aria-busy={!picture}>
        <canvas
          ref={canvas}
          role="img"
          aria-label={now ? `${now.title}: ${counted(now.events, selection.shown.value?.summary.noun ?? "tuple")}. The table below has the same figures.` : ""}
          data-testid="addresses"
          style={{ height: picture ? `${picture.height}px` : "200px", width: picture ? `${picture.width}px` : "100%" }}
          onPointerMove={over}
          onPointerLeave={() => (tip.value = null)}
        />
        {tip.value && <Tip at={tip.value} />}
      </figure>
      {now && <Rows />}
    </section>
  );
}

function inside({ x, y, w, h }: Hit, atX: number, atY: number): boolean {
  return atX >= x && atX <= x + w && atY >= y && atY <= y + h;
}

/** Which strip is shown: the whole trace, or an iteration of one of the opened loops. */
function Strips({ chosen }: { chosen: number }) {
  const { ribbon } = useWorkspace();
  const addresses = useAddresses();
  return (
    <span class={style.strips} role="radiogroup" aria-label="What is shown">
      {keyed(ribbon.strips.value, ({ title }) => title).map(({ key, item: { title, loop } }, index) => (
        <button
          key={key}
          type="button"
          role="radio"
          class={controls.link}
          aria-checked={index === chosen}
          title={title}
          onClick={() => (addresses.strip.value = index)}
        >
          {index === 0 ? "whole trace" : `in L${loop}`}
        </button>
      ))}
    </span>
  );
}

function Fields({ names, chosen }: { names: readonly string[]; chosen: number }) {
  const addresses = useAddresses();
  if (names.length < 2) return null;
  return (
    <label class={prose.aside}>
      field{" "}
      <select value={chosen} onChange={(event) => (addresses.field.value = Number(event.currentTarget.value))}>
        {keyed(names, (name) => name).map(({ key, item }, index) => (
          <option key={key} value={index}>
            {item || `number ${index + 1}`}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What the picture shows, as a table: it is also its legend. */
function Rows() {
  const { choose } = useWorkspace();
  const addresses = useAddresses();
  const now = addresses.reply.value;
  if (!now || now.rows.length === 0) return null;
  const field = now.fields[now.field] || "number";
  return (
    <div class={layout.scrollsWhenNarrow}>
      <table class={style.values}>
        <thead>
          <tr>
            <th scope="col">value</th>
            <th scope="col">from and to</th>
            <th scope="col">stride of the {field}</th>
            <th scope="col">in</th>
          </tr>
        </thead>
        <tbody>
          {keyed(now.rows, ({ text }) => text).map(({ key, item: { text, slot, reach, strides, loop } }) => (
            <tr key={key}>
              <th scope="row" class={prose.mono}>
                <span class={style.swatch} style={{ background: slot < 0 ? "var(--ink2)" : `var(--t${slot})` }} /> {text}
              </th>
              <td class={prose.mono}>{reach}</td>
              <td>{strides}</td>
              <td>
                {loop > 0 ? (
                  <LinkButton onClick={() => choose.loop(loop)}>
                    L{loop}
                  </LinkButton>
                ) : (
                  "no loop"
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {now.leftOut > 0 && <p class={prose.aside}>and {counted(now.leftOut, "more row")}</p>}
    </div>
  );
}
