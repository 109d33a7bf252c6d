/** The page: the first screen or a trace, the dialogs over them, and the sentences that are read out. */
import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { counted } from "../base/format";
import { PAPER_TITLES, type PaperName } from "../base/places";
import { Raised } from "../components/Raised";
import { Later, type Load } from "../components/Later";
import { FileInputs } from "../components/OpenButton";
import { Landing } from "../features/landing/View";
import { Spoken } from "./Spoken";
import { Frame } from "./Frame";
import { newVersion } from "./offline";
import { watchDrops } from "./drop";
import { watchKeys } from "./shortcuts";
import { useWorkspace } from "../workspace/workspace";
import * as style from "./App.module.css";
import * as prose from "../components/prose.module.css";

const loadColumns: Load = async () => (await import("../features/opening/Columns")).ColumnsDialog;
const loadConsent: Load = async () => (await import("../features/opening/Consent")).ConsentDialog;
const loadWords: Load = async () => (await import("../features/opening/Words")).WordsDialog;
const loadNewVersion: Load = async () => (await import("./NewVersion")).NewVersion;
const loadSheets: Load = async () => (await import("./Sheets")).Sheets;
/** The pages of the papers, and the lab. */
const PAPERS: Readonly<Record<PaperName, Load>> = {
  table3: async () => (await import("../features/paper/View")).PaperTable,
  flowgraphs: async () => (await import("../features/flowpaper/View")).FlowPaper,
  whatif: async () => (await import("../features/whatifpaper/View")).WhatIfPaper,
  lab: async () => (await import("../features/lab/View")).Lab,
};

export function App() {
  const workspace = useWorkspace();
  const { screen, traces, selection, toast, opener, address, consent } = workspace;
  const paper = screen.page.value;
  const carrying = useSignal<number | null>(null);
  useEffect(() => watchDrops(opener, carrying), []);
  useEffect(() => watchKeys(workspace), []);
  useSignalEffect(() => {
    const name = selection.shown.value?.name;
    const shows = name ?? (screen.page.value === "start" ? "" : PAPER_TITLES[screen.page.value]);
    document.title = shows ? `${shows} – Loopscope` : "Loopscope";
  });
  return (
    <>
      <a class={style.skip} href="#main" onClick={skip}>
        {selection.shown.value ? "Skip to the picture" : "Skip to the content"}
      </a>
      {traces.loaded.value || traces.busy.value || address.arriving.value ? <Frame /> : paper === "start" ? <Landing /> : <Later key={paper} load={PAPERS[paper]} until={<main id="main" tabIndex={-1} aria-busy="true" />} />}
      {screen.sheet.value !== "none" && <Later load={loadSheets} />}
      {traces.columnQuestion.value && <Later load={loadColumns} />}
      {consent.question.value && <Later load={loadConsent} />}
      {traces.wordQuestion.value && <Later load={loadWords} />}
      <FileInputs open={opener.files} />
      {newVersion.value && <Later load={loadNewVersion} />}
      {carrying.value !== null && (
        <Raised class={style.dropping} id="dropping">
          {/* A single one may be a folder: the browser does not tell before it is let go. */}
          <p>{carrying.value > 1 ? `Release to read ${counted(carrying.value, "file")}` : "Release to read it"}</p>
        </Raised>
      )}
      {toast.text.value && <Raised class={style.toast} id="toast">{toast.text.value}</Raised>}
      <p class={prose.hidden} aria-live="polite" data-testid="said">
        {toast.text.value}
      </p>
      <p class={prose.hidden} aria-live="polite" data-testid="spoken">
        <Spoken />
      </p>
    </>
  );
}

/** Moves the focus to the main part. The link is not followed: that would be an entry of the history. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}
