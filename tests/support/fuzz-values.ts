import fc from "fast-check";

/** A JSON schema as the document writes it, as far as it uses it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

/** The named schemas of a document. */
export type Schemas = Record<string, Schema>;

const LONGEST = 40;
const MOST_ITEMS = 4;
const AROUND_HOURS = 48;

/** A placeholder for an existing id, replaced when the request is sent. */
export const idToken = (name: string) => fc.nat(50).map((n) => `@@${name}:${n}@@`);

/** Moments around one, as programs write them, and some that mean nothing. */
function moments(nowMs: number): fc.Arbitrary<string> {
  const minutes = fc.integer({ min: -AROUND_HOURS * 60, max: AROUND_HOURS * 60 });
  const written = minutes.map((n) => new Date(nowMs + n * 60_000).toISOString());
  return fc.oneof(
    { weight: 6, arbitrary: written },
    { weight: 1, arbitrary: written.map((text) => text.replace("Z", "+01:00")) },
  );
}

/** What breaks programs: wrong kinds, ends of ranges, texts that mean something elsewhere. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -1, -0, 1e308, 2 ** 53, -(2 ** 63), 0.1, "", " "),
  fc.constantFrom<unknown>([], {}, [null], [[[[]]]], { __proto__: null, constructor: {} }),
  fc.constantFrom(
    "\u0000",
    "a\u0000b",
    "\ud800",
    "\u202e\ufeff",
    "'; drop table groups; --",
    "%00",
    "../../etc/passwd",
    "${jndi:ldap://x}",
    "<script>alert(1)</script>",
    "NaN",
    "1e999",
    "0000-00-00T00:00:00Z",
    "+275760-09-13T00:00:00.000Z",
    "-271821-04-20T00:00:00.000Z",
    "2026-02-30T25:61:00Z",
    "x".repeat(5_000),
    "💥".repeat(150),
  ),
  fc.string({ unit: "binary", maxLength: LONGEST }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Values that a schema allows. Names ending in `_id` mostly refer to existing resources. */
export function allowed(schema: Schema, schemas: Schemas, nowMs: number): fc.Arbitrary<unknown> {
  const of = (one: Schema) => allowed(one, schemas, nowMs);
  if (schema.$ref) return of(schemas[schema.$ref.split("/").at(-1)!]!);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(of));
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type) => of({ ...schema, type })));
  if (schema.type === "object") return objects(schema, schemas, nowMs);
  if (schema.type === "array") {
    const { minItems: minLength = 0, maxItems = MOST_ITEMS } = schema;
    const maxLength = Math.max(minLength, Math.min(maxItems, MOST_ITEMS));
    return fc.array(of(schema.items ?? {}), { minLength, maxLength });
  }
  return leaves(schema, nowMs);
}

function leaves(schema: Schema, nowMs: number): fc.Arbitrary<unknown> {
  const { minimum: min = -1_000, maximum: max = 1_000 } = schema;
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "null") return fc.constant(null);
  if (schema.type === "integer")
    return fc.integer({ min: Math.ceil(min), max: Math.floor(Math.min(max, 1e6)) });
  if (schema.type === "number") return fc.double({ min, max, noNaN: true });
  if (schema.type !== "string") return fc.jsonValue({ maxDepth: 2 });
  if (schema.format === "date-time") return moments(nowMs);
  if (schema.format === "email") return fc.emailAddress();
  const minLength = schema.minLength ?? 0;
  const maxLength = Math.max(minLength, Math.min(schema.maxLength ?? LONGEST, LONGEST));
  return fc.string({ minLength, maxLength });
}

function objects(schema: Schema, schemas: Schemas, nowMs: number): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {}).map(([name, one]) => [
    name,
    named(name, one, schemas, nowMs),
  ]);
  const requiredKeys = schema.required ?? [];
  const record = fc.record<Record<string, unknown>>(Object.fromEntries(fields), { requiredKeys });
  const more = schema.additionalProperties;
  if (!more || more === true) return record;
  const others = fc.dictionary(fc.string({ maxLength: 10 }), allowed(more, schemas, nowMs), {
    maxKeys: 3,
  });
  return fc.tuple(others, record).map(([one, other]) => ({ ...one, ...other }));
}

/** Values of a field or parameter of this name. */
export function named(name: string, schema: Schema, schemas: Schemas, nowMs: number) {
  const any = allowed(schema, schemas, nowMs);
  if (name.startsWith("time_") || name === "start" || name === "end") {
    return fc.oneof({ weight: 5, arbitrary: moments(nowMs) }, { weight: 1, arbitrary: any });
  }
  if (!name.endsWith("_id")) return any;
  const known = name === "bidding_zone_id" ? fc.constant("NL") : idToken(name);
  return fc.oneof({ weight: 5, arbitrary: known }, { weight: 1, arbitrary: any });
}

/** A value with one field missing, one too many, or one of another type. */
export function nearly(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(value, fc.nat(), hostileValue, fc.nat(2)).map(([given, at, wrong, how]) => {
    if (typeof given !== "object" || given === null) return wrong;
    if (Array.isArray(given)) return [...given, wrong];
    const names = Object.keys(given);
    const name = names[at % Math.max(1, names.length)] ?? "name";
    const copy: Record<string, unknown> = { ...given };
    if (how === 0) delete copy[name];
    else copy[how === 1 ? name : `${name}_`] = wrong;
    return copy;
  });
}
