/** What is viewed, as a sentence that is read out whenever it changes: every move by key changes it. */
import { counted } from "../base/format";
import type { ViewName } from "../base/places";
import { spokenAddresses } from "../features/addresses/state";
import { spokenModel } from "../features/model/spoken";
import { spokenNest } from "../features/nest/spoken";
import { createTime } from "../features/time/state";
import { attributeOf } from "./attributes";
import { spokenPrediction } from "../features/predict/state";
import { isOfProgram } from "../workspace/scope";
import type { SheetName } from "../workspace/screen";
import { useWorkspace, type Workspace } from "../workspace/workspace";

const SENTENCES: Readonly<Record<ViewName, (workspace: Workspace, process: number) => string>> = {
  overview: spokenOverview,
  nest: (workspace, process) => `Process ${process}. ${spokenNest(workspace)}`,
  model: spokenModel,
  flow: spokenPicture,
  time: spokenPicture,
  iterations: spokenIterations,
};

/** What a picture says whose code is loaded late. */
function spokenPicture(workspace: Workspace, process: number): string {
  return workspace.screen.movable.value?.says?.value ?? spokenOverview(workspace, process);
}

/** The attribute that is shown. */
function spokenIterations(workspace: Workspace, process: number): string {
  const attribute = attributeOf(workspace);
  if (attribute === "foretold") return spokenPrediction(workspace, process);
  return attribute === "addresses" ? `Process ${process}. ${spokenNest(workspace)}${spokenAddresses(workspace)}` : `${spokenOverview(workspace, process)}${workspace.feature(createTime).says.value?.() ?? ""}`;
}

/** What a sheet over the page says beyond its title. */
const IN_SHEETS: Partial<Record<SheetName, (workspace: Workspace, process: number) => string>> = {
  table: ({ selection }, process) => `All ${counted(selection.shown.value?.summary.processes.length ?? 0, "process")} in a table. Process ${process}.`,
  compare: ({ screen }, process) => `Process ${process}.${screen.sheetSays.value?.value ?? ""}`,
};

/** The selection, as far as it is one of the whole program. */
function spokenOverview(workspace: Workspace, process: number): string {
  const { screen, selection } = workspace;
  return isOfProgram(screen.view.value, selection.shown.value) ? spokenModel(workspace) : `Process ${process}. ${spokenNest(workspace)}`;
}

export function Spoken() {
  const workspace = useWorkspace();
  const row = workspace.selection.row.value;
  if (!row) return null;
  const { sheet, view } = workspace.screen;
  const say = IN_SHEETS[sheet.value] ?? SENTENCES[view.value];
  return <>{say(workspace, row.process)}</>;
}
