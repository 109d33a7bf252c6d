/** The pattern of addresses of one strip of the ribbon: asked for whenever it would show something else. */
import { computed, effect, signal } from "@preact/signals";
import type { Answer } from "../../engine/client";
import { useFeature, type Workspace } from "../../workspace/workspace";

class AddressState {
  /** The width the picture has, in CSS pixels; 0 while it is not in the page. */
  readonly width = signal(0);
  /** The strip that is shown: one iteration of the outermost opened loop, until the user chooses another. */
  readonly strip = signal(1);
  /** Which number of the tuples is shown. */
  readonly field = signal(0);
  /** The pattern that came last, and what it is of. */
  private readonly last = signal<{ key: string; reply: Answer<"addresses"> } | null>(null);

  /** Whether numbers are functions of loop indices: only then is there a pattern. */
  readonly exists = computed(() => {
    const options = this.workspace.selection.shown.value?.summary.options;
    return options?.view === "values" && options.method === "nlr";
  });

  readonly reply = computed(() => (this.last.value?.key === this.workspace.selection.key.value ? this.last.value.reply : null));

  private frame = 0;

  constructor(private readonly workspace: Workspace) {
    effect(() => this.follow());
  }

  private follow(): void {
    const { engine, ribbon, selection } = this.workspace;
    const [shown, row, key] = [selection.shown.value, selection.row.value, selection.key.value];
    const [width, strip, field] = [this.width.value, this.strip.value, this.field.value];
    const look = ribbon.lookFor(width);
    cancelAnimationFrame(this.frame);
    // The ribbon goes first.
    if (!shown || !row || width <= 0 || !this.exists.value || !ribbon.isCurrent.value) return;
    const { handle } = shown;
    const { process } = row;
    this.frame = requestAnimationFrame(() => {
      void engine.ask({ type: "addresses", handle, process, look, strip, field }, "addresses").then((reply) => {
        if (reply && key === selection.key.peek()) this.last.value = { key, reply };
      });
    });
  }
}

/** Which addresses are shown below the ribbon, as a sentence to be read out. */
export function spokenAddresses(workspace: Workspace): string {
  const { exists, strip, reply } = workspace.feature(createAddresses);
  return exists.value && strip.value > 0 && reply.value ? ` Addresses of: ${reply.value.title}.` : "";
}

export const createAddresses = (workspace: Workspace): AddressState => new AddressState(workspace);

export const useAddresses = (): AddressState => useFeature(createAddresses);
