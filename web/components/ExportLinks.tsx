/** The links under an inspector that copy what it shows, or save it in one of several forms. */
import { LinkButton } from "./Buttons";

/** A form in which something can be saved by the engine. */
export type ExportForm = "text" | "json" | "svg";

interface Props {
  /** What is copied and saved: `nest`, `model`. */
  what: string;
  /** What the JSON is good for. */
  jsonHint: string;
  /** The key that copies, in brackets. */
  copyKey?: string;
  copy: () => void;
  save: (form: ExportForm) => void;
  savePng: () => void;
}

export function ExportLinks({ what, jsonHint, copyKey = "", copy, save, savePng }: Props) {
  const links: [label: string, title: string, act: () => void][] = [
    ["Copy", `Copy the ${what} as text${copyKey}`, copy],
    ["Text", `Save the ${what} as text`, () => save("text")],
    ["JSON", `Save the ${what} as JSON, ${jsonHint}`, () => save("json")],
    ["SVG", "Save the picture as SVG, sharp at any size", () => save("svg")],
    ["PNG", "Save the picture as PNG", savePng],
  ];
  return (
    <>
      {links.map(([label, title, act]) => (
        <LinkButton key={label} title={title} onClick={act}>
          {label}
        </LinkButton>
      ))}
    </>
  );
}
