// npm run bench -- compress: how many bytes traces take under bzip2, xz, zstd and `loopscope compress`.

import { spawn, spawnSync } from "node:child_process";
import { createReadStream, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { cargoTarget, must, note, output, root, say, Stop } from "./run.mjs";

/** The general-purpose compressors at their best. */
const OTHERS = [
  { name: "bzip2 -9", command: "bzip2", flags: ["-9", "-c"] },
  { name: "xz -9", command: "xz", flags: ["-9", "-c", "-T1"] },
  { name: "zstd -19", command: "zstd", flags: ["-19", "-c", "-q"] },
];

/**
 * Prints the table, in Markdown. All sizes are of the same text: the trace as `loopscope decompress` writes it.
 * @param {string[]} named traces; none: the samples, generated ones, and those of the folder LOOPSCOPE_TRACES
 */
export async function compressTable(named) {
  say("The program");
  await must("cargo", ["build", "--quiet", "--release", "-p", "loopscope"]);
  const folder = mkdtempSync(path.join(os.tmpdir(), "loopscope-bench-"));
  try {
    const traces = named.length > 0 ? named.map((file) => ({ name: path.basename(file), file: path.resolve(file) })) : [...samples(), ...generated(folder), ...wished()];
    const others = OTHERS.filter(({ command }) => {
      const there = spawnSync(command, ["--version"], { stdio: "ignore" }).error === undefined;
      if (!there) note(`${command} is not installed: its column is left out`);
      return there;
    });
    const bare = (/** @type {string} */ name) => name.replace(/(\.tar)?\.(zst|gz)$/, "");
    const title = ["trace", "text", ...others.map(({ name }) => name), "loopscope", "best other : loopscope"];
    console.log(`| ${title.join(" | ")} |\n|${" --- |".repeat(title.length)}`);
    for (const { name, file } of traces) {
      const [packed, text] = [path.join(folder, "packed"), path.join(folder, "text")];
      for (const verb of [["compress", file, "-o", packed], ["decompress", packed, "-o", text]]) {
        if (output(program(), [...verb, "--force"]) === null) throw new Stop(`"loopscope ${verb.join(" ")}" failed: run it to see why.`);
      }
      const own = statSync(packed).size;
      const sizes = [];
      for (const { command, flags } of others) sizes.push(await piped(command, flags, text));
      const ratio = (Math.min(...sizes) / own).toPrecision(2);
      const cells = [statSync(text).size, ...sizes, own].map((size) => size.toLocaleString("en-US"));
      console.log(`| ${[bare(name), ...cells, Number(ratio).toLocaleString("en-US")].join(" | ")} |`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Where cargo puts the program. */
function program() {
  return path.join(cargoTarget(), "release", process.platform === "win32" ? "loopscope.exe" : "loopscope");
}

/** Bytes that a command makes of a file. @param {string} command @param {string[]} flags @param {string} file @returns {Promise<number>} */
function piped(command, flags, file) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, flags, { stdio: ["pipe", "pipe", "inherit"] });
    let size = 0;
    child.stdout.on("data", (chunk) => (size += chunk.length));
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve(size) : reject(new Stop(`${command} failed (${code})`))));
    createReadStream(file).pipe(child.stdin);
  });
}

/** The traces that come with the page. */
function samples() {
  const folder = path.join(root, "web/public/samples");
  return readdirSync(folder).filter((name) => name.endsWith(".tar.zst")).sort().map((name) => ({ name, file: path.join(folder, name) }));
}

/** The files of the folder LOOPSCOPE_TRACES, if that is set. */
function wished() {
  const folder = process.env["LOOPSCOPE_TRACES"] ?? "";
  if (folder === "") return [];
  if (!existsSync(folder)) throw new Stop(`There is no folder ${folder} (LOOPSCOPE_TRACES).`);
  const files = readdirSync(folder, { recursive: true }).map(String).sort();
  return files.filter((name) => statSync(path.join(folder, name)).isFile()).map((name) => ({ name, file: path.join(folder, name) }));
}

/**
 * Traces of numbers written here: a triangular nest, a table with the instruction beside the address, and numbers without a pattern.
 * @param {string} folder
 */
function generated(folder) {
  const triangle = [];
  for (let i = 0; i < 700; i += 1) for (let j = 0; j <= i; j += 1) triangle.push(4096 * i + 8 * j);
  const stencil = ["pc,address"];
  for (let step = 0; step < 40; step += 1) {
    for (let cell = 1; cell < 1000; cell += 1) {
      stencil.push(`0x4011a0,${hex(0x10000 + 8 * (cell - 1))}`, `0x4011a8,${hex(0x10000 + 8 * (cell + 1))}`);
      // A branch that is taken now and then, as the data are.
      if (random(step * 1000 + cell) % 7 === 0) stencil.push(`0x4011c4,${hex(0x90000 + 64 * (random(cell) % 512))}`);
      stencil.push(`0x4011d0,${hex(0x20000 + 8 * cell)}`);
    }
  }
  const noise = Array.from({ length: 100_000 }, (_, at) => random(at));
  const files = { "generated: triangular nest.numbers": triangle, "generated: stencil with a branch.csv": stencil, "generated: random numbers.numbers": noise };
  return Object.entries(files).map(([name, lines]) => {
    const file = path.join(folder, name.replace("generated: ", ""));
    writeFileSync(file, `${lines.join("\n")}\n`);
    return { name: name.replace(/\.\w+$/, ""), file };
  });
}

/** @param {number} number */
function hex(number) {
  return `0x${number.toString(16)}`;
}

/** Always the same for the same number, and without a pattern: 32 bits. @param {number} number */
function random(number) {
  let bits = Math.imul(number ^ 0x9e3779b9, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
