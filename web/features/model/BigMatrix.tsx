/** The matrix of the inspector, as large as the sheet allows. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { counted } from "../../base/format";
import { named } from "../../base/model";
import { useWidth } from "../../components/usePicture";
import { useWorkspace } from "../../workspace/workspace";
import { MatrixView } from "./Matrix";
import { matrixOf } from "./matrixTable";
import { useModel } from "./state";
import * as prose from "../../components/prose.module.css";

/** Pixels that the field has at most, and that a narrow sheet leaves it at least. */
const MOST = 560;
const LEAST = 240;
/** The part of the window's height that a sheet may have, and the pixels of it that stand above and below the field. */
const OF_WINDOW = 0.75;
const AROUND = 150;

export function BigMatrix(): JSX.Element {
  const { selection } = useWorkspace();
  const model = useModel();
  const part = model.part.value;
  const box = useRef<HTMLDivElement>(null);
  const width = useSignal(0);
  useWidth(box, width);
  const field = useMemo(() => part && matrixOf(part.cells, (selection.shown.value?.summary.processes ?? []).map(({ process }) => process)), [part]);
  const room = Math.min(MOST, width.value, Math.floor(window.innerHeight * OF_WINDOW) - AROUND);
  return (
    <div ref={box}>
      {part && field && part.messages > 0 ? (
        <>
          <p class={prose.quiet}>
            {counted(part.messages, "message")} in {named(part.ids)}, row to column; the arrow keys move from pair to pair
          </p>
          <MatrixView field={field} measure="messages" of={named(part.ids)} room={Math.max(LEAST, room)} />
        </>
      ) : (
        <p class={prose.quiet}>No messages</p>
      )}
    </div>
  );
}
