import { expect, test } from "vitest";
import { FALLBACK_LANGUAGE } from "../../lib/i18n/locales.ts";
import { DEFAULT_LANGUAGE } from "@/lib/contract/customers.ts";

test("a customer without a language is shown with the contract's default", () => {
  expect(FALLBACK_LANGUAGE).toBe(DEFAULT_LANGUAGE);
});
