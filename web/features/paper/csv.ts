/** The paper's table as a file. */
import { csv } from "../../base/csv";
import { saveBlob } from "../../components/save";
import type { Workspace } from "../../workspace/workspace";
import { createPaper } from "./state";
import { ENTRIES } from "./table";

const HEAD = [
  "program", "symbols", "method", "main loop", "top level", "ratio", "all items", "loops", "depth", "inside loops",
  "paper top level", "paper main loop", "paper seconds", "native seconds", "browser seconds", "browser results",
];

export function savePaperTable(workspace: Workspace): void {
  const { measured } = workspace.feature(createPaper);
  const rows = ENTRIES.map((entry) => {
    const { name, length, method, figures, paper, seconds } = entry;
    const mine = measured.value.get(entry);
    return [
      name, length, method, figures.structure, figures.topLevel, length / figures.topLevel, figures.total, figures.loops, figures.depth, figures.covered / length,
      paper?.topLevel ?? "", paper?.structure ?? "", paper?.seconds ?? "", seconds, mine?.seconds ?? "", mine ? (mine.same ? "same" : "different") : "",
    ];
  });
  saveBlob(workspace.toast, new Blob([csv([HEAD, ...rows])], { type: "text/csv" }), "table3.csv");
}
