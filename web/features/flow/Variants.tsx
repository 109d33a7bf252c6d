/** What the variants of the iterations say of a loop or a call of the graph: which calls tell them apart, and which of them comes when. */
import { count } from "../../base/format";
import { variantName } from "../../base/variants";
import { LinkButton } from "../../components/Buttons";
import { VariantShade } from "../../components/VariantShade";
import type { FlowVariants } from "../../engine/wire";
import type { FlowState } from "./state";
import { blocksOf, columnsOf } from "./variants";
import * as style from "./Inspector.module.css";
import * as prose from "../../components/prose.module.css";
import * as tabular from "../../components/tabular.module.css";

/** Of the loop that holds the variants: the calls that tell them apart, each a way to its block. */
export function VariantsOfLoop({ state, known, open }: { state: FlowState; known: FlowVariants; open: () => void }) {
  const all = known.times.length;
  const columns = columnsOf(known);
  const drawn = state.drawn.value?.reply;
  const rows = blocksOf(known, drawn?.spines[0], drawn?.picture.hits ?? []).filter(({ times }) => columns.some((variant) => times[variant] !== times[columns[0] ?? 0]));
  return (
    <section class={style.block} aria-label="Variants" data-testid="flow-variants">
      <h3>Variants</h3>
      <p class={prose.small}>
        {rows.length > 0 ? "How often an iteration makes the calls that tell them apart" : "Their iterations make the same calls equally often, in another order"}
        {all > columns.length && `; of ${count(all)} variants the ${columns.length} most frequent`}.
      </p>
      {rows.length > 0 && (
        <table class={`${tabular.table} ${style.variants}`}>
          <thead>
            <tr>
              <th scope="col">call</th>
              {columns.map((variant) => (
                <th scope="col" key={variantName(variant, all)}>
                  <VariantShade variant={variant} times={known.times} /> {variantName(variant, all)} <small>×{count(known.times[variant] ?? 0)}</small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ node, name, times }) => (
              <tr key={node}>
                <th scope="row">
                  <LinkButton onClick={() => state.pick(0, node)}>
                    {name}
                  </LinkButton>
                </th>
                {columns.map((variant) => (
                  <td key={variantName(variant, all)}>{times[variant]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {known.isCut && <p class={prose.aside}>There are more such calls.</p>}
      <LinkButton onClick={open}>
        show which variant comes when
      </LinkButton>
    </section>
  );
}

/** Of calls that tell variants apart: how often each makes them. */
export function VariantsOfCalls({ state, known }: { state: FlowState; known: FlowVariants }) {
  const drawn = state.drawn.value?.reply;
  const block = state.block.value;
  const spine = drawn?.spines[0];
  const own = blocksOf(known, spine, drawn?.picture.hits ?? []).filter(({ node }) => block !== null && spine?.blockOf[node] === spine?.blockOf[block]);
  const all = known.times.length;
  if (own.length === 0) return null;
  return (
    <section class={style.block} aria-label="Variants" data-testid="flow-variants">
      <h3>In an iteration of each variant</h3>
      <ul class={style.list}>
        {own.map(({ node, name, times }) => (
          <li key={node}>
            {own.length > 1 && `${name}: `}
            {times.map((text, variant) => `${variantName(variant, all)} ${text}`).join(", ")}
          </li>
        ))}
      </ul>
      {known.flow > 0 && (
        <LinkButton onClick={() => state.pick(known.flow)}>
          all of F{known.flow}
        </LinkButton>
      )}
    </section>
  );
}
