/** How to record a trace: the project's own document, with the files that it names, so that it is there without a network. */
import document from "../../../docs/recording.md?raw";
import platform from "../../../docs/recording/platform.xml?raw";
import wrapper from "../../../docs/recording/record_csv.c?raw";
import { keyed } from "../../base/keyed";
import { LinkButton } from "../../components/Buttons";
import { saveBlob } from "../../components/save";
import { useWorkspace } from "../../workspace/workspace";
import { type Block, blocksOf, type Inline, inlinesOf } from "./markdown";
import * as style from "./style.module.css";
import * as prose from "../../components/prose.module.css";

/** The files that the document links to. */
const FILES: Readonly<Record<string, string>> = { "recording/record_csv.c": wrapper, "recording/platform.xml": platform };

export function Recording() {
  // The sheet has the title already.
  const blocks = blocksOf(document).slice(1);
  return (
    <article class={style.document}>
      {keyed(blocks, (block) => JSON.stringify(block)).map(({ key, item }) => (
        <Part key={key} block={item} />
      ))}
    </article>
  );
}

function Part({ block }: { block: Block }) {
  switch (block.kind) {
    case "heading":
      return (
        <h3 id={block.id} tabIndex={-1}>
          {block.text}
        </h3>
      );
    case "code":
      return (
        <div class={style.commands} tabIndex={0} role="group" aria-label="Commands">
          <pre class={prose.mono}>{block.text}</pre>
        </div>
      );
    case "table":
      return (
        <div class={style.scrolls} tabIndex={0} role="group" aria-label="Recorders">
          <table>
            <thead>
              <tr>
                {block.head.map((cell) => (
                  <th key={cell} scope="col">
                    <Line text={cell} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row) => (
                <tr key={row.join("|")}>
                  {keyed(row, (cell) => cell).map(({ key, item }) => (
                    <td key={key}>
                      <Line text={item} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    case "text":
      return (
        <p>
          <Line text={block.text} />
        </p>
      );
  }
}

function Line({ text }: { text: string }) {
  return (
    <>
      {keyed(inlinesOf(text), (piece) => JSON.stringify(piece)).map(({ key, item }) => (
        <Piece key={key} piece={item} />
      ))}
    </>
  );
}

function Piece({ piece }: { piece: Inline }) {
  const { toast } = useWorkspace();
  if (piece.kind !== "link") return piece.kind === "code" ? <code class={prose.mono}>{piece.text}</code> : <>{piece.text}</>;
  const { to } = piece;
  const file = FILES[to];
  const open = () => {
    if (file !== undefined) saveBlob(toast, new Blob([file], { type: "text/plain" }), to.slice(to.lastIndexOf("/") + 1));
    else {
      const heading = window.document.getElementById(to.replace(/^#/, ""));
      heading?.scrollIntoView();
      heading?.focus();
    }
  };
  return (
    <LinkButton title={file === undefined ? undefined : "Save this file"} onClick={open}>
      {piece.text}
    </LinkButton>
  );
}
