import { z } from "zod";

/** The part of JSON Schema (2020-12) that the contract's schemas come out as. */
export interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

export type Definitions = Record<string, JsonSchema>;

/** A schema with its reference resolved one step: its own keywords override the target's. */
export interface Shape {
  schema: JsonSchema;
  /** The name it has in the OpenAPI document, where it has one. */
  name: string | null;
  nullable: boolean;
  /** The schemas it may be instead, when there are several. */
  variants: JsonSchema[];
}

/**
 * A schema of the contract as JSON Schema.
 * @param io "input" for what a caller sends, "output" for what the service answers.
 */
export function toJsonSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: "any" }) as JsonSchema;
}

const isNull = ({ type }: JsonSchema) => type === "null";
const isEmptyText = (schema: JsonSchema) => schema.const === "";

/** What a schema is, its references followed and "or null" and "or empty" taken apart. */
export function getShape(given: JsonSchema, definitions: Definitions): Shape {
  const { $ref, anyOf, oneOf, ...plain } = given;
  if ($ref) {
    const name = $ref.split("/").at(-1) ?? "";
    const target = getShape(definitions[name] ?? {}, definitions);
    return { ...target, name, schema: { ...target.schema, ...plain } };
  }
  const choices = anyOf ?? oneOf;
  if (choices) return chosen(plain, choices, definitions);
  const types = [plain.type ?? []].flat();
  const [type] = types.filter((one) => one !== "null");
  const schema = type === undefined ? plain : { ...plain, type };
  return { schema, name: null, nullable: types.includes("null"), variants: [] };
}

function chosen(plain: JsonSchema, choices: JsonSchema[], definitions: Definitions): Shape {
  const variants = choices.filter((choice) => !isNull(choice) && !isEmptyText(choice));
  const nullable = choices.some(isNull);
  if (variants.length !== 1) return { schema: plain, name: null, nullable, variants };
  const only = getShape(variants[0]!, definitions);
  return { ...only, schema: { ...only.schema, ...plain }, nullable: nullable || only.nullable };
}
