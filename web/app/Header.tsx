/** Name of the trace, and what it is analysed by. */
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { counted } from "../base/format";
import { Down, Logo } from "../components/Icons";
import { OpenButton } from "../components/OpenButton";
import { Pop } from "../components/Pop";
import { openSample } from "../workspace/open";
import { SAMPLES } from "../workspace/samples";
import { narrow, sheet, tab } from "../workspace/screen";
import { loaded, opening, row, shown } from "../workspace/store";
import { Choosers } from "../components/Choosers";
import { filesRead } from "./Loading";
import { ModelChoosers } from "../features/model/Choosers";
import { ThemeButton } from "../components/ThemeButton";

export function Header({ home }: { home: () => void }): JSX.Element {
  if (narrow.value) {
    return (
      <header class="head">
        <button type="button" class="logo" onClick={home} title="To the first page">
          <Logo /> Loopscope
        </button>
        <What />
      </header>
    );
  }
  return (
    <header class="head">
      <button type="button" class="logo" onClick={home} title="To the first page">
        <Logo /> Loopscope
      </button>
      <OpenButton label="Open" class="button edge" />
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
      {loaded.value && (!opening.value?.visible || opening.value.rebuild) && (tab.value === "model" ? <ModelChoosers /> : <Choosers />)}
      <ThemeButton />
      <button type="button" class="icon" aria-label="Keys" title="Keys (?)" onClick={() => (sheet.value = "keys")}>
        ?
      </button>
    </header>
  );
}

/** What is shown, in one line. */
function What(): JSX.Element {
  const now = shown.value;
  const busy = opening.value;
  const heading = useRef<HTMLHeadingElement>(null);
  const handle = loaded.value?.handle;
  // What had the focus has gone with the screen before: what follows begins at the name of the trace.
  useEffect(() => {
    const focused = document.activeElement;
    if (handle !== undefined && (!focused || focused === document.body)) heading.current?.focus({ preventScroll: true });
  }, [handle]);
  const name = busy && !busy.rebuild && busy.visible ? busy.name : (now?.name ?? "");
  const parts: string[] = [];
  if (narrow.value) {
    if (now && tab.value === "model") parts.push(counted(now.summary.processes.length, "process"));
    else if (now && row.value) parts.push(`process ${row.value.process}`);
  } else if (busy?.progress && busy.visible && !busy.rebuild) {
    const files = filesRead(busy);
    if (files) parts.push(files);
  } else if (now) {
    parts.push(counted(now.summary.processes.length, "process"), counted(now.summary.events, now.summary.noun));
  }
  return (
    <h1 class="what cut" tabIndex={-1} ref={heading} title={[name, ...parts].join(" · ")}>
      <b>{name}</b>
      {parts.map((part) => (narrow.value ? ` ${part}` : ` · ${part}`))}
    </h1>
  );
}

export function SampleList({ done }: { done: () => void }): JSX.Element {
  return (
    <div class="menu-list">
      {SAMPLES.map((sample) => (
        <button
          type="button"
          key={sample.id}
          onClick={() => {
            done();
            openSample(sample.id);
          }}
        >
          {sample.title}
          <span class="quiet">
            {counted(sample.processes, "process")} · {counted(sample.events, sample.noun ?? "event")}
          </span>
        </button>
      ))}
    </div>
  );
}
