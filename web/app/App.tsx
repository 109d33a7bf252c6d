/** The page: landing or workspace, what lies over them, and what is read out. */
import { useSignal, useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { counted, percent, times } from "../base/format";
import { FileInputs } from "../components/OpenButton";
import { home } from "../state/link";
import { openFiles } from "../state/open";
import { page } from "../state/screen";
import { card, loaded, opening, row, said, shown, strips } from "../state/store";
import { ColumnsDialog } from "../views/Columns";
import { Landing } from "../views/Landing";
import { PaperTable } from "../views/PaperTable";
import { Sheets } from "../views/Sheets";
import { WordsDialog } from "../views/Words";
import { Workspace } from "../views/Workspace";
import { watchDrops } from "./drop";
import { watchKeys } from "./shortcuts";

export function App(): JSX.Element {
  const carrying = useSignal<number | null>(null);
  useEffect(() => watchDrops(carrying), []);
  useEffect(() => watchKeys(), []);
  useSignalEffect(() => {
    const name = shown.value?.name;
    const shows = name ?? (page.value === "table3" ? "The paper’s table, live" : "");
    document.title = shows ? `${shows} – Loopscope` : "Loopscope";
  });
  const busy = opening.value?.visible === true;
  return (
    <>
      {loaded.value || busy ? <Workspace home={home} /> : page.value === "table3" ? <PaperTable /> : <Landing />}
      <Sheets />
      <ColumnsDialog />
      <WordsDialog />
      <FileInputs open={openFiles} />
      {carrying.value !== null && (
        <div class="dropping">
          {/* A single one may be a folder: the browser does not tell before it is let go. */}
          <p>{carrying.value > 1 ? `Let go to read ${counted(carrying.value, "file")}` : "Let go to read it"}</p>
        </div>
      )}
      {said.value && <div class="toast">{said.value}</div>}
      <p class="hidden" aria-live="polite">
        {said.value || <Spoken />}
      </p>
    </>
  );
}

/** The selection as a sentence, for whoever does not see it. */
function Spoken(): JSX.Element | null {
  const now = shown.value;
  const loop = card.value;
  if (!now || !row.value) return null;
  const noun = now.summary.noun;
  const what = loop
    ? `Loop L${loop.id} selected: ${times(loop.count)}, ${counted(loop.period, noun)} each time, ${percent(loop.share)}`
    : "No loop selected";
  const opened = strips.value.find((strip) => loop && strip.opened?.loop === loop.id)?.opened;
  return (
    <>
      Process {row.value.process}. {what}
      {opened && `, iteration ${opened.iteration + 1} of ${opened.count} shown`}.
    </>
  );
}
