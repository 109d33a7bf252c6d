/** Matrices of messages, as large as the sheet allows. */
import { useSignal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import { counted } from "../../base/format";
import { named } from "../../base/model";
import type { MatrixCell } from "../../engine/wire";
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

/** Of the selected loops. */
export function PartMatrix() {
  const part = useModel().part.value;
  return <BigMatrix cells={part?.cells ?? []} of={part ? named(part.ids) : ""} />;
}

/** Of the whole program, whatever is selected. */
export function ProgramMatrix() {
  return <BigMatrix cells={useModel().cells.value ?? []} of="the whole program" />;
}

function BigMatrix({ cells, of }: { cells: readonly MatrixCell[]; of: string }) {
  const { selection } = useWorkspace();
  const box = useRef<HTMLDivElement>(null);
  const width = useSignal(0);
  useWidth(box, width);
  const field = useMemo(() => matrixOf(cells, (selection.shown.value?.summary.processes ?? []).map(({ process }) => process)), [cells]);
  const room = Math.min(MOST, width.value, Math.floor(window.innerHeight * OF_WINDOW) - AROUND);
  const messages = cells.reduce((sum, cell) => sum + cell.messages, 0);
  return (
    <div ref={box}>
      {messages > 0 ? (
        <>
          <p class={prose.quiet}>
            {counted(messages, "message")} in {of}, row to column; the arrow keys move from pair to pair
          </p>
          <MatrixView field={field} measure="messages" of={of} room={Math.max(LEAST, room)} />
        </>
      ) : (
        <p class={prose.quiet}>No messages</p>
      )}
    </div>
  );
}
