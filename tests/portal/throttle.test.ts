import { afterEach, describe, expect, test, vi } from "vitest";
import { toNetwork } from "../../lib/portal/context/client-address.ts";
import {
  deviceCookie,
  DEVICE_SECONDS,
  trustedDevice,
} from "../../lib/portal/auth/second-factor.ts";
import * as passwords from "../../lib/portal/auth/password.ts";
import { signInWithPassword } from "../../lib/portal/auth/sign-in.ts";
import { createAccount } from "../../lib/portal/db/accounts.ts";
import { paces } from "../../lib/portal/auth/throttle.ts";
import { anna, bram } from "./fixtures.ts";
import { NOW, PASSWORD, portalWorld } from "./portal-world.ts";

const world = portalWorld();
const MINUTE = 60_000;
const SECRET = "a secret of at least thirty-two characters";
const later = (ms: number) => new Date(NOW.getTime() + ms);

interface Try {
  address?: string;
  device?: string | null;
  now?: Date;
}

const outcome = async (email: string, password: string, given: Try = {}) => {
  const { address = "192.0.2.1", device = null, now = NOW } = given;
  const caller = { address, deviceFor: () => device };
  return (await signInWithPassword(world.db, { email, password }, caller, now)).outcome;
};

const guess = async (times: number, email: string, given: (nth: number) => Try) => {
  const outcomes = [];
  for (let nth = 0; nth < times; nth++) outcomes.push(await outcome(email, "guess", given(nth)));
  return outcomes;
};

afterEach(() => void vi.restoreAllMocks());

describe("guessing one account from one address", () => {
  test("is delayed more and more, up to 15 minutes, also with the correct password", async () => {
    const email = "patient@example.org";
    const at = { address: "192.0.2.2" };
    expect(await guess(paces.pair.freeAttempts, email, () => at)).not.toContain("throttled");
    let now = 0;
    for (const wait of [0.5, 1, 2, 4, 8, 15, 15]) {
      const early = later(now + wait * MINUTE - 1);
      expect(await outcome(email, "guess", { ...at, now: early })).toBe("throttled");
      now += wait * MINUTE;
      expect(await outcome(email, "guess", { ...at, now: later(now) })).toBe("refused");
    }
  });

  test("delays the correct password by half a minute at first, and no other address", async () => {
    const at = { address: "192.0.2.3" };
    await guess(paces.pair.freeAttempts, anna.email, () => at);
    expect(await outcome(anna.email, PASSWORD, at)).toBe("throttled");
    expect(await outcome(anna.email, PASSWORD, { address: "192.0.2.4" })).toBe("success");
    expect(await outcome(anna.email, PASSWORD, { ...at, now: later(MINUTE / 2) })).toBe("success");
    expect(await outcome(anna.email, "guess", { ...at, now: later(MINUTE / 2) })).toBe("refused");
  });

  test("cannot bypass the count with simultaneous guesses", async () => {
    const given = { address: "192.0.2.5" };
    const guesses = Array.from({ length: paces.pair.freeAttempts + 5 }, () =>
      outcome("nobody.else@example.org", "guess", given),
    );
    const throttled = (await Promise.all(guesses)).filter((each) => each === "throttled");
    expect(throttled).toHaveLength(5);
  });

  test("of an unknown account looks the same, and takes a password comparison too", async () => {
    const compared = vi.spyOn(passwords, "verifyPassword");
    const at = { address: "192.0.2.6" };
    const known = await guess(paces.pair.freeAttempts + 2, bram.email, () => at);
    expect(await guess(paces.pair.freeAttempts + 2, "unknown@example.org", () => at)).toEqual(
      known,
    );
    expect(known.at(-1)).toBe("throttled");
    const hashes = compared.mock.calls.map(([hash]) => hash === null);
    expect(hashes.filter(Boolean)).toHaveLength(paces.pair.freeAttempts);
    expect(hashes.filter((isNobody) => !isNobody)).toHaveLength(paces.pair.freeAttempts);
  });
});

describe("guessing one account from many addresses", () => {
  const email = "Staff@example.org";
  const somewhere = (nth: number) => ({ address: `198.51.100.${nth}` });

  test("is delayed for all of them, but not for a known device of its owner", async () => {
    const guesses = await guess(paces.account.freeAttempts + 1, email, somewhere);
    expect(guesses.at(-1)).toBe("throttled");
    expect(await outcome(email, PASSWORD, { address: "203.0.113.1" })).toBe("throttled");
    const owner = { address: "203.0.113.1", device: "the owner's own" };
    expect(await outcome(email, PASSWORD, owner)).toBe("success");
  });

  test("is delayed for a known device alone if that device guesses", async () => {
    const stolen = { address: "203.0.113.2", device: "a stolen one" };
    const guesses = await guess(paces.device.freeAttempts + 1, bram.email, () => stolen);
    expect(guesses.at(-1)).toBe("throttled");
    expect(await outcome(bram.email, PASSWORD, { address: "203.0.113.3" })).toBe("success");
  });
});

test("an address that guesses many accounts is delayed, whatever the account", async () => {
  const at = { address: "203.0.113.9" };
  const outcomes = [];
  for (let nth = 0; nth <= paces.address.freeAttempts; nth++) {
    outcomes.push(await outcome(`somebody.${nth}@example.org`, "guess", at));
  }
  expect(outcomes.indexOf("throttled")).toBe(paces.address.freeAttempts);
  expect(await outcome(anna.email, PASSWORD, at)).toBe("throttled");
  expect(await outcome(anna.email, PASSWORD, { address: "203.0.113.10" })).toBe("success");
});

describe("an IPv6 network", () => {
  test("is throttled as one address", async () => {
    const somewhere = (nth: number) => ({ address: `2001:db8:0:7::${nth.toString(16)}` });
    const outcomes = [];
    for (let nth = 0; nth <= paces.address.freeAttempts; nth++) {
      outcomes.push(await outcome(`anybody.${nth}@example.org`, "guess", somewhere(nth)));
    }
    expect(outcomes.indexOf("throttled")).toBe(paces.address.freeAttempts);
    const spelled = { address: "2001:DB8:0000:0007:1:2:3:4" };
    expect(await outcome(bram.email, PASSWORD, spelled)).toBe("throttled");
    expect(await outcome(bram.email, PASSWORD, { address: "2001:db8:0:8::1" })).toBe("success");
  });

  test.each([
    ["2001:db8:0:7::", "2001:db8:0:7::/64"],
    ["2001:db8::7:0:0:1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["64:ff9b::192.0.2.1", "64:ff9b:0:0::/64"],
    ["192.0.2.1", "192.0.2.1"],
    ["unknown", "unknown"],
  ])("of %s is %s", (address, network) => expect(toNetwork(address)).toBe(network));
});

test("an address with a letter that only normalises to another's is a different address", async () => {
  // PostgreSQL folds U+0130 to i; each spelling would be counted separately.
  const email = "mini@example.org";
  const passwordHash = await passwords.hashPassword(PASSWORD);
  await createAccount(world.db, { email, name: "M", role: "staff", level: "viewer", passwordHash });
  const at = { address: "203.0.113.11" };
  expect(await outcome("M\u0130NI@example.org", PASSWORD, at)).toBe("refused");
  expect(await outcome("MINI@example.org", PASSWORD, at)).toBe("success");
});

describe("the cookie of a known device", () => {
  const cookie = deviceCookie(anna.email, SECRET, NOW);
  const nameIn = (given: string, email = anna.email, secret = SECRET, now = NOW) =>
    trustedDevice(given, email, secret, now);

  test("identifies it for the account it signed in to, whatever the case, and contains no name", () => {
    expect(nameIn(cookie)).toBe(cookie.split(".")[0]);
    expect(nameIn(cookie, anna.email.toUpperCase())).toBe(cookie.split(".")[0]);
    expect(cookie).not.toContain("anna");
  });

  test.each<[string, Parameters<typeof nameIn>]>([
    ["of another account", [cookie, bram.email]],
    ["signed with another secret", [cookie, anna.email, "another secret"]],
    ["of half a year ago", [cookie, anna.email, SECRET, later(DEVICE_SECONDS * 1000)]],
    ["with another name", [`${"x".repeat(22)}${cookie.slice(22)}`]],
    ["with a later end", [cookie.replace(/\.\d+\./, ".99999999999.")]],
    ["of nonsense", ["a.b.c"]],
  ])("%s says nothing", (_, given) => expect(nameIn(...given)).toBeNull());
});
