import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parsers } from "prettier/plugins/typescript";

interface Node {
  type: string;
  [key: string]: unknown;
}

/** What a module may take from the messages, and the modules that it loads. */
export interface ModuleMessages {
  file: string;
  isClient: boolean;
  imports: string[];
  /** The namespaces of its translators, such as `controls.types`. */
  namespaces: Set<string>;
  /** First steps of everything in it that may be the key of a message. */
  keys: Set<string>;
  /** Namespaces of which it takes messages whose key begins with a variable. */
  wholeNamespaces: Set<string>;
  /** Calls of a translator whose namespace and key are both variable. */
  unresolved: string[];
}

const CLIENT = /^(?:\/\*[\s\S]*?\*\/\s*)?["']use client["']/;
const METHODS = ["rich", "markup", "raw", "has"];
const FUNCTIONS = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;
/** The names of translators that are parameters. */
const TRANSLATOR = /^t$|^isTranslated$|Translator$/;

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );

const firstStep = (key: string): string => key.split(".")[0]!;

const literal = (node: unknown): string | undefined =>
  isNode(node) && node.type === "Literal" && typeof node.value === "string"
    ? node.value
    : undefined;

const startOfTemplate = (node: Node): string =>
  (node.quasis as { value: { cooked: string } }[])[0]!.value.cooked;

/** Whether the first step of a key can be read in the source; of a function's result, where it is made. */
function isWritten(key: Node): boolean {
  if (key.type === "TemplateLiteral")
    return startOfTemplate(key).includes(".") || (key.quasis as unknown[]).length === 1;
  if (key.type === "ConditionalExpression")
    return isWritten(key.consequent as Node) && isWritten(key.alternate as Node);
  if (key.type === "CallExpression") return true;
  if (key.type === "TSAsExpression") return isWritten(key.expression as Node);
  return literal(key) !== undefined;
}

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === "Identifier" ? (node.name as string) : undefined;

/** The namespace that `useTranslations("…")` or `useTranslations<"…">` names. */
function namespaceBy(node: Node): string | undefined {
  if (node.type === "CallExpression" && nameOf(node.callee) === "useTranslations")
    return literal((node.arguments as Node[])[0]);
  if (node.type !== "TSTypeQuery" || nameOf(node.exprName) !== "useTranslations") return undefined;
  const [parameter] = ((node.typeArguments as Node | undefined)?.params ?? []) as Node[];
  return literal(parameter?.literal);
}

/** The translator and the key of a call: `t(key)`, `t.rich(key)`, `optionalMessage(t, key)`. */
function translatorCall({ callee, arguments: given }: Node): [string, Node] | undefined {
  const [first, second] = given as Node[];
  const called = callee as Node;
  if (nameOf(called) === "optionalMessage") return [nameOf(first) ?? "", second!];
  const method = nameOf(called.property) ?? "";
  const name =
    nameOf(called) ?? (METHODS.includes(method) ? nameOf(called.object) : method === "t" && "t");
  return name && first ? [name, first] : undefined;
}

/** Reads one module of the tree under `root`. */
export function readModule(root: string, file: string): ModuleMessages {
  const text = readFileSync(join(root, file), "utf8");
  const found: ModuleMessages = {
    file,
    isClient: CLIENT.test(text),
    imports: [],
    namespaces: new Set(),
    keys: new Set(),
    wholeNamespaces: new Set(),
    unresolved: [],
  };

  /** The namespaces of translators that are parameters. */
  const typed = new Set<string>();

  const addImport = (specifier: string | undefined) => {
    if (!specifier || !/^(@\/|\.)/.test(specifier)) return;
    const target = specifier.startsWith("@/") ? specifier.slice(2) : join(dirname(file), specifier);
    if (existsSync(join(root, target))) found.imports.push(target);
  };

  const addCall = (node: Node, scopes: Map<string, string>[]) => {
    const [name, key] = translatorCall(node) ?? [];
    if (!name || !key || isWritten(key)) return;
    const namespace = scopes.findLast((scope) => scope.has(name))?.get(name);
    if (namespace !== undefined) found.wholeNamespaces.add(namespace);
    else if (TRANSLATOR.test(name)) {
      const possible = typed.size > 0 ? typed : found.namespaces;
      for (const path of possible) found.wholeNamespaces.add(path);
      if (possible.size === 0) found.unresolved.push(name);
    }
  };

  const visit = (node: Node, scopes: Map<string, string>[]): void => {
    if (/^(Import|Export\w+)Declaration$/.test(node.type)) {
      const specifiers = (node.specifiers ?? []) as Node[];
      const isType =
        node.importKind === "type" ||
        node.exportKind === "type" ||
        (specifiers.length > 0 && specifiers.every(({ importKind }) => importKind === "type"));
      if (!isType) addImport(literal(node.source));
      if (node.type === "ImportDeclaration") return;
    }
    if (node.type === "ImportExpression") addImport(literal(node.source));
    const text = literal(node);
    if (text !== undefined) found.keys.add(firstStep(text));
    if (node.type === "TemplateLiteral") found.keys.add(firstStep(startOfTemplate(node)));
    if (node.type === "Property") found.keys.add(nameOf(node.key) ?? "");
    const inner = FUNCTIONS.test(node.type) ? [...scopes, new Map<string, string>()] : scopes;
    if (node.type === "VariableDeclarator" && isNode(node.init)) {
      const own = namespaceBy(node.init);
      if (own !== undefined) inner.at(-1)!.set(nameOf(node.id) ?? "", own);
    }
    if (node.type === "CallExpression") addCall(node, scopes);
    for (const child of childrenOf(node)) visit(child, inner);
  };

  const { body } = parsers.typescript.parse(text, { filepath: file } as never) as { body: Node[] };
  const outermost = new Map<string, string>();
  // Types first: a translator that is a parameter has one of them.
  const collect = (node: Node): void => {
    const namespace = namespaceBy(node);
    if (namespace) {
      found.namespaces.add(namespace);
      if (node.type === "TSTypeQuery") typed.add(namespace);
    }
    for (const child of childrenOf(node)) collect(child);
  };
  for (const node of body) collect(node);
  for (const node of body) visit(node, [outermost]);
  return found;
}
