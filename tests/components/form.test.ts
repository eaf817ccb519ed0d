import { describe, expect, it } from "vitest";
import { parseDecimal, parseOptionalDecimal } from "@/components/form/decimal.ts";
import { asSentence, issueText } from "@/components/form/issue-text.ts";
import { operations } from "@/lib/contract/index.ts";

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

  it("tells an empty field from a wrong one", () => {
    expect(parseOptionalDecimal("  ", null)).toBeNull();
    expect(parseOptionalDecimal("x", null)).toBeNaN();
  });
});

describe("a remark on a field", () => {
  const remarks = (body: unknown) => {
    const checked = operations.createLocation.body.safeParse(body, { error: issueText });
    return Object.fromEntries(
      (checked.error?.issues ?? []).map(({ path, message }) => [path.join("/"), message]),
    );
  };

  it("is in the words of who typed the value", () => {
    expect(remarks({ customer_id: "", latitude: Number.NaN, longitude: 181 })).toEqual({
      customer_id: "is required",
      latitude: "must be a number",
      longitude: "must be at most 180",
    });
  });

  it("leaves a schema's own message as it is", () => {
    const checked = operations.createGroup.body.safeParse(
      { name: " ", bidding_zone: "NL" },
      { error: issueText },
    );
    expect(checked.error?.issues[0]?.message).toBe("must not be empty");
  });

  it("is shown as a sentence", () => {
    expect(asSentence("must not be empty")).toBe("Must not be empty.");
    expect(asSentence("Why?")).toBe("Why?");
  });
});
