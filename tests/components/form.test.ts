import { describe, expect, it } from "vitest";
import { parseDecimal, parseOptionalDecimal } from "../../components/form/decimal-field.tsx";
import { asSentence, remarkMessage } from "@/components/api/use-problem-messages.ts";
import { createIssueMessages, customMessage } from "@/components/form/use-operation-form.ts";
import { operations } from "@/lib/contract/index.ts";
import { createTranslatorFor } from "./in-language.tsx";

const english = createTranslatorFor("en", "problems");
const dutch = createTranslatorFor("nl", "problems");

describe("a number as people type it", () => {
  it.each([
    ["52,0907", 52.0907],
    ["52.0907", 52.0907],
    [" -3 ", -3],
    ["\u22123,5", -3.5],
    [",5", 0.5],
    ["7.", 7],
  ])("reads %j", (text, value) => {
    expect(parseDecimal(text)).toBe(value);
  });

  it.each(["", "x", "1.234,5", "1,2,3", "1e3", "0x10", "Infinity", "12 kW", "-"])(
    "refuses %j instead of guessing",
    (text) => {
      expect(parseDecimal(text)).toBeNaN();
    },
  );

  it("distinguishes an empty field from an invalid one", () => {
    expect(parseOptionalDecimal("  ", null)).toBeNull();
    expect(parseOptionalDecimal("x", null)).toBeNaN();
  });
});

describe("a field error", () => {
  const remarks = (body: unknown, t = english) => {
    const checked = operations.createLocation.body.safeParse(body, {
      error: createIssueMessages(t),
    });
    return Object.fromEntries(
      (checked.error?.issues ?? []).map(({ path, message }) => [path.join("/"), message]),
    );
  };

  it("uses the terms of the person who typed the value", () => {
    expect(remarks({ customer_id: "", latitude: Number.NaN, longitude: 181 })).toEqual({
      customer_id: "This is required.",
      latitude: "This must be a number.",
      longitude: "This must be at most 180.",
    });
  });

  it("is in Dutch for a Dutch reader", () => {
    expect(remarks({ customer_id: "a", latitude: 91, longitude: Number.NaN }, dutch)).toEqual({
      latitude: "Dit mag hooguit 90 zijn.",
      longitude: "Dit moet een getal zijn.",
    });
  });

  it("shows a schema's own message, translated where possible", () => {
    const checked = operations.createGroup.body.safeParse(
      { name: " ", bidding_zone: "NL" },
      { error: createIssueMessages(dutch) },
    );
    const message = checked.error?.issues[0]?.message ?? "";
    expect(customMessage(message, dutch)).toBe("Dit is verplicht.");
    expect(customMessage("must be odd", dutch)).toBe("must be odd");
  });

  it("of a service is translated by its stable code, or shown as received", () => {
    const remark = { pointer: "#/email", detail: "must not be another customer's" };
    expect(remarkMessage({ ...remark, code: "email-taken" }, dutch)).toBe(
      "Een andere klant heeft dit e-mailadres.",
    );
    expect(remarkMessage({ ...remark, code: "brand-new" }, dutch)).toBe(
      "Must not be another customer's.",
    );
    const brands = { code: "unknown-brand", values: { brands: "BRAND_A, BRAND_B" } };
    expect(remarkMessage({ ...remark, ...brands }, english)).toBe(
      "This must be one of BRAND_A, BRAND_B.",
    );
  });

  it("is shown as a sentence", () => {
    expect(asSentence("must not be empty")).toBe("Must not be empty.");
    expect(asSentence("Why?")).toBe("Why?");
  });
});
