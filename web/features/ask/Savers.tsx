/** What is seen as a file: the same records in three forms. */
import { LinkButton } from "../../components/Buttons";
import { saveBlob } from "../../components/save";
import type { AskWhat } from "../../engine/wire";
import { useWorkspace } from "../../workspace/workspace";
import { useAsk } from "./state";
import * as style from "./View.module.css";

const FORMS: readonly { what: AskWhat; label: string; ending: string; mime: string }[] = [
  { what: "csv", label: "CSV", ending: "csv", mime: "text/csv" },
  { what: "json", label: "JSON", ending: "json", mime: "application/json" },
  { what: "parquet", label: "Parquet", ending: "parquet", mime: "application/vnd.apache.parquet" },
];

export function Savers() {
  const { toast, traces } = useWorkspace();
  const ask = useAsk();
  const save = async ({ what, ending, mime }: (typeof FORMS)[number]): Promise<void> => {
    const text = await ask.file(what);
    if (text === null) return;
    // A file that is no text comes as a character for each byte.
    const content = what === "parquet" ? Uint8Array.from(text, (character) => character.charCodeAt(0)) : text;
    const name = (ask.construct.peek()?.words ?? "records").replace(/\W+/g, "-");
    saveBlob(toast, new Blob([content], { type: mime }), `${traces.loaded.peek()?.name ?? "trace"}-${name}.${ending}`);
  };
  return (
    <span class={style.savers}>
      {FORMS.map((form) => (
        <LinkButton key={form.what} title={`Save these records as ${form.label}`} onClick={() => void save(form)}>
          {form.label}
        </LinkButton>
      ))}
    </span>
  );
}
