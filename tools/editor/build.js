// Joins CodeMirror into one file, with its licences beside it: `npm run build`, and
// `node build.js FOLDER` for another place.

import { readFile, writeFile } from "node:fs/promises";
import { build } from "esbuild";

const here = import.meta.dirname;
const folder = process.argv[2] ?? `${here}/../../headjudge/web/pages/static`;
const IN_SHADOWS_ALONE = "!root.head && root.adoptedStyleSheets";

// style-mod adopts its sheet in shadow roots alone and writes a style element elsewhere, which the
// pages' Content-Security-Policy forbids. Documents adopt sheets as well.
const adoptedStyles = {
  name: "adopted-styles",
  setup({ onLoad }) {
    onLoad({ filter: /style-mod\.js$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      if (!source.includes(IN_SHADOWS_ALONE)) throw new Error("style-mod is written otherwise");
      return { contents: source.replace(IN_SHADOWS_ALONE, "root.adoptedStyleSheets") };
    });
  },
};

const { metafile } = await build({
  absWorkingDir: here,
  entryPoints: ["codemirror.js"],
  outfile: `${folder}/codemirror.js`,
  banner: { js: "// CodeMirror 6, MIT (codemirror.LICENSE.txt). Written by tools/editor/build.js." },
  bundle: true,
  format: "esm",
  minify: true,
  target: "es2022",
  metafile: true,
  plugins: [adoptedStyles],
});

const names = Object.keys(metafile.inputs).map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
const licences = new Map();
for (const name of [...new Set(names.filter(Boolean))].sort()) {
  const text = (await readFile(`${here}/node_modules/${name}/LICENSE`, "utf8")).trim();
  licences.set(text, [...(licences.get(text) ?? []), name]);
}
const parts = [...licences].map(([text, named]) => `${named.join(", ")}\n\n${text}\n`);
await writeFile(`${folder}/codemirror.LICENSE.txt`, parts.join(`\n${"-".repeat(72)}\n\n`));
