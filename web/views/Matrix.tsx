/** Who sends how much to whom: a field of squares, darker for more. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { counted } from "../base/format";
import type { MatrixCell } from "../base/wire";

const SIDE = 232;
const LEFT = 24;
const TOP = 16;

export function Matrix({ cells, processes }: { cells: readonly MatrixCell[]; processes: readonly number[] }): JSX.Element {
  const over = useSignal<MatrixCell | null>(null);
  const places = new Map(processes.map((process, index) => [process, index]));
  const size = SIDE / Math.max(1, processes.length);
  const most = cells.reduce((largest, { messages }) => Math.max(largest, messages), 1);
  const every = Math.max(1, Math.ceil(processes.length / 4));
  const marked = processes.map((process, index) => ({ process, index })).filter(({ index }) => index % every === 0);
  const said = over.value ?? cells.reduce<MatrixCell | null>((best, cell) => (best && best.messages >= cell.messages ? best : cell), null);
  return (
    <>
      <svg class="matrix" width={LEFT + SIDE + 2} height={TOP + SIDE + 2} role="img" aria-label={`Messages between ${counted(processes.length, "process")}`} onPointerLeave={() => (over.value = null)}>
        <rect x={LEFT} y={TOP} width={SIDE} height={SIDE} class="ground" />
        {marked.map(({ process, index }) => (
          <>
            <text x={LEFT + (index + 0.5) * size} y={TOP - 5} text-anchor="middle">
              {process}
            </text>
            <text x={LEFT - 5} y={TOP + (index + 0.5) * size + 3.5} text-anchor="end">
              {process}
            </text>
          </>
        ))}
        {cells.map((cell) => {
          const [row, column] = [places.get(cell.from), places.get(cell.to)];
          if (row === undefined || column === undefined) return null;
          return (
            <rect
              x={LEFT + column * size}
              y={TOP + row * size}
              width={Math.max(1, size - 1)}
              height={Math.max(1, size - 1)}
              class="cell"
              data-over={over.value === cell}
              opacity={0.25 + (0.75 * Math.log(1 + cell.messages)) / Math.log(1 + most)}
              onPointerEnter={() => (over.value = cell)}
            />
          );
        })}
      </svg>
      <p class="small">
        {said ? (
          <>
            {said.from} → {said.to}: <b>{counted(said.messages, "message")}</b>
          </>
        ) : (
          "No messages"
        )}
      </p>
      <ol class="hidden" aria-label="Messages by pair">
        {cells.slice(0, 400).map((cell) => (
          <li key={`${cell.from}-${cell.to}`}>
            {cell.from} to {cell.to}: {counted(cell.messages, "message")}
          </li>
        ))}
      </ol>
    </>
  );
}
