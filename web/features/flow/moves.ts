/** Moves of keys in a flow graph: from part to part, into a loop and out of it. */
import { computed } from "@preact/signals";
import type { Axis } from "../../base/range";
import type { Movable } from "../../workspace/movable";
import type { Workspace } from "../../workspace/workspace";
import { type FlowHit, partsOf, placeOf } from "./parts";
import { createFlow, type FlowState } from "./state";

class FlowMoves implements Movable {
  private readonly state: FlowState;
  private readonly parts;
  readonly loops;
  readonly selected;
  readonly axis = computed<Axis | null>(() => null);
  readonly zoomed = computed(() => false);
  readonly says;

  constructor(private readonly workspace: Workspace) {
    const state = workspace.feature(createFlow);
    this.state = state;
    this.parts = computed<FlowHit[]>(() => {
      const reply = state.drawn.value?.reply;
      return reply ? partsOf(reply.picture.hits, reply.spines) : [];
    });
    this.loops = computed(() => [...new Set(this.parts.value.map(({ loop }) => loop).filter((loop) => loop > 0))].sort((a, b) => a - b));
    this.selected = computed(() => (state.block.value === null ? state.loop.value : 0));
    this.says = computed(() => {
      const hit = this.parts.value[this.at()]?.hit;
      return hit ? `Process ${state.process.value}. ${hit.title}. ${hit.detail}` : "";
    });
  }

  /** The place of the selected part. */
  private at(): number {
    const [block, loop] = [this.state.block.value, this.state.loop.value];
    return placeOf(this.parts.value, this.state.drawn.value?.reply.spines[0], { loop, block });
  }

  private go(part: FlowHit | undefined): void {
    if (part) this.state.pick(part.loop, part.block);
  }

  select(loop: number): void {
    this.state.pick(loop);
  }

  focus(): number {
    return 0;
  }

  show(): void {
    // The picture is as large as it is.
  }

  fit(): void {
    // As above.
  }

  beside(direction: -1 | 1): void {
    this.stepBeside(direction);
  }

  stepBeside(direction: -1 | 1): void {
    this.go(this.parts.value[Math.max(0, this.at() + direction)]);
  }

  /** From a loop to the first part in it. */
  enter(): void {
    const part = this.parts.value[this.at()];
    const next = this.parts.value[this.at() + 1];
    if (part?.hit.kind === "loop" && next && next.hit.y < part.hit.y + part.hit.h) this.go(next);
  }

  /** To the loop around the selected part. */
  out(): boolean {
    const part = this.parts.value[this.at()];
    if (!part) return false;
    const { x, y, w, h } = part.hit;
    const holds = ({ hit }: FlowHit) => hit.kind === "loop" && hit !== part.hit && hit.x <= x && hit.y <= y && hit.x + hit.w >= x + w && hit.y + hit.h >= y + h;
    const around = this.parts.value.findLast(holds);
    this.go(around);
    return around !== undefined;
  }

  step(by: number): void {
    this.stepBeside(by < 0 ? -1 : 1);
  }

  /** One row for the selected loop, or for the straight run of calls around what is selected, or all of it again. */
  fold(): void {
    const part = this.parts.value[this.at()];
    if (!part) return;
    const isRow = part.hit.kind === "event" && !this.state.folded.value.loops.includes(part.loop);
    const node = this.state.drawn.value?.reply.spines[0]?.blocks[part.hit.item];
    if (isRow && node !== undefined) this.state.toggleRun(node);
    else if (part.loop > 0) this.state.toggleFold(part.loop);
  }

  stepProcess(by: number): void {
    const processes = this.state.summary.value?.processes ?? [];
    const at = processes.indexOf(this.state.process.value);
    const next = processes[Math.max(0, Math.min(processes.length - 1, at + by))];
    if (next !== undefined) this.workspace.choose.process(next);
  }
}

export const createFlowMoves = (workspace: Workspace): FlowMoves => new FlowMoves(workspace);
