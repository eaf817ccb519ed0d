import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import en from "../../messages/en/index.ts";
import { readModule, type ModuleMessages } from "./module-messages.ts";

/** What each layout, page or part sends: keys of messages by namespace, `{ table: "order filters" }`. */
export type SentMessages = Record<string, Record<string, string>>;

/** Takes its keys from its callers, where they are read. */
const READS_KEYS_OF_CALLERS = "lib/i18n/optional-message.ts";

/** Everything of a namespace. */
export const WHOLE = "*";

type Tree = { [key: string]: Tree | string };

const subtree = (path: string): Tree | string | undefined =>
  path
    .split(".")
    .reduce<Tree | string | undefined>(
      (tree, step) => (typeof tree === "object" ? tree[step] : undefined),
      en as unknown as Tree,
    );

/** Reads modules of the tree under `root`, each once. */
function createReader(root: string) {
  const read = new Map<string, ModuleMessages>();
  return (file: string): ModuleMessages => {
    const found = read.get(file) ?? readModule(root, file);
    read.set(file, found);
    return found;
  };
}

type Reader = ReturnType<typeof createReader>;

/** The modules that an entry gives to the browser: client components and all that they load. */
function clientModules(entries: string[], read: Reader): Map<string, ModuleMessages> {
  const onClient = new Map<string, ModuleMessages>();
  const onServer = new Set<string>();
  const visit = (file: string, fromClient: boolean): void => {
    if (!/\.tsx?$/.test(file)) return;
    const found = read(file);
    const isClient = fromClient || found.isClient;
    if (isClient ? onClient.has(file) : onServer.has(file)) return;
    if (isClient) onClient.set(file, found);
    else onServer.add(file);
    for (const next of found.imports) visit(next, isClient);
  };
  for (const entry of entries) visit(entry, false);
  return onClient;
}

/** The paths of messages that modules may use, `controls.types`; of nested ones the outer. */
function usedPaths(modules: Iterable<ModuleMessages>): string[] {
  const all = [...modules];
  const unresolved = all.filter(
    ({ file, unresolved }) => unresolved.length > 0 && file !== READS_KEYS_OF_CALLERS,
  );
  if (unresolved.length > 0)
    throw new Error(
      `Begin these keys with a literal, or name the translator's namespace: ${unresolved.map(({ file }) => file).join(", ")}`,
    );
  const keys = new Set(all.flatMap((module) => [...module.keys]));
  const whole = new Set(all.flatMap((module) => [...module.wholeNamespaces]));
  const paths = new Set<string>();
  for (const namespace of new Set(all.flatMap((module) => [...module.namespaces]))) {
    const tree = subtree(namespace);
    if (typeof tree !== "object") throw new Error(`There are no messages ${namespace}.`);
    if (whole.has(namespace)) paths.add(namespace);
    else for (const key of Object.keys(tree)) if (keys.has(key)) paths.add(`${namespace}.${key}`);
  }
  return outermost(paths);
}

const isUnder = (path: string, outer: Set<string>): boolean => {
  const steps = path.split(".");
  return steps.some((_, end) => end > 0 && outer.has(steps.slice(0, end).join(".")));
};

const outermost = (paths: Set<string>): string[] =>
  [...paths].filter((path) => !isUnder(path, paths)).sort();

function byNamespace(paths: string[]): Record<string, string> {
  const sent: Record<string, string> = {};
  for (const path of paths) {
    const [namespace = "", ...rest] = path.split(".");
    const key = rest.join(".") || WHOLE;
    sent[namespace] = sent[namespace] ? `${sent[namespace]} ${key}` : key;
  }
  return sent;
}

/** Layouts and pages that begin with nothing: they send all that they need. */
const OUTER = [
  ["layout", "app"],
  ["sign-in", "app/sign-in"],
  ["invitation", "app/invitation/[token]"],
  ["docs", "app/docs"],
  ["portal", "app/(portal)"],
] as const;
const PORTAL = "app/(portal)";
/** What Next renders in the place of a page, within the layout of the same folder. */
const RENDERED_IN_LAYOUT = ["layout", "page", "error", "not-found"];

/** A page whose users share no components: each part sends its own. */
const PARTS: Record<string, string[]> = {
  "app/(portal)/page.tsx": [
    "components/overview/staff-overview.tsx",
    "components/customer-home/customer-home.tsx",
  ],
};

const outerEntries = (root: string, folder: string): string[] =>
  RENDERED_IN_LAYOUT.map((name) => `${folder}/${name}.tsx`).filter(
    (file) => existsSync(join(root, file)) && file !== `${PORTAL}/page.tsx`,
  );

const pagesUnder = (root: string): string[] =>
  readdirSync(join(root, PORTAL), { recursive: true, encoding: "utf8" })
    .filter((file) => /(^|\/)page\.tsx$/.test(file))
    .map((file) => `${PORTAL}/${file}`)
    .sort();

const routeOf = (file: string): string => `/${file.slice(PORTAL.length + 1, -"/page.tsx".length)}`;

/** The messages that each layout and page of the tree under `root` sends to the browser. */
export function findSentMessages(root: string): SentMessages {
  const read = createReader(root);
  const sent: SentMessages = {};
  let portal = new Set<string>();
  for (const [name, folder] of OUTER) {
    const paths = usedPaths(clientModules(outerEntries(root, folder), read).values());
    if (name === "portal") portal = new Set(paths);
    sent[name] = byNamespace(paths);
  }
  const add = (name: string, entry: string) => {
    const paths = usedPaths(clientModules([entry], read).values());
    const missing = paths.filter((path) => !portal.has(path) && !isUnder(path, portal));
    if (missing.length > 0) sent[name] = byNamespace(missing);
  };
  for (const page of pagesUnder(root)) {
    const parts = PARTS[page];
    for (const part of parts ?? []) add(part, part);
    if (!parts) add(routeOf(page), page);
  }
  return sent;
}

/** Pages that do not send the messages of their own route, one sentence each. */
export function findUnsentPages(root: string, sent: SentMessages): string[] {
  return pagesUnder(root).flatMap((page) => {
    const text = readFileSync(join(root, page), "utf8");
    const names = PARTS[page] ?? [routeOf(page)];
    return names
      .filter((name) => sent[name])
      .filter((name) => !text.includes(`withMessages("${name}"`) && !text.includes(`of="${name}"`))
      .map((name) => `${page} does not send its messages: withMessages("${name}", …).`);
  });
}
