import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { parsers } from "prettier/plugins/typescript";

const ROOTS = [
  "app",
  "bridge",
  "components",
  "lib",
  "service",
  "runtime",
  "tools",
  "middleware.ts",
];
const SOURCE = /(?<!\.d)\.(ts|tsx|mjs)$/;
const IMPORT = /(?:from|import)\s*\(?\s*["']((?:@\/|\.)[^"']+)["']/g;
/** The file names that Next reads in `app`. */
const NEXT_FILES =
  /^(page|layout|route|error|global-error|loading|not-found|template|default|manifest|icon|robots|sitemap)\.(ts|tsx)$|\.css$|\.ico$/;

/** Words that the glossary replaces, in names of files and exports (docs/reference/glossary.md). */
const BANNED =
  /^(told|tells?|says?|hears?|heard|felt|asks?|asked|keeps?|kept|known|shown|drawn|own|most|least|stands?|standing|among|within|beside|around|ground|house|room|door|belongings|words)$/;

const GLOSSARY = "Take one of docs/reference/glossary.md.";
const EXPORT = /^export (?:default )?(?:async )?(const|function|class|type|interface)\*? (\w+)/gm;
/** Words refused, or allowed, in the names of exports only. */
const BANNED_IN_EXPORTS = /^(said|asked|insists?|foundation)$/;
const ALLOWED_IN_EXPORTS = /^(within|around|house|room|words)$/;
/** Words refused in every declared name: variables, parameters, functions, types and their members. */
const BANNED_IN_DECLARATIONS =
  /^(told|tells?|telling|taught|teach|says?|said|hears?|heard|hearers?|felt|asks?|asked|asker|asking|keeps?|keeping|kept|drawn|beside|belongings|ground|stands?|standing|surroundings|words|among|around|offers|shown|most|least|longest|usual|looks?|looked|places?|texts|known)$/;
const COMMENTS_AND_STRINGS =
  /\/\*[\s\S]*?\*\/|\/\/.*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g;
/** Names of the field that end in `Of`. */
const ALLOWED_NAMES = new Set(["anyOf", "oneOf", "allOf"]);

function sourcesUnder(root, path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [path];
  return readdirSync(full).flatMap((name) => sourcesUnder(root, join(path, name)));
}

function importsOf(root, file, files) {
  const text = readFileSync(join(root, file), "utf8");
  const targets = [...text.matchAll(IMPORT)].map(([, spec]) =>
    spec.startsWith("@/") ? spec.slice(2) : join(dirname(file), spec),
  );
  return [...new Set(targets)].filter((target) => files.has(target));
}

/** Strongly connected components of two or more nodes (Tarjan). */
function circlesIn(graph) {
  const index = new Map();
  const low = new Map();
  const stack = [];
  const circles = [];
  const visit = (node) => {
    index.set(node, index.size);
    low.set(node, index.get(node));
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) {
        visit(next);
        low.set(node, Math.min(low.get(node), low.get(next)));
      } else if (stack.includes(next)) low.set(node, Math.min(low.get(node), index.get(next)));
    }
    if (low.get(node) !== index.get(node)) return;
    const circle = stack.splice(stack.indexOf(node));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return circles;
}

/** Folders that import each other; pages import everything, so `app` is left out. */
function folderGraph(imports) {
  const graph = new Map();
  for (const [file, targets] of imports) {
    const folder = dirname(file);
    if (folder === "." || folder.startsWith("app")) continue;
    const others = graph.get(folder) ?? new Set();
    for (const target of targets) if (dirname(target) !== folder) others.add(dirname(target));
    graph.set(folder, others);
  }
  return graph;
}

const splitName = (name) =>
  name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[ _]/);

const isBanned = (word) =>
  BANNED_IN_EXPORTS.test(word) || (BANNED.test(word) && !ALLOWED_IN_EXPORTS.test(word));

/** A sentence for each export whose name contains a banned word or ends in `Of`. */
function exportFaults(root, file) {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(EXPORT)].flatMap(([, kind, name]) => {
    const word = splitName(name).find(isBanned);
    if (word) return [`${file} exports ${name}: "${word}" is no term. ${GLOSSARY}`];
    const isOld = /[a-z]Of$/.test(name) && kind !== "type" && kind !== "interface";
    if (!isOld || ALLOWED_NAMES.has(name)) return [];
    return [`${file} exports ${name}: name what it does, such as get, to, parse or By.`];
  });
}

const findBannedWord = (name) =>
  splitName(name.replace(/keep_?alive/i, "")).find((word) => BANNED_IN_DECLARATIONS.test(word));

/** The names that a pattern of a declaration binds. */
function boundNames(pattern) {
  switch (pattern?.type) {
    case "Identifier":
      return [pattern.name];
    case "AssignmentPattern":
      return boundNames(pattern.left);
    case "RestElement":
      return boundNames(pattern.argument);
    case "TSParameterProperty":
      return boundNames(pattern.parameter);
    case "ArrayPattern":
      return pattern.elements.flatMap(boundNames);
    case "ObjectPattern":
      return pattern.properties.flatMap((part) => boundNames(part.value ?? part));
    default:
      return [];
  }
}

const MEMBERS =
  /^(TSPropertySignature|TSMethodSignature|PropertyDefinition|MethodDefinition|TSAbstract\w+)$/;

/** The names that one node of the syntax tree declares. */
function declaredNames({ type, id, params, key, computed, param }) {
  const names = [...boundNames(id), ...(params?.flatMap?.(boundNames) ?? [])];
  if (type === "CatchClause") names.push(...boundNames(param));
  if (MEMBERS.test(type) && !computed) names.push(...boundNames(key));
  return names;
}

/** All names declared under a node of the syntax tree. */
function namesUnder(node) {
  if (Array.isArray(node)) return node.flatMap(namesUnder);
  if (typeof node?.type !== "string") return [];
  const inside = Object.entries(node).flatMap(([key, value]) =>
    /^(parent|loc|range|tokens|comments)$/.test(key) ? [] : namesUnder(value),
  );
  return [...declaredNames(node), ...inside];
}

/** A sentence for each declared name with a banned word; only files that have the word are parsed. */
function declarationFaults(root, file) {
  const text = readFileSync(join(root, file), "utf8");
  const code = text.replace(COMMENTS_AND_STRINGS, "");
  if (!code.match(/[A-Za-z]\w*/g)?.some(findBannedWord)) return [];
  const names = new Set(namesUnder(parsers.typescript.parse(text, { filepath: file }).body));
  const exported = new Set([...text.matchAll(EXPORT)].map(([, , name]) => name));
  return [...names].flatMap((name) => {
    const word = findBannedWord(name);
    return word && !exported.has(name)
      ? [`${file} declares ${name}: "${word}" is no term. ${GLOSSARY}`]
      : [];
  });
}

/**
 * The structure faults of the source tree under `root`, one sentence each: circular imports of files
 * (types included) and of folders, files in `app` that are not Next's own, and banned words in names
 * of files, exports and declarations.
 */
export function structureFaults(root) {
  const all = ROOTS.flatMap((path) => sourcesUnder(root, path));
  const files = new Set(all.filter((file) => SOURCE.test(file)));
  const tests = sourcesUnder(root, "tests");
  const imports = new Map([...files].map((file) => [file, importsOf(root, file, files)]));
  return [
    ...circlesIn(imports).map(
      (circle) =>
        `Files import each other: ${circle.join(", ")}. Move what they share to a file that imports none of them.`,
    ),
    ...circlesIn(folderGraph(imports)).map(
      (circle) =>
        `Folders import each other: ${circle.join(", ")}. Move what they share to the lower one, or to lib.`,
    ),
    ...all
      .filter((file) => file.startsWith("app/") && !NEXT_FILES.test(basename(file)))
      .map(
        (file) =>
          `${file} is not one of Next's own files. Reads belong in lib/portal/queries, views in components.`,
      ),
    ...[...all, ...tests].flatMap((file) => {
      const [name] = basename(file).split(".");
      const word = name.split("-").find((part) => BANNED.test(part));
      return word === undefined ? [] : [`${file}: "${word}" is no term. ${GLOSSARY}`];
    }),
    ...[...all, ...tests]
      .filter((file) => SOURCE.test(file))
      .flatMap((file) => exportFaults(root, file)),
    ...[...files].flatMap((file) => declarationFaults(root, file)),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const faults = structureFaults(process.argv[2] ?? process.cwd());
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
