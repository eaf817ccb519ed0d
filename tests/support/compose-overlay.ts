import { isMap, isNode, parse, parseDocument } from "yaml";
import { read } from "./deployment.ts";

/** A service of a compose file: what the tests look at. */
export interface Container {
  image?: string;
  build?: { context: string; dockerfile: string };
  command?: string[];
  entrypoint?: string[];
  environment?: Record<string, string>;
  secrets?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  read_only?: boolean;
  cap_drop?: string[];
  ports?: string[];
  volumes?: string[];
  user?: string;
  scale?: number;
}

/** A compose file, or several that are merged. */
export interface Composition {
  services: Record<string, Container>;
  secrets: Record<string, { file: string }>;
  volumes: Record<string, null>;
}

/** The files beside the compose files that containers mount. */
export const getMountedFiles = (containers: readonly Container[]): string[] =>
  containers
    .flatMap(({ volumes }) => volumes ?? [])
    .flatMap((volume) => /^\.\/([\w.-]+):/.exec(volume)?.[1] ?? []);

/** What Compose replaces where it would add the words of other lists. */
const REPLACED = ["command", "entrypoint", "test"];

/** `deploy/compose.yaml`. */
export const readBase = () => parse(read("deploy/compose.yaml"), { merge: true }) as Composition;

function parseOverlay() {
  const document = parseDocument(read("deploy/compose.several.yaml"));
  if (document.errors.length > 0) throw document.errors[0]!;
  return document;
}

/** `deploy/compose.several.yaml` by itself, and its tags, such as `!reset`. */
export function readOverlay(): { overlay: Composition; tags: string[] } {
  const document = parseOverlay();
  return { overlay: document.toJS(), tags: document.warnings.map(({ message }) => message) };
}

/** Both files merged as Compose merges them: maps by key, lists by adding, and by its two tags. */
export function readMerged(): Composition {
  const document = parseOverlay();
  const merge = (base: unknown, node: unknown, name: string): unknown => {
    if (!isNode(node)) return base;
    if (node.tag === "!reset") return undefined;
    if (isMap(node)) {
      const merged = { ...(base as Record<string, unknown> | undefined) };
      for (const { key, value } of node.items) {
        const inner = String(key);
        merged[inner] = merge(merged[inner], value, inner);
      }
      return merged;
    }
    const value: unknown = node.toJS(document);
    const isAdded = Array.isArray(base) && node.tag !== "!override" && !REPLACED.includes(name);
    return isAdded ? [...base, ...(value as unknown[])] : value;
  };
  return merge(readBase(), document.contents, "") as Composition;
}
