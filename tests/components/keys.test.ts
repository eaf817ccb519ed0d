import { expect, test } from "vitest";
import {
  endMoment,
  toExpiryInstant,
  getPreviousKeyExpiry,
  getKeyState,
} from "../../components/api-keys/key-state.ts";
import { createFormats } from "@/lib/i18n/format.ts";
import type { ApiKey } from "@/lib/contract/keys.ts";
import { createTranslatorFor } from "./in-language.tsx";

const key: ApiKey = {
  id: "key_1",
  created_at: "2026-06-01T10:00:00Z",
  name: "Importer",
  prefix: "ck_abcdef",
  scopes: ["read"],
  limits: null,
  rate: null,
  expires_at: null,
  rotated_at: null,
  previous_until: null,
  last_used_at: null,
  revoked_at: null,
};
const noon = Date.parse("2026-06-15T12:00:00Z");

test("a key is valid until it is revoked or expires", () => {
  expect(getKeyState(key, noon)).toEqual({ state: "inForce", since: null });
  const ends = { ...key, expires_at: "2026-06-15T12:00:00Z" };
  expect(getKeyState(ends, noon - 1).state).toBe("inForce");
  expect(getKeyState(ends, noon)).toEqual({ state: "expired", since: ends.expires_at });
  const revoked = { ...ends, revoked_at: "2026-06-02T00:00:00Z" };
  expect(getKeyState(revoked, noon)).toEqual({ state: "revoked", since: revoked.revoked_at });
});

test("the old secret works until the end of the grace period, and no longer than the key", () => {
  const rotated = { ...key, previous_until: "2026-06-15T12:00:01Z" };
  expect(getPreviousKeyExpiry(key, noon)).toBeNull();
  expect(getPreviousKeyExpiry(rotated, noon)).toBe(rotated.previous_until);
  expect(getPreviousKeyExpiry(rotated, noon + 1_000)).toBeNull();
  expect(getPreviousKeyExpiry({ ...rotated, revoked_at: "2026-06-15T11:00:00Z" }, noon)).toBeNull();
});

test("a day ends at midnight in Amsterdam, also when the clock changes", () => {
  expect(toExpiryInstant("2026-12-31")).toBe("2026-12-31T23:00:00.000Z");
  expect(toExpiryInstant("2026-06-15")).toBe("2026-06-15T22:00:00.000Z");
  expect(toExpiryInstant("2026-10-25")).toBe("2026-10-25T23:00:00.000Z");
  expect(toExpiryInstant("2027-03-28")).toBe("2027-03-28T22:00:00.000Z");
  expect(toExpiryInstant("")).toBeNull();
  expect(toExpiryInstant("31-2"), "for the contract to refuse").toBe("31-2");
});

test("a key that expires at the end of a day shows that day", () => {
  const dutch = createFormats("nl");
  expect(endMoment(toExpiryInstant("2026-12-31")!, dutch)).toBe("do 31 dec 2026, 24:00");
  expect(endMoment(toExpiryInstant("2026-10-25")!, dutch)).toBe("zo 25 okt 2026, 24:00");
  expect(endMoment("2026-12-31T22:30:00Z", dutch)).toBe("do 31 dec 2026, 23:30");
});

test("key rotation has one name, on its button and in the audit trail", () => {
  expect(createTranslatorFor("nl", "audit")("operations.rotateApiKey")).toBe(
    "API-sleutel vervangen",
  );
  expect(createTranslatorFor("nl", "apiKeys")("rotate.action")).toBe("Vervangen");
});
