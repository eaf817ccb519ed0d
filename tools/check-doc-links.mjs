import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const SOURCE = /\.(ts|tsx|mjs|md|json|sql|css)$/;
const PATH = /^[\w.@()[\]-]+(\/[\w.@()[\]-]+)*\/?$/;
const MADE_LATER = /^(\.data|\.next|node_modules)(\/|$)/;

function* markdownFiles(root, folder = "docs") {
  if (!existsSync(join(root, folder))) return;
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* markdownFiles(root, path);
    else if (entry.name.endsWith(".md")) yield path;
  }
}

function citedPaths(text) {
  const outsideBlocks = text.replace(/^```[\s\S]*?^```/gm, "");
  return [...outsideBlocks.matchAll(/`([^`\n]+)`/g)].map(([, cited]) => cited.replace(/:\d+$/, ""));
}

function looksLikePath(cited, topLevel) {
  if (!PATH.test(cited) || MADE_LATER.test(cited)) return false;
  if (!cited.includes("/")) return SOURCE.test(cited);
  return SOURCE.test(cited) || topLevel.has(cited.split("/")[0]);
}

/** Every path the documentation cites that does not exist, as `file: path`. */
export function brokenCitations(root) {
  const topLevel = new Set(readdirSync(root));
  const documents = ["README.md", ...markdownFiles(root)].filter((file) =>
    existsSync(join(root, file)),
  );
  return documents.flatMap((file) =>
    citedPaths(readFileSync(join(root, file), "utf8"))
      .filter((cited) => looksLikePath(cited, topLevel) && !existsSync(join(root, cited)))
      .map((cited) => `${file}: \`${cited}\` does not exist`),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const broken = brokenCitations(process.argv[2] ?? process.cwd());
  for (const line of broken) console.error(line);
  process.exitCode = broken.length > 0 ? 1 : 0;
}
