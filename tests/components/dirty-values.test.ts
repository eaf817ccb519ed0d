import { expect, test } from "vitest";
import { changesOf } from "@/components/form/use-form.ts";

const loaded = { name: "Anna", language: "nl-NL", group_id: "grp_north" };

test("only what was changed since a form was loaded is a change", () => {
  expect(changesOf(loaded, { ...loaded, group_id: "" })).toEqual({ group_id: "" });
  expect(changesOf(loaded, { ...loaded })).toEqual({});
});

test("a blank more around a text is no change", () => {
  expect(changesOf(loaded, { ...loaded, name: " Anna " })).toEqual({});
});
