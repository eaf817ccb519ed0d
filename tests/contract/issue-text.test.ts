import { describe, expect, it } from "vitest";
import { z } from "zod";
import { describeIssue } from "../../lib/contract/issue-text.ts";

const first = (schema: z.ZodType, value: unknown) =>
  describeIssue(schema.safeParse(value).error!.issues[0]!, value);

describe("an invalid value is answered with what is right", () => {
  it.each([
    ["a missing field", z.string(), undefined, "is required"],
    ["a number for a text", z.string(), 5, "must be a text"],
    ["a text for a number", z.number(), "5", "must be a number"],
    ["a broken number", z.int(), 1.5, "must be a whole number"],
    ["a text for a flag", z.boolean(), "yes", "must be true or false"],
    ["a text for a list", z.array(z.string()), "a", "must be a list"],
    ["a list for an object", z.object({}), [], "must be an object"],
    ["a missing choice", z.enum(["UP", "DOWN"]), undefined, "is required: one of UP, DOWN"],
    ["a missing constant", z.object({ a: z.literal("NL") }), {}, "is required: NL"],
    ["a missing field of an item", z.array(z.object({ a: z.email() })), [{}], "is required"],
    ["an unknown choice", z.enum(["UP", "DOWN"]), "x", "must be one of UP, DOWN"],
    ["another constant", z.literal("NL"), "BE", "must be NL"],
    ["an empty text", z.string().min(1), "", "must not be empty"],
    ["a short text", z.string().min(8), "a", "must have at least 8 characters"],
    ["a long text", z.string().max(1), "ab", "must have at most 1 character"],
    ["an empty list", z.array(z.string()).min(1), [], "must have at least 1 item"],
    ["a small number", z.number().min(-90), -91, "must be at least -90"],
    ["a large number", z.number().max(90), 91, "must be at most 90"],
    ["no positive number", z.number().positive(), 0, "must be more than 0"],
    ["no e-mail address", z.email(), "x", "must be an e-mail address"],
    ["no UUID", z.uuid(), "x", "must be a UUID"],
    ["no time", z.iso.time(), "x", "must be a time such as 14:00"],
    ["another beginning", z.string().startsWith("mqtt:"), "x", "must start with mqtt:"],
    [
      "another kind of object",
      z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("a") }),
        z.object({ kind: z.literal("b") }),
      ]),
      { kind: "c" },
      "must be one of a, b",
    ],
    [
      "an object without its kind",
      z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("a") }),
        z.object({ kind: z.literal("b") }),
      ]),
      {},
      "is required: one of a, b",
    ],
    [
      "a value against a rule with a text of its own",
      z.string("must be a name"),
      1,
      "must be a name",
    ],
  ] as const)("%s", (_, schema, value, text) => {
    expect(first(schema, value)).toBe(text);
  });
});
