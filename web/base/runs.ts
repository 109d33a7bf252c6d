/** The names of the runs whose figures stand beside a paper's. */

const NAMES: Readonly<Record<string, string>> = {
  "miniFE-16.8": "miniFE, 8 processes",
  "miniMD-lj-8.8": "miniMD, 8 processes",
  "npb-bt.W.4": "BT.W, 4 processes",
  "npb-lu.A.4": "LU.A, 4 processes",
  "lulesh-s8-i100.8": "LULESH, 8 processes",
  "npb-cg.A.16": "CG.A, 16 processes",
  "npb-mg.B.16": "MG.B, 16 processes",
  "npb-sp.S.4": "SP.S, 4 processes",
};

export function nameOfRun(run: string): string {
  return NAMES[run] ?? run;
}
