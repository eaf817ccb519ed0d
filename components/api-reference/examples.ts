import { omittedFields, exampleData } from "./example-data.ts";
import { getShape, type Definitions, type JsonSchema } from "./schema.ts";

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
export const toExample = (root: JsonSchema, after: Values = {}): unknown =>
  exampleAt(root, { definitions: root.$defs ?? {}, values: { ...exampleData, ...after } }, "", "");

/** Values for the parts of a call that are named one by one: path, query and headers. */
export function examplesByName(root: JsonSchema): Record<string, string> {
  const names = Object.keys(getShape(root, root.$defs ?? {}).schema.properties ?? {});
  return Object.fromEntries(names.map((name) => [name, String(exampleData[name] ?? "")]));
}

function exampleAt(given: JsonSchema, source: Source, owner: string, field: string): unknown {
  const shape = getShape(given, source.definitions);
  const { schema, name, variants } = shape;
  if (schema.const !== undefined) return schema.const;
  const [first] = variants;
  if (first) return exampleAt(first, source, name ?? owner, field);
  if (schema.properties) return toObjectExample(schema, source, name ?? owner);
  const known = findExampleValue(source.values, owner, field);
  if (known !== undefined) return known;
  if (schema.items) return [exampleAt(schema.items, source, owner, "")];
  return schema.default ?? schema.enum?.[0] ?? toMinimalExample(schema, shape.nullable);
}

const findExampleValue = (values: Values, owner: string, field: string) =>
  [`${owner}.${field}`, field]
    .filter((key) => Object.hasOwn(values, key))
    .map((key) => values[key])[0];

function toObjectExample(schema: JsonSchema, source: Source, owner: string) {
  const entries = Object.entries(schema.properties ?? {}).filter(
    ([field]) => !omittedFields.has(`${owner}.${field}`),
  );
  return Object.fromEntries(
    entries.map(([field, property]) => [field, exampleAt(property, source, owner, field)]),
  );
}

function toMinimalExample(schema: JsonSchema, nullable: boolean): unknown {
  if (nullable) return null;
  if (schema.type === "number" || schema.type === "integer") return schema.minimum ?? 0;
  if (schema.type === "boolean") return false;
  return schema.type === "string" ? "text" : {};
}
