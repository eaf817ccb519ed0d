import { expect, test } from "vitest";
import { getDirtyValues } from "@/components/form/use-form.ts";

const loaded = { name: "Anna", language: "nl-NL", group_id: "grp_north" };

test("only fields changed since the form was loaded are sent", () => {
  expect(getDirtyValues(loaded, { ...loaded, group_id: "" })).toEqual({ group_id: "" });
  expect(getDirtyValues(loaded, { ...loaded })).toEqual({});
});

test("whitespace around a text is not a change", () => {
  expect(getDirtyValues(loaded, { ...loaded, name: " Anna " })).toEqual({});
});
