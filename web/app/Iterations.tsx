/** How the iterations differ: an attribute at a time. Today: whether they can be foretold, and which addresses they touch. */
import type { JSX } from "preact";
import type { Attribute } from "../base/places";
import { Words } from "../components/Figure";
import { Switch } from "../components/Switch";
import { useAddresses } from "../features/addresses/state";
import { Addresses } from "../features/addresses/View";
import { Predict } from "../features/predict/View";
import { Ribbon } from "../features/nest/Ribbon";
import { useWorkspace } from "../workspace/workspace";
import * as layout from "../components/layout.module.css";
import * as style from "./Loops.module.css";

const LABELS: Readonly<Record<Attribute, { label: string; title: string }>> = {
  foretold: { label: "foretold", title: "How often the current loop predicts what comes next" },
  addresses: { label: "addresses", title: "Which addresses an iteration touches" },
};

export function Iterations(): JSX.Element {
  const { screen, details } = useWorkspace();
  const addresses = useAddresses();
  const has: readonly Attribute[] = addresses.exists.value ? ["addresses", "foretold"] : ["foretold"];
  const wanted = screen.attribute.value;
  const chosen = wanted && has.includes(wanted) ? wanted : (has[0] ?? "foretold");
  return (
    <>
      {has.length > 1 && (
        <div class={style.bar}>
          <Switch name="What the iterations are looked at for" options={has.map((value) => ({ value, ...LABELS[value] }))} chosen={chosen} choose={(value) => (screen.attribute.value = value)} />
        </div>
      )}
      {chosen === "addresses" ? (
        <>
          <p class={layout.sentence} data-testid="sentence">
            {details.reply.value && <Words parts={details.reply.value.sentence} />}
          </p>
          <Ribbon />
          <Addresses />
        </>
      ) : (
        <Predict />
      )}
    </>
  );
}
