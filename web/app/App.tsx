/** The page: landing or workspace, what lies over them, and what is read out. */
import { useSignal, useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { counted } from "../base/format";
import { FileInputs } from "../components/OpenButton";
import { home } from "../workspace/link";
import { openFiles } from "../workspace/open";
import { page } from "../workspace/screen";
import { loaded, opening, said, shown } from "../workspace/store";
import { ColumnsDialog } from "../features/opening/Columns";
import { Landing } from "../features/landing/View";
import { PaperTable } from "../features/paper/View";
import { ConsentDialog } from "../features/opening/Consent";
import { Spoken } from "./Spoken";
import { Sheets } from "./Sheets";
import { WordsDialog } from "../features/opening/Words";
import { Workspace } from "./Workspace";
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
      <a class="skip" href="#main" onClick={skip}>
        {shown.value ? "Skip to the picture" : "Skip to the content"}
      </a>
      {loaded.value || busy ? <Workspace home={home} /> : page.value === "table3" ? <PaperTable /> : <Landing />}
      <Sheets />
      <ColumnsDialog />
      <ConsentDialog />
      <WordsDialog />
      <FileInputs open={openFiles} />
      {carrying.value !== null && (
        <div class="dropping">
          {/* A single one may be a folder: the browser does not tell before it is let go. */}
          <p>{carrying.value > 1 ? `Let go to read ${counted(carrying.value, "file")}` : "Let go to read it"}</p>
        </div>
      )}
      {said.value && <div class="toast">{said.value}</div>}
      <p class="hidden" aria-live="polite" data-testid="said">
        {said.value}
      </p>
      <p class="hidden" aria-live="polite" data-testid="spoken">
        <Spoken />
      </p>
    </>
  );
}

/** To what the page is about. No address is followed: that would be an entry of the history. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}
