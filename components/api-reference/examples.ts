import { leftOut, scene } from "./example-data.ts";
import { shapeOf, type Definitions, type JsonSchema } from "./schema.ts";

type Values = Record<string, unknown>;

/** What an example is made from. */
interface Source {
  definitions: Definitions;
  values: Values;
}

/**
 * An example of a schema: the scene's values where it has them, or what became of them, else the
 * least the schema allows.
 */
export const exampleOf = (root: JsonSchema, after: Values = {}): unknown =>
  exampleAt(root, { definitions: root.$defs ?? {}, values: { ...scene, ...after } }, "", "");

/** Values for the parts of a call that are named one by one: path, query and headers. */
export function examplesByName(root: JsonSchema): Record<string, string> {
  const names = Object.keys(shapeOf(root, root.$defs ?? {}).schema.properties ?? {});
  return Object.fromEntries(names.map((name) => [name, String(scene[name] ?? "")]));
}

function exampleAt(given: JsonSchema, source: Source, owner: string, field: string): unknown {
  const shape = shapeOf(given, source.definitions);
  const { schema, name, variants } = shape;
  if (schema.const !== undefined) return schema.const;
  const [first] = variants;
  if (first) return exampleAt(first, source, name ?? owner, field);
  if (schema.properties) return exampleOfObject(schema, source, name ?? owner);
  const known = knownValue(source.values, owner, field);
  if (known !== undefined) return known;
  if (schema.items) return [exampleAt(schema.items, source, owner, "")];
  return schema.default ?? schema.enum?.[0] ?? leastOf(schema, shape.nullable);
}

const knownValue = (values: Values, owner: string, field: string) =>
  [`${owner}.${field}`, field]
    .filter((key) => Object.hasOwn(values, key))
    .map((key) => values[key])[0];

function exampleOfObject(schema: JsonSchema, source: Source, owner: string) {
  const entries = Object.entries(schema.properties ?? {}).filter(
    ([field]) => !leftOut.has(`${owner}.${field}`),
  );
  return Object.fromEntries(
    entries.map(([field, property]) => [field, exampleAt(property, source, owner, field)]),
  );
}

function leastOf(schema: JsonSchema, nullable: boolean): unknown {
  if (nullable) return null;
  if (schema.type === "number" || schema.type === "integer") return schema.minimum ?? 0;
  if (schema.type === "boolean") return false;
  return schema.type === "string" ? "text" : {};
}
