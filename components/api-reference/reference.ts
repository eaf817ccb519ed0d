import { noBody, operations, type Operation, type OperationId } from "@/lib/contract/operations.ts";
import { exampleData, exampleDataFor } from "./example-data.ts";
import { getFields, getVariants, type Field, type Variant } from "./fields.ts";
import { type Definitions, getShape, type JsonSchema, toJsonSchema } from "./schema.ts";

/** Fields that examples omit, so that they stay valid at any time. */
const omittedFields = new Set(["ControlOrder.time_from", "ControlOrder.time_to"]);

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
const toExample = (root: JsonSchema, after: Values = {}): unknown =>
  exampleAt(root, { definitions: root.$defs ?? {}, values: { ...exampleData, ...after } }, "", "");

/** Values for the parts of a call that are named one by one: path, query and headers. */
function examplesByName(root: JsonSchema): Record<string, string> {
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
  const exampleValue = findExampleValue(source.values, owner, field);
  if (exampleValue !== undefined) return exampleValue;
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

/** Statuses an operation may refuse with; a test holds them to the service's own document. */
const refusals = [400, 401, 403, 404, 422, 429, 500, 503];
const changeRefusals = [409];
const bodyRefusals = [413, 415];
const byStatus = (a: number, b: number) => a - b;

/** Every status a call can be refused with; 405 is that of a path, not of an operation. */
export const documentedStatuses = [...refusals, 405, ...changeRefusals, ...bodyRefusals].sort(
  byStatus,
);

/** An operation as the reference shows it. */
export interface DescribedOperation {
  id: OperationId;
  method: "GET" | "POST" | "DELETE";
  path: string;
  summary: string;
  scope: Operation["scope"];
  extension: boolean;
  paged: boolean;
  params: Field[];
  query: Field[];
  headers: Field[];
  /** Null for an operation without a body. */
  body: { fields: Field[]; variants: Variant[]; example: unknown } | null;
  answer: { fields: Field[]; example: unknown };
  statuses: number[];
  examples: { params: Record<string, string>; query: Record<string, string> };
}

const ids = Object.keys(operations) as OperationId[];

/** The tags in the contract's order. */
export const tags: string[] = [...new Set(ids.map((id) => operations[id].tag))];

/** The operations of a tag, those of the interface document first. */
export function operationsWithTag(tag: string): OperationId[] {
  const tagIds = ids.filter((id) => operations[id].tag === tag);
  return [
    ...tagIds.filter((id) => !operations[id].extension),
    ...tagIds.filter((id) => operations[id].extension),
  ];
}

/** The address of an operation within the reference. */
export const operationHref = (id: OperationId): string => `/docs/${operations[id].tag}#${id}`;

/** Everything the reference says of an operation, from the contract alone. */
export function describeOperation(id: OperationId): DescribedOperation {
  const operation: Operation = operations[id];
  const params = toJsonSchema(operation.params, "output");
  const query = toJsonSchema(operation.query, "output");
  const answer = toJsonSchema(operation.response, "output");
  return {
    id,
    method: operation.method.toUpperCase() as DescribedOperation["method"],
    path: operation.path,
    summary: operation.summary,
    scope: operation.scope,
    extension: operation.extension,
    paged: operation.paged,
    params: getFields(params),
    query: getFields(query),
    headers: getFields(toJsonSchema(operation.headers, "output")),
    body: describeBody(operation),
    answer: { fields: getFields(answer), example: toExample(answer, exampleDataFor[id]) },
    statuses: getStatuses(operation),
    examples: { params: examplesByName(params), query: requiredQuery(operation) },
  };
}

function describeBody({ body }: Operation): DescribedOperation["body"] {
  if (body === noBody) return null;
  const schema = toJsonSchema(body, "input");
  return { fields: getFields(schema), variants: getVariants(schema), example: toExample(schema) };
}

/** Only what must be given, and a window where one can be: an example shows no filter. */
function requiredQuery({ query }: Operation): Record<string, string> {
  const schema = toJsonSchema(query, "output");
  const visibleFields = getFields(schema).filter(
    ({ required, name }) => required || name === "start",
  );
  const values = examplesByName(schema);
  return Object.fromEntries(visibleFields.map(({ name }) => [name, values[name] ?? ""]));
}

function getStatuses({ body, changes }: Operation): number[] {
  const ofChange = changes ? changeRefusals : [];
  const ofBody = body === noBody ? [] : bodyRefusals;
  return [...refusals, ...ofChange, ...ofBody].sort(byStatus);
}
