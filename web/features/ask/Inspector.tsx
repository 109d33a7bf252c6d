/** The column of a question: what is taken, where the construct stands in the trace, and the question as text and as a program. */
import type { ComponentChildren } from "preact";
import { counted } from "../../base/format";
import { LinkButton } from "../../components/Buttons";
import { copyText } from "../../components/save";
import { UnderWay } from "../../components/UnderWay";
import type { AskConstruct, AskWhat } from "../../engine/wire";
import { useWorkspace } from "../../workspace/workspace";
import { useAsk } from "./state";
import { meaningOf, nameOf, queryLines, shapeOf, valueText } from "./words";
import * as style from "./View.module.css";
import * as controls from "../../components/controls.module.css";
import * as inspector from "../../components/inspector.module.css";
import * as prose from "../../components/prose.module.css";

const PROGRAMS: readonly { what: AskWhat; label: string; title: string }[] = [
  { what: "text", label: "text", title: "The model's text with this question, for `loopscope ask`" },
  { what: "c", label: "C", title: "A program in C that finds the same records in the columns of `loopscope split --to columns`" },
  { what: "python", label: "Python", title: "A program in Python that finds the same records in the files of `loopscope split`" },
  { what: "sql", label: "SQL", title: "A query for DuckDB that finds the same records in the files of `loopscope split`" },
];

export function AskInspector({ after }: { after?: ComponentChildren }) {
  const { screen } = useWorkspace();
  const ask = useAsk();
  const construct = ask.construct.value;
  const column = screen.narrow.value ? undefined : inspector.column;
  return (
    <div class={column}>
      {construct ? <About construct={construct} /> : ask.share.value !== null && <UnderWay label="Reading" counts="Done so far" share={ask.share.value}>Reading</UnderWay>}
      {construct && <Take construct={construct} />}
      {construct && <Where construct={construct} />}
      {construct && <Query construct={construct} />}
      {after}
    </div>
  );
}

function About({ construct }: { construct: AskConstruct }) {
  const ask = useAsk();
  const around = construct.loops.at(-1);
  const sizes = shapeOf(construct, []).map(({ count }) => count);
  const runs = sizes.reduce((all, count) => all * count, 1);
  const on = construct.members.length === 1 ? `process ${construct.members[0]}` : counted(construct.members.length, "process");
  return (
    <section aria-label="What is asked about">
      <div class={inspector.chosen}>
        <h2 style={{ fontSize: "18px" }}>{construct.kind === "loop" ? `iterations of ${construct.words}` : (construct.kind === "send" || construct.kind === "receive") ? nameOf(construct).replace(/, tag.*/, "") : nameOf(construct)}</h2>
        {around && construct.kind !== "loop" && <span class={inspector.badge}>L{around.id}</span>}
      </div>
      <p class={inspector.says}>
        On {on}, {sizes.length > 1 ? `${sizes.join(" × ")} = ` : ""}
        {counted(runs, "time")}.{" "}
        {ask.link.value.construct !== null && (
          <LinkButton onClick={() => ask.choose({ construct: null, attributes: [], ranges: [] })}>
            The whole loop instead
          </LinkButton>
        )}
      </p>
    </section>
  );
}

/** The attributes, those that vary first, with what their values are between. */
function Take({ construct }: { construct: AskConstruct }) {
  const ask = useAsk();
  const known = ask.valuesOf.value;
  const rangeOf = (name: string) => known?.find(({ attribute }) => attribute === name);
  const rank = (name: string) => {
    const found = rangeOf(name);
    if (!found) return 0;
    return found.refused ? 2 : found.least === found.most ? 1 : 0;
  };
  const names = [...construct.attributes].sort((a, b) => rank(a) - rank(b));
  return (
    <section aria-label="Attributes that are taken">
      <div class={style.titled}>
        <h3>Take</h3>
        <span class={prose.aside}>what varies comes first</span>
      </div>
      <div class={style.take}>
        {names.map((name) => {
          const found = rangeOf(name);
          const text = !found ? "" : found.refused ? "cannot be told" : found.least === found.most ? `always ${valueText(found.most, name)}` : `${valueText(found.least, name)} to ${valueText(found.most, name)}`;
          return (
            <label key={name} title={found?.refused || meaningOf(name)}>
              <input type="checkbox" checked={ask.attributes.value.includes(name)} disabled={Boolean(found?.refused)} onChange={() => ask.take(name)} />
              <b style={{ fontWeight: 400 }}>{name}</b>
              <span>{text}</span>
            </label>
          );
        })}
      </div>
    </section>
  );
}

function Where({ construct }: { construct: AskConstruct }) {
  return (
    <section aria-label="Where it stands in the trace">
      <h3>Where it stands in the trace</h3>
      {construct.positions.slice(0, 6).map(([processes, formula]) => (
        <p key={processes} class={style.formula} data-testid="position">
          {formula.replaceAll("+", " + ").replaceAll("*", "·")}
          {construct.positions.length > 1 && <span class={prose.quiet}> on {processes}</span>}
        </p>
      ))}
      <p class={prose.aside}>position among the events of {construct.members.length === 1 ? `process ${construct.members[0]}` : "each process"}; so a record is found without reading the others</p>
    </section>
  );
}

function Query({ construct }: { construct: AskConstruct }) {
  const { toast } = useWorkspace();
  const ask = useAsk();
  const line = ask.answered.value?.answer.line ?? "";
  const copy = async ({ what, label }: (typeof PROGRAMS)[number]): Promise<void> => {
    const text = await ask.file(what);
    if (text !== null) await copyText(toast, text, `the question as ${label}`);
  };
  return (
    <section aria-label="As a query">
      <div class={style.titled}>
        <h3>As a query</h3>
        <button type="button" class={`${controls.link} ${prose.small}`} title="Copy the question as a document, for `loopscope ask`" onClick={() => void copyText(toast, ask.document(), "the question as JSON")}>
          copy
        </button>
      </div>
      <div class={style.query} role="group" aria-label="The question as text" data-testid="query">
        {queryLines(construct, line).map(({ text, asks }) => (
          <div key={text} data-asks={asks}>
            {text}
          </div>
        ))}
      </div>
      <div class={style.copies}>
        <span class={prose.quiet}>copy as</span>
        {PROGRAMS.map((program) => (
          <LinkButton key={program.what} title={program.title} onClick={() => void copy(program)}>
            {program.label}
          </LinkButton>
        ))}
      </div>
    </section>
  );
}
