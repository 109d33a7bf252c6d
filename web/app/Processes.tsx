/** The column of processes, of the nests or of the model: whichever is shown. */
import { computed } from "@preact/signals";
import type { JSX } from "preact";
import { ProcessList } from "../components/ProcessList";
import { barsOfModel } from "../features/model/bars";
import { standOut } from "../features/model/moves";
import { hovered } from "../features/model/state";
import { barsOfNests } from "../features/nest/bars";
import { chooseProcess } from "../workspace/choose";
import { modelAt } from "../workspace/modelView";
import { tab } from "../workspace/screen";
import { row } from "../workspace/store";

const bars = computed(() => (tab.value === "model" ? barsOfModel() : null) ?? barsOfNests());

export function Processes(): JSX.Element {
  if (tab.value !== "model") return <ProcessList bars={bars.value} chosen={row.value?.process} choose={chooseProcess} />;
  return <ProcessList bars={bars.value} chosen={modelAt.value.process ?? undefined} choose={standOut} point={(process) => (hovered.value = process)} />;
}
