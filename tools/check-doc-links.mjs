import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { pathToFileURL } from "node:url";

const SOURCE = /\.(ts|tsx|mjs|md|json|sql|css)$/;
const PATH = /^[\w.@()[\]-]+(\/[\w.@()[\]-]+)*\/?$/;
const MADE_LATER = /^(\.data|\.next|dist|node_modules)(\/|$)/;
const LINK = /\]\(([^()\s]+)\)/g;

function* markdownFiles(root, folder) {
  if (!existsSync(join(root, folder))) return;
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (folder !== ".") yield* markdownFiles(root, path);
    } else if (entry.name.endsWith(".md")) yield path;
  }
}

const outsideBlocks = (text) => text.replace(/^```[\s\S]*?^```/gm, "");

const citedPaths = (text) =>
  [...text.matchAll(/`([^`\n]+)`/g)].map(([, cited]) => cited.replace(/:\d+$/, ""));

function isPathLike(cited, topLevel) {
  if (!PATH.test(cited) || MADE_LATER.test(cited)) return false;
  if (!cited.includes("/")) return SOURCE.test(cited);
  return SOURCE.test(cited) || topLevel.has(cited.split("/")[0]);
}

/** The anchor of a heading in rendered Markdown. */
const anchorOf = (heading) =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replace(/(^|\s)_|_(\s|$)/g, "$1$2")
    .trim()
    .replaceAll(" ", "-");

const anchorsOf = (text) =>
  new Set([...outsideBlocks(text).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading)));

function linkFault(root, document, link) {
  const [target, anchor] = link.split("#");
  const file = target ? posix.join(dirname(document), target) : document;
  if (!existsSync(join(root, file))) return `${file} does not exist`;
  if (anchor === undefined || !file.endsWith(".md")) return undefined;
  if (anchorsOf(readFileSync(join(root, file), "utf8")).has(anchor)) return undefined;
  return `${file} has no heading #${anchor}`;
}

function faultsOf(root, document, topLevel) {
  const text = outsideBlocks(readFileSync(join(root, document), "utf8"));
  const paths = citedPaths(text)
    .filter((cited) => isPathLike(cited, topLevel) && !existsSync(join(root, cited)))
    .map((cited) => `\`${cited}\` does not exist`);
  const links = [...text.replace(/`[^`\n]*`/g, "").matchAll(LINK)]
    .map(([, link]) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .flatMap((link) => linkFault(root, document, link) ?? []);
  return [...paths, ...links].map((fault) => `${document}: ${fault}`);
}

/** Every broken path and link of the documentation, as `file: target`. */
export function brokenCitations(root) {
  const topLevel = new Set(readdirSync(root));
  const documents = [...markdownFiles(root, "."), ...markdownFiles(root, "docs")];
  return documents.flatMap((document) => faultsOf(root, document, topLevel));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const broken = brokenCitations(process.argv[2] ?? process.cwd());
  for (const line of broken) console.error(line);
  process.exitCode = broken.length > 0 ? 1 : 0;
}
