import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { defineConfig, type Plugin, type Rolldown } from "vite";

/** The style sheets of components, in an order that does not depend on the machine. */
const SHEETS = readdirSync(path.join(import.meta.dirname, "web"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".module.css"))
  .map((file) => path.join(import.meta.dirname, "web", file))
  .sort();

/** What a class is called in the page: letters for its style sheet and a number in it, which packs well and is unique. */
function shortName(name: string, file: string, css: string): string {
  let letters = "";
  for (let at = SHEETS.indexOf(path.normalize(file.replace(/\?.*$/, ""))) + 1; at > 0; at = Math.floor((at - 1) / 26)) {
    letters = String.fromCharCode(97 + ((at - 1) % 26)) + letters;
  }
  const classes = [...new Set([...css.matchAll(/\.([a-z][\w-]*)/gi)].map(([, each]) => each))];
  return `${letters}${classes.indexOf(name)}`;
}

/** Names so short are written where they are used, and a style sheet that nothing is imported from any more would be left out. */
const keepSheets: Plugin = {
  name: "keep-sheets",
  enforce: "post",
  transform: (code, file) => (file.endsWith(".module.css") ? { code, map: null, moduleSideEffects: "no-treeshake" } : null),
};

/** Writes into the service worker which files the page has, and a version that changes with any of them. */
const offline: Plugin = {
  name: "offline",
  enforce: "post",
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      const worker = bundle["offline.js"];
      if (worker?.type !== "chunk") throw new Error("the build made no offline.js");
      const built = Object.values(bundle).filter((file) => file !== worker).map((file) => ({ name: file.fileName, content: file.type === "chunk" ? file.code : file.source }));
      const folder = path.join(import.meta.dirname, "web", "public");
      const copied = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const files = copied.map((entry) => path.join(entry.parentPath, entry.name)).map((file) => ({ name: path.relative(folder, file).replaceAll(path.sep, "/"), content: readFileSync(file) }));
      const all = [...built, ...files].sort((a, b) => (a.name < b.name ? -1 : 1));
      const hash = createHash("sha256");
      for (const { name, content } of all) hash.update(`${name}\0`).update(content).update("\0");
      worker.code = worker.code.replace("%VERSION%", hash.digest("hex").slice(0, 16)).replace("%FILES%", all.map(({ name }) => name).join("|"));
    },
  },
};

/** The scripts and styles of a part of the page that is loaded later, without those that the page begins with. */
function filesOf(name: string, bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const closure = (file: string, found: Set<string>): Set<string> => {
    const chunk = bundle[file];
    if (chunk?.type !== "chunk" || found.has(file)) return found;
    found.add(file);
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
    for (const next of chunk.imports) closure(next, found);
    return found;
  };
  const [part, page] = [chunks.find((chunk) => chunk.name === name), chunks.find((chunk) => chunk.isEntry && chunk.name === "index")];
  if (!part || !page) throw new Error(`the build made no chunk ${name}, or no page`);
  const known = closure(page.fileName, new Set());
  return [...closure(part.fileName, new Set())].filter((file) => !known.has(file));
}

type ModuleInfos = Pick<Rolldown.PluginContext, "getModuleInfo">;

/** Modules that an entry imports statically, itself among them. */
function importedBy(entry: string, context: ModuleInfos, found = new Set<string>()): Set<string> {
  if (found.has(entry)) return found;
  found.add(entry);
  for (const next of context.getModuleInfo(entry)?.importedIds ?? []) importedBy(next, context, found);
  return found;
}

/** The scripts and styles of the place Loops. */
const LOOPS = "later/loops";

/** What comes as one file each: what the page begins with, then what Loops needs besides. A request costs more than the bytes of most modules. */
const TOGETHER: readonly [name: string, entry: string][] = [
  ["page", "web/app/main.tsx"],
  [LOOPS, "web/app/Loops.tsx"],
];

/** Which of these files a module belongs to; none if a visitor may never need it. */
function fileOf(): (module: string, context: ModuleInfos) => string | null {
  let files: { name: string; modules: Set<string> }[] = [];
  return (module, context) => {
    if (files.length === 0) files = TOGETHER.map(([name, entry]) => ({ name, modules: importedBy(path.join(import.meta.dirname, entry), context) }));
    return files.find(({ modules }) => modules.has(module))?.name ?? null;
  };
}

/**
 * A page that opens a trace at once starts its worker and the engine before its scripts have come, and asks for a sample and the view of
 * loops; the first screen asks for its pictures: the scripts take as long to start.
 */
const early: Plugin = {
  name: "early",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle, filename }) {
      if (path.basename(filename) !== "index.html") return html;
      const policy = "script-src 'self'";
      if (!html.includes(policy)) throw new Error("index.html has no policy for scripts");
      const named = (pattern: RegExp): string => {
        const found = Object.keys(bundle ?? {}).find((name) => pattern.test(name));
        if (found === undefined) throw new Error(`the build made no file like ${String(pattern)}`);
        return found;
      };
      const script = asked({
        worker: named(/^assets\/main-[^/]*\.js$/),
        opens: filesOf(LOOPS, bundle ?? {}),
        first: [named(/^assets\/cards-[^/]*\.json$/)],
      });
      const hash = createHash("sha256").update(script).digest("base64");
      // Behind the page's scripts, which come first, and before its styles, for which it would wait.
      return html.replace(policy, `${policy} 'sha256-${hash}'`).replace('<link rel="stylesheet"', `<script>${script}</script>\n    <link rel="stylesheet"`);
    },
  },
};

/** The script that asks: for a worker as `web/engine/worker.ts` makes it, for the files of a view, or for what the first screen fetches. */
function asked({ worker, opens, first }: { worker: string; opens: readonly string[]; first: readonly string[] }): string {
  return `{
const q=location.search,s=/[?&]sample=(\\w+)/.exec(q)
if(s||/[?&]trace=/.test(q)){
const o=f=>new URL(f,document.baseURI).href,w=window.engineWorker=new Worker(URL.createObjectURL(new Blob(['import "'+o("./${worker}")+'"'],{type:"text/javascript"})),{type:"module",name:"early "+(s?o("samples/"+s[1]+".tar.zst"):"")})
w.onerror=()=>window.engineWorker=void 0
}
for(const f of s?${JSON.stringify(opens)}:q?[]:${JSON.stringify(first)}){
const l=document.createElement("link"),j=/js$/.test(f)
l.rel=j?"modulepreload":"preload"
l.as=j?"script":/css$/.test(f)?"style":"fetch"
l.crossOrigin=""
l.href="./"+f
document.head.append(l)
}
}`;
}

export default defineConfig(({ command }) => ({
  // Relative addresses: dist/ works from whatever folder of whatever host it is copied to.
  base: "./",
  publicDir: "web/public",
  build: {
    target: "es2022",
    // Every asset a file of its own: a data: address would need a wider content security policy.
    assetsInlineLimit: 0,
    // Browsers that can run the engine know it.
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: ["index.html", "elsewhere.html", "web/worker/offline.ts"],
      // What is loaded only when it is opened lies apart: it is no part of the first download.
      output: {
        codeSplitting: { groups: [{ debugName: "together", name: fileOf(), includeDependenciesRecursively: false }] },
        // A service worker serves what lies below it, under a name that stays.
        entryFileNames: ({ name }) => (name === "offline" ? "offline.js" : "assets/[name]-[hash].js"),
        chunkFileNames: ({ isDynamicEntry }) => `assets/${isDynamicEntry ? "later/" : ""}[name]-[hash].js`,
      },
    },
  },
  css: { modules: { generateScopedName: command === "build" ? shortName : "[name]-[local]" } },
  plugins: [keepSheets, early, offline],
  worker: { format: "es" },
}));
