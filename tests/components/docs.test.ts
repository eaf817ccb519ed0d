import { describe, expect, test } from "vitest";
import { codeLanguages, toCode, fillPath } from "../../components/api-reference/code-samples.ts";
import { getFields, type Field } from "../../components/api-reference/fields.ts";
import {
  documentedStatuses,
  describeOperation,
  operationsWithTag,
  tags,
} from "../../components/api-reference/reference.ts";
import { exampleData } from "../../components/api-reference/example-data.ts";
import { toJsonSchema } from "../../components/api-reference/schema.ts";
import { controlOrder, operations, type OperationId } from "../../lib/contract/index.ts";
import { createTranslatorFor } from "./in-language.tsx";

const ids = Object.keys(operations) as OperationId[];

describe("the API reference", () => {
  test("lists every operation once, those of the interface document first within their tag", () => {
    expect(tags.flatMap(operationsWithTag).sort()).toEqual([...ids].sort());
    for (const tag of tags) {
      const extensions = operationsWithTag(tag).map((id) => operations[id].extension);
      expect(extensions).toEqual([...extensions].sort());
    }
  });

  test.each(ids)("shows examples of %s that the contract accepts", (id) => {
    const { body, answer, examples } = describeOperation(id);
    const operation = operations[id];
    expect(operation.response.safeParse(answer.example).error).toBeUndefined();
    if (body) expect(operation.body.safeParse(body.example).error).toBeUndefined();
    expect(operation.params.safeParse(examples.params).error).toBeUndefined();
    expect(operation.query.safeParse(examples.query).error).toBeUndefined();
    expect(fillPath(operation.path, examples.params, examples.query)).not.toMatch(/[{}]|\/\//);
  });

  test.each(ids)("shows no placeholder text in examples of %s", (id) => {
    const { body, answer, examples } = describeOperation(id);
    expect(JSON.stringify([body?.example, answer.example, examples])).not.toMatch(/"(text)?"/);
  });

  test("shows the outcome of operations that decide a request", () => {
    const answerOf = (id: OperationId) => describeOperation(id).answer.example;
    expect(answerOf("requestGroupControl")).toMatchObject({ state: "pending", decided_by: null });
    expect(answerOf("approveControlRequest")).toMatchObject({
      state: "approved",
      decided_by: expect.any(String),
      control_id: exampleData.control_id,
    });
    expect(answerOf("rejectControlRequest")).toMatchObject({ state: "rejected", control_id: null });
  });

  test("gives the unit of every power and energy", () => {
    const numbers = ids.flatMap((id) =>
      allFields(describeOperation(id).answer.fields).filter(({ type }) => type === "number"),
    );
    const withoutUnit = new Set(numbers.filter(({ unit }) => !unit).map(({ name }) => name));
    const powers = [...withoutUnit].filter((name) => /_kwh?$|^(before|after|delta)$/.test(name));
    expect(powers).toEqual([]);
  });

  test("explains every status in both languages", () => {
    for (const locale of ["en", "nl"] as const) {
      const t = createTranslatorFor(locale, "docs");
      for (const status of documentedStatuses) {
        expect(t.has(`guide.errors.statuses.${status}` as never), `${locale} ${status}`).toBe(true);
      }
    }
  });
});

const allFields = (fields: Field[]): Field[] =>
  fields.flatMap((field) => [field, ...allFields(field.fields)]);

describe("the fields of a body", () => {
  test("show whether they are required or nullable, and their values", () => {
    const [type, from] = getFields(toJsonSchema(controlOrder, "input"));
    expect(type).toMatchObject({ name: "type", required: true, nullable: false });
    expect(type!.options).toEqual(["MAX_PRODUCTION", "ZERO_EXPORT", "MAX_CONSUMPTION"]);
    expect(from).toMatchObject({ required: false, nullable: true, format: "date-time" });
    expect(from!.description).toMatch(/^Start, rounded up/);
  });

  test("with several variants are listed per variant", () => {
    const { body } = describeOperation("registerDevice");
    expect(body!.variants.map(({ name }) => name)).toEqual(["SOLAR_INVERTER", "BATTERY", "METER"]);
  });
});

describe("a code sample", () => {
  const call = {
    method: "POST",
    path: "/v1/groups/a%20b/control",
    headers: { "Control-Reason": "grid" },
    body: { note: "it's", on: true, none: null },
  } as const;

  test.each(codeLanguages)(
    "in %s reads the base URL and the key from the environment",
    (language) => {
      const code = toCode(language, call);
      expect(code).toContain("CURTAIL_URL");
      expect(code).toContain("CURTAIL_KEY");
      expect(code).toContain("/v1/groups/a%20b/control");
      expect(code).toContain("Control-Reason");
    },
  );

  test("writes values in the syntax of its language", () => {
    expect(toCode("python", call)).toContain(`"on": True,\n        "none": None,`);
    expect(toCode("curl", call)).toContain(`it'\\''s`);
  });
});
