/** The header: name of the trace, samples, and the options of the analysis. */
import { useEffect, useRef } from "preact/hooks";
import { counted, span } from "../base/format";
import { Down } from "../components/Icons";
import { HomeButton } from "../components/HomeButton";
import { OpenButton } from "../components/OpenButton";
import { Pop } from "../components/Pop";
import { SAMPLES } from "../workspace/samples";
import { Later, type Load } from "../components/Later";
import { filesRead } from "./Loading";
import { ThemeButton } from "../components/ThemeButton";
import { isOfProgram } from "../workspace/scope";
import { useTime } from "../features/time/state";
import { addressOfPage } from "../workspace/address";
import { useWorkspace } from "../workspace/workspace";
import * as style from "./Header.module.css";
import * as controls from "../components/controls.module.css";
import * as prose from "../components/prose.module.css";
import * as menu from "../components/menu.module.css";

const loadChoosers: Load = async () => (await import("../components/Choosers")).Choosers;
const loadModelChoosers: Load = async () => (await import("../features/model/Choosers")).ModelChoosers;

export function Header() {
  const { screen, traces } = useWorkspace();
  if (screen.narrow.value) {
    return (
      <header class={style.header}>
        <HomeButton />
        <What />
        <button type="button" class={controls.icon} aria-label="More" title="Open, samples, method, colours, keys" onClick={() => (screen.sheet.value = "more")}>
          ⋯
        </button>
      </header>
    );
  }
  return (
    <header class={style.header}>
      <HomeButton />
      <OpenButton label="Open" class={`${controls.button} ${controls.outlined}`} />
      <Pop
        label={
          <>
            Samples <Down />
          </>
        }
      >
        {(close) => <SampleList done={close} />}
      </Pop>
      <What />
      {traces.loaded.value && (traces.busy.value?.rebuild ?? true) && screen.place.value === "loops" && (screen.view.value === "model" ? <Later key="model" load={loadModelChoosers} /> : <Later key="nest" load={loadChoosers} />)}
      <a class={`${controls.button} ${style.lab}`} href={addressOfPage("lab")} target="_blank" rel="noopener" title="Every algorithm, one step at a time; in a tab of its own">
        Lab
      </a>
      <ThemeButton />
      <button type="button" class={controls.icon} aria-label="Keys" title="Keys (?)" onClick={() => (screen.sheet.value = "keys")}>
        ?
      </button>
    </header>
  );
}

/** The trace that is shown, in one line. */
function What() {
  const { screen, traces, selection } = useWorkspace();
  const now = selection.shown.value;
  const busy = traces.opening.value;
  const run = useTime().summary.value?.run ?? 0;
  const heading = useRef<HTMLHeadingElement>(null);
  const handle = traces.loaded.value?.handle;
  // The focused element is no longer in the page: keyboards go on from the name of the trace.
  useEffect(() => {
    const focused = document.activeElement;
    if (handle !== undefined && (!focused || focused === document.body)) heading.current?.focus({ preventScroll: true });
  }, [handle]);
  const name = busy && !busy.rebuild && busy.visible ? busy.name : (now?.name ?? "");
  const parts: string[] = [];
  if (screen.narrow.value) {
    if (now && isOfProgram(screen.view.value, now)) parts.push(counted(now.summary.processes.length, "process"));
    else if (now && selection.row.value) parts.push(`process ${selection.row.value.process}`);
  } else if (busy?.progress && busy.visible && !busy.rebuild) {
    const files = filesRead(busy);
    if (files) parts.push(files);
  } else if (now) {
    parts.push(counted(now.summary.processes.length, "process"), counted(now.summary.events, now.summary.noun));
    if (run > 0) parts.push(span(run));
  }
  return (
    <h1 class={style.traceName} tabIndex={-1} ref={heading} title={[name, ...parts].join(" · ")}>
      <b class={prose.cut}>{name}</b>
      {parts.map((part) => (
        <span key={part}>{screen.narrow.value ? ` ${part}` : ` · ${part}`}</span>
      ))}
    </h1>
  );
}

export function SampleList({ done }: { done: () => void }) {
  const { opener } = useWorkspace();
  return (
    <div class={menu.menu} data-testid="menu">
      {SAMPLES.map((sample) => (
        <button
          type="button"
          key={sample.id}
          onClick={() => {
            done();
            opener.sample(sample.id);
          }}
        >
          {sample.title}
          <span class={prose.quiet}>
            {counted(sample.processes, "process")} · {counted(sample.events, sample.noun ?? "event")}
          </span>
        </button>
      ))}
    </div>
  );
}
