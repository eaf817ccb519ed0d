import { getShape, type Definitions, type JsonSchema, type Shape } from "./schema.ts";

/** A bound of a value: `max` of 100, `min` of 1; lengths are in characters, counts in items. */
export interface Limit {
  kind:
    | "min"
    | "max"
    | "exclusiveMin"
    | "exclusiveMax"
    | "minLength"
    | "maxLength"
    | "minItems"
    | "maxItems";
  value: number;
}

/** One field as a reader needs to know it. */
export interface Field {
  name: string;
  /** JSON's own word: string, number, integer, boolean, object, array. */
  type: string;
  /** What an array holds. */
  items: string | null;
  format: string | null;
  /** The unit of a number, where its name or description says it. */
  unit: "kW" | "kWh" | null;
  required: boolean;
  nullable: boolean;
  description: string | null;
  options: string[];
  fallback: string | null;
  limits: Limit[];
  fields: Field[];
  variants: Variant[];
}

/** One of the forms a value may take. */
export interface Variant {
  name: string;
  fields: Field[];
}

/** The fields of a body, a query or an answer, in the contract's order. */
export function getFields(root: JsonSchema): Field[] {
  return nestedSchema(getShape(root, root.$defs ?? {}), root.$defs ?? {});
}

/** The forms the whole of a body may take; empty when it has only one. */
export function getVariants(root: JsonSchema): Variant[] {
  const definitions = root.$defs ?? {};
  return variants(getShape(root, definitions), definitions);
}

function nestedSchema({ schema }: Shape, definitions: Definitions): Field[] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).map(([name, property]) =>
    toField(name, property, required.has(name), definitions),
  );
}

function toField(
  name: string,
  property: JsonSchema,
  required: boolean,
  definitions: Definitions,
): Field {
  const shape = getShape(property, definitions);
  const { schema } = shape;
  const item = schema.items ? getShape(schema.items, definitions) : null;
  return {
    name,
    type: describeType(schema, shape.variants),
    items: item && (item.name ?? describeType(item.schema, item.variants)),
    format: schema.format ?? null,
    unit: getUnit(name, schema),
    required: required && schema.default === undefined,
    nullable: shape.nullable,
    description: schema.description ?? null,
    options: (schema.enum ?? item?.schema.enum ?? []).map(String),
    fallback: schema.default === undefined ? null : JSON.stringify(schema.default),
    limits: getLimits(schema),
    fields: nestedSchema(item ?? shape, definitions),
    variants: variants(item ?? shape, definitions),
  };
}

function variants(shape: Shape, definitions: Definitions): Variant[] {
  return shape.variants.map((variant, index) => {
    const found = getShape(variant, definitions);
    const name = found.name ?? getVariantTag(found.schema) ?? String(index + 1);
    return { name, fields: nestedSchema(found, definitions) };
  });
}

/** A variant is known by the one value one of its fields must have. */
const getVariantTag = ({ properties = {} }: JsonSchema) =>
  Object.values(properties)
    .map((property) => property.const)
    .find((value) => typeof value === "string");

function describeType(schema: JsonSchema, variantsOfIt: JsonSchema[]): string {
  if (typeof schema.type === "string") return schema.type;
  if (variantsOfIt.length > 0) return "object";
  return schema.enum || schema.const !== undefined ? "string" : "object";
}

function getUnit(name: string, { type, description = "" }: JsonSchema): Field["unit"] {
  if (type !== "number") return null;
  if (name.endsWith("_kwh") || /\bin kWh\b/.test(description)) return "kWh";
  return name.endsWith("_kw") || /\bin kW\b/.test(description) ? "kW" : null;
}

const bounds = [
  ["min", "minimum"],
  ["max", "maximum"],
  ["exclusiveMin", "exclusiveMinimum"],
  ["exclusiveMax", "exclusiveMaximum"],
  ["minLength", "minLength"],
  ["maxLength", "maxLength"],
  ["minItems", "minItems"],
  ["maxItems", "maxItems"],
] as const;

/** What every whole number is bound by says nothing of this one. */
const isInformative = (value: number) => Math.abs(value) < 2_147_483_647;

function getLimits(schema: JsonSchema): Limit[] {
  return bounds.flatMap(([kind, key]) => {
    const value = schema[key];
    return value !== undefined && isInformative(value) ? [{ kind, value }] : [];
  });
}
