/** Ways from a loop of several variants to the same iterations elsewhere. */
export interface Doors {
  /** To the branches of the flow graph. */
  flow: () => void;
  /** To the loop with its branches, as text, and its iterations in the ribbon. */
  nest: () => void;
  /** To how long each iteration takes. */
  iterations: () => void;
}
