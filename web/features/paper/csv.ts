/** The paper's table as a file. */
import { csv } from "../../base/csv";
import { saveBlob } from "../../components/save";
import { ENTRIES, own } from "./state";

const HEAD = [
  "program", "symbols", "method", "main loop", "top level", "ratio", "all items", "loops", "depth", "inside loops",
  "paper top level", "paper main loop", "paper seconds", "native seconds", "browser seconds", "browser results",
];

export function savePaperTable(): void {
  const rows = ENTRIES.map((entry) => {
    const { name, length, method, figures, paper, seconds } = entry;
    const mine = own.value.get(entry);
    return [
      name, length, method, figures.structure, figures.topLevel, length / figures.topLevel, figures.total, figures.loops, figures.depth, figures.covered / length,
      paper?.topLevel ?? "", paper?.structure ?? "", paper?.seconds ?? "", seconds, mine?.seconds ?? "", mine ? (mine.same ? "same" : "different") : "",
    ];
  });
  saveBlob(new Blob([csv([HEAD, ...rows])], { type: "text/csv" }), "table3.csv");
}
