/** The last blocks of the overview: which processes are alike, and who sends most. */
import { Alike } from "../features/overview/Alike";
import { Block, Pair } from "../features/overview/Block";
import { Senders } from "../features/overview/Senders";
import { useModel } from "../features/model/state";
import { useTime } from "../features/time/state";
import { useWorkspace } from "../workspace/workspace";

export function Neighbours() {
  const { screen, selection, groups } = useWorkspace();
  const model = useModel();
  const time = useTime();
  const cells = model.cells.value;
  const rows = selection.shown.value?.summary.processes ?? [];
  if (!cells) return null;
  return (
    <Pair>
      {rows.length > 1 && (
        <Block title="Which processes are alike" says="stronger: more events">
          <Alike apart={time.summary.value?.apart ?? []} rows={rows} kinds={groups.kinds.value.length} pairs={cells} chosen={model.view.value.process} choose={model.highlight} />
        </Block>
      )}
      {cells.length > 0 && (
        <Block title="Who sends most" door={{ label: "matrix", open: () => (screen.sheet.value = "program") }}>
          <Senders cells={cells} />
        </Block>
      )}
    </Pair>
  );
}
