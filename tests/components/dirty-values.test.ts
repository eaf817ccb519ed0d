import { expect, test } from "vitest";
import { changesOf } from "@/components/form/use-form.ts";

const loaded = { name: "Anna", language: "nl-NL", group_id: "grp_north" };

test("only fields changed since the form was loaded are sent", () => {
  expect(changesOf(loaded, { ...loaded, group_id: "" })).toEqual({ group_id: "" });
  expect(changesOf(loaded, { ...loaded })).toEqual({});
});

test("whitespace around a text is not a change", () => {
  expect(changesOf(loaded, { ...loaded, name: " Anna " })).toEqual({});
});
