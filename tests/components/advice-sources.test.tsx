import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MissingList } from "@/components/rules/missing-list.tsx";
import type { MissingAdviceInput } from "@/lib/contract/advice.ts";
import { inLanguage } from "./in-language.tsx";

const missing = (what: MissingAdviceInput["what"]): MissingAdviceInput => ({
  what,
  intervals: what === "terms" ? 0 : 4,
  customers: what === "terms" ? 2 : 0,
  time_from: what === "terms" ? null : "2026-06-15T10:00:00.000Z",
});

test.each([
  ["day_ahead_price", "/docs/files/prices.md", "Connect a source or send prices"],
  ["shortage_price", "/docs/files/prices.md", "Connect a source or send prices"],
  ["position", "/docs/files/advice.md", "Send or import positions"],
  ["terms", "/groups", "Give terms to a group or customer"],
] as const)("what is missing for advice (%s) says where it is given", (what, href, name) => {
  const list = <MissingList title="Missing" missing={[missing(what)]} />;
  const html = renderToStaticMarkup(inLanguage("en", list));
  expect(html).toContain(`href="${href}"`);
  expect(html).toContain(name);
});
