/** What is viewed, as a sentence that is read out whenever it changes: every move by key changes it. */
import type { JSX } from "preact";
import { counted } from "../base/format";
import type { TabName } from "../base/url";
import { spokenAddresses } from "../features/addresses/state";
import { spokenComparison } from "../features/compare/state";
import { spokenModel } from "../features/model/spoken";
import { spokenNest } from "../features/nest/spoken";
import { spokenPrediction } from "../features/predict/state";
import { useWorkspace, type Workspace } from "../workspace/workspace";

const SENTENCES: Readonly<Record<TabName, (workspace: Workspace, process: number) => string>> = {
  nest: (workspace, process) => `Process ${process}. ${spokenNest(workspace)}${spokenAddresses(workspace)}`,
  model: spokenModel,
  table: ({ selection }, process) => `All ${counted(selection.shown.value?.summary.processes.length ?? 0, "process")} in a table. Process ${process}.`,
  compare: (workspace, process) => `Process ${process}.${spokenComparison(workspace)}`,
  predict: spokenPrediction,
};

export function Spoken(): JSX.Element | null {
  const workspace = useWorkspace();
  const row = workspace.selection.row.value;
  return row && <>{SENTENCES[workspace.screen.tab.value](workspace, row.process)}</>;
}
