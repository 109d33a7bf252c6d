// What files need not import: names of the compiler, and what Vite makes of files that are not TypeScript.

/** What a component gives. JSX needs no name in scope, and neither does its type. */
declare namespace JSX {
  type Element = import("preact").JSX.Element;
}

/** The classes of a style sheet, by their names; tests/house/styles.ts says which of them exist. */
declare module "*.module.css";

declare module "*.css" {}

/** The address of a worker's script. */
declare module "*?worker&url" {
  const address: string;
  export default address;
}

/** The text of a file. */
declare module "*?raw" {
  const text: string;
  export default text;
}

/** The address of a file that is copied as it is. */
declare module "*.json?url" {
  const address: string;
  export default address;
}
