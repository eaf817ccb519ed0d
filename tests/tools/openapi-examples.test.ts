import { readFileSync, writeFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { format } from "prettier";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { noBody, operations, type OperationId } from "../../lib/contract/index.ts";
import { descriptions, tagDescriptions } from "../../lib/contract/descriptions.ts";
import type { ApiDocument, RecordedExamples } from "../../service/api/openapi-document.ts";
import { World } from "../support/service.ts";
import { recordExamples, type Exchange } from "../support/record-examples.ts";

// Ids that are the same at each run: the examples are compared with what is in the repository.
vi.mock("../../service/store/ids.ts", () => import("../support/steady-ids.ts"));

const FILE = new URL("../../service/api/openapi-examples.json", import.meta.url);
const RECORD = "RECORD_EXAMPLES=1 npx vitest run tests/tools/openapi-examples.test.ts";
const keys = Object.keys(operations) as OperationId[];

let document: ApiDocument;
let recorded: RecordedExamples;
let exchanges: Exchange[];
let ajv: Ajv2020;

beforeAll(async () => {
  ({ recorded, exchanges } = await recordExamples());
  const text = await format(JSON.stringify(recorded), { parser: "json", printWidth: 100 });
  if (process.env.RECORD_EXAMPLES === "1") writeFileSync(FILE, text);
  const world = await World.open("2026-05-01T12:00:00Z");
  document = (await (await world.request("/v1/openapi.json")).json()) as ApiDocument;
  await world.close();
  ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, "document");
});

const pathOf = (key: OperationId) => operations[key].path;
const documented = (key: OperationId) => document.paths[pathOf(key)]![operations[key].method]!;
const escape = (step: string) => step.replaceAll("~", "~0").replaceAll("/", "~1");
const pointer = (steps: string[]) =>
  `document#/${steps.map((step) => encodeURIComponent(escape(step))).join("/")}`;

/** What is wrong with a value by the schema at this place of the document. */
function faults(steps: string[], value: unknown): string {
  const validate = ajv.getSchema(pointer(steps));
  if (!validate) throw new Error(`The document has no schema at ${steps.join(" / ")}`);
  return validate(value) ? "" : ajv.errorsText(validate.errors);
}

const answerSchema = (key: OperationId, status: number) => {
  const type = status === 200 ? "application/json" : "application/problem+json";
  const method = operations[key].method;
  return ["paths", pathOf(key), method, "responses", String(status), "content", type, "schema"];
};

describe("the OpenAPI document", () => {
  it("describes every operation and every tag", () => {
    const missing = keys.filter((key) => !descriptions[key]);
    expect(missing, `add a text to lib/contract/descriptions.ts for ${missing.join(", ")}`).toEqual(
      [],
    );
    const tags = [...new Set(keys.map((key) => operations[key].tag))];
    const bare = tags.filter((tag) => !tagDescriptions[tag]);
    expect(
      bare,
      `add a text to lib/contract/descriptions.ts for the tags ${bare.join(", ")}`,
    ).toEqual([]);
    expect(Object.keys(descriptions).filter((key) => !keys.includes(key as OperationId))).toEqual(
      [],
    );
  });

  it("has a licence, a server and a description of each tag", () => {
    expect(document).toMatchObject({
      info: { license: { name: "Apache-2.0", identifier: "Apache-2.0" } },
      servers: [{ url: "/" }],
    });
    expect(document.tags.filter(({ description }) => !description)).toEqual([]);
  });

  it("has an example of a call of every operation", () => {
    const missing = keys.filter((key) => !recorded.operations[key]);
    expect(
      missing,
      `add a call to tests/support/documented-calls.ts for ${missing.join(", ")}, then run ${RECORD}`,
    ).toEqual([]);
  });

  it("has an example of each answer and each error of every operation", () => {
    const missing = keys.flatMap((key) => {
      const { responses, requestBody, parameters = [] } = documented(key);
      const statuses = Object.entries(responses).filter(
        ([status, { content }]) =>
          status !== "304" && !Object.values(content!).every((one) => one.example ?? one.examples),
      );
      const hasBody = operations[key].body !== noBody;
      const example = requestBody?.content["application/json"]?.example;
      const bare = parameters.filter(
        ({ name, example: value }) => operations[key].path.includes(`{${name}}`) && !value,
      );
      return [
        ...statuses.map(([status]) => `${key}: ${status}`),
        ...(hasBody && example === undefined ? [`${key}: body`] : []),
        ...bare.map(({ name }) => `${key}: ${name}`),
      ];
    });
    expect(missing, `run ${RECORD} and add calls to tests/support where it does not help`).toEqual(
      [],
    );
  });

  it("has the examples that the service answers today", () => {
    const inRepository = JSON.parse(readFileSync(FILE, "utf8")) as RecordedExamples;
    for (const key of keys)
      expect(
        inRepository.operations[key],
        `${key} is answered differently from its example: run ${RECORD} and review the difference`,
      ).toEqual(recorded.operations[key]);
    expect(inRepository, `run ${RECORD} and review the difference`).toEqual(recorded);
  });
});

describe("every example", () => {
  it("was sent as the document describes it", () => {
    for (const { key, body, status } of exchanges) {
      if (body === undefined || status !== 200) continue;
      const steps = ["paths", pathOf(key), operations[key].method, "requestBody", "content"];
      expect(faults([...steps, "application/json", "schema"], body), key).toBe("");
    }
  });

  it("was answered as the document describes it, also when it was refused", () => {
    for (const { key, status, answer } of exchanges) {
      const where = `${key} ${status}: ${JSON.stringify(answer)}`;
      expect(documented(key).responses[status], `${where} is not in the document`).toBeDefined();
      expect(faults(answerSchema(key, status), answer), where).toBe("");
    }
    const statuses = new Set(exchanges.map(({ status }) => status));
    expect([...statuses].sort()).toEqual([
      200, 400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 503,
    ]);
  });

  it("is refused by the schemas when a field has another type", () => {
    const { answer } = exchanges.find(
      ({ key, status }) => key === "createGroup" && status === 200,
    )!;
    const wrong = { ...(answer as object), created_at: 5 };
    expect(faults(answerSchema("createGroup", 200), wrong)).toContain("created_at");
  });
});
