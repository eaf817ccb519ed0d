import { leftOut, scene } from "./scene.ts";
import { shapeOf, type Definitions, type JsonSchema } from "./schema.ts";

/** An example of a schema: the scene's values where it has them, else the least the schema allows. */
export const exampleOf = (root: JsonSchema): unknown => exampleAt(root, root.$defs ?? {}, "", "");

/** Values for the parts of a call that are named one by one: path, query and headers. */
export function examplesByName(root: JsonSchema): Record<string, string> {
  const names = Object.keys(shapeOf(root, root.$defs ?? {}).schema.properties ?? {});
  return Object.fromEntries(names.map((name) => [name, String(scene[name] ?? "")]));
}

function exampleAt(
  given: JsonSchema,
  definitions: Definitions,
  owner: string,
  field: string,
): unknown {
  const shape = shapeOf(given, definitions);
  const { schema, name, variants } = shape;
  if (schema.const !== undefined) return schema.const;
  const [first] = variants;
  if (first) return exampleAt(first, definitions, name ?? owner, field);
  if (schema.properties) return exampleOfObject(schema, definitions, name ?? owner);
  const known = knownValue(owner, field);
  if (known !== undefined) return known;
  if (schema.items) return [exampleAt(schema.items, definitions, owner, "")];
  return schema.default ?? schema.enum?.[0] ?? leastOf(schema, shape.nullable);
}

const knownValue = (owner: string, field: string) =>
  [`${owner}.${field}`, field]
    .filter((key) => Object.hasOwn(scene, key))
    .map((key) => scene[key])[0];

function exampleOfObject(schema: JsonSchema, definitions: Definitions, owner: string) {
  const entries = Object.entries(schema.properties ?? {}).filter(
    ([field]) => !leftOut.has(`${owner}.${field}`),
  );
  return Object.fromEntries(
    entries.map(([field, property]) => [field, exampleAt(property, definitions, owner, field)]),
  );
}

function leastOf(schema: JsonSchema, nullable: boolean): unknown {
  if (nullable) return null;
  if (schema.type === "number" || schema.type === "integer") return schema.minimum ?? 0;
  if (schema.type === "boolean") return false;
  return schema.type === "string" ? "text" : {};
}
