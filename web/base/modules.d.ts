// What Vite makes of files that are not TypeScript.

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
