/** The blocks of the overview about time, for a trace that has times: where it goes, how iterations differ, and the clocks. */
import type { JSX } from "preact";
import { counted, span } from "../base/format";
import { UnderWay } from "../components/UnderWay";
import { line } from "../components/Failed";
import { PartsLegend } from "../features/time/Bar";
import { Strip } from "../features/time/Strip";
import { useTime } from "../features/time/state";
import { WhereTimeGoes } from "../features/time/Where";
import { Block } from "../features/overview/Block";
import { useModel } from "../features/model/state";
import { useWorkspace } from "../workspace/workspace";
import { goToPlace } from "./carry";
import { Clocks } from "./Clocks";
import { chooseIteration, selectedIteration } from "./iteration";
import * as prose from "../components/prose.module.css";

/** The height of the strip in the overview. */
const STRIP_PX = 110;

export function Times(): JSX.Element | null {
  const workspace = useWorkspace();
  const { screen, choose } = workspace;
  const time = useTime();
  const model = useModel();
  const summary = time.summary.value;
  const busy = time.running.value;
  const known = time.iterations.value;
  if (!time.hasTimes.value) return null;
  if (time.problem.value) return <p class={prose.quiet}>{line(time.problem.value)}</p>;
  if (!summary) {
    if (!busy?.visible) return null;
    return (
      <UnderWay label="Measuring" counts="Measured so far" share={busy.total > 0 ? busy.done / busy.total : undefined}>
        Finding where the time goes
      </UnderWay>
    );
  }
  const { process } = model.view.value;
  return (
    <>
      <Block title="Where the time goes" aside={<PartsLegend />} door={{ label: "open Time", open: () => goToPlace(workspace, "time") }}>
        <WhereTimeGoes
          summary={summary}
          narrow={screen.narrow.value}
          chosen={{ loop: model.selected.value, process }}
          choose={(loop, of) => {
            if (loop > 0) model.select(loop);
            choose.process(of);
          }}
        />
        <Clocks />
      </Block>
      {known?.timed && known.iterations > 1 && (
        <Block title={`How the iterations of L${known.id} differ`} says={`${counted(known.iterations, "iteration")}, median ${span(known.median)}, longest ${span(known.max)}`} door={{ label: "open Iterations", open: () => goToPlace(workspace, "iterations") }}>
          <Strip height={STRIP_PX} measure="duration" selected={selectedIteration(workspace)} choose={(iteration, of) => chooseIteration(workspace, iteration, of)} />
        </Block>
      )}
    </>
  );
}
