import { encode } from "next-auth/jwt";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readSessionToken } from "../../lib/portal/auth/auth.ts";

const SECRET = "only-for-tests-only-for-tests-only";
const token = (sid: string, { secret = SECRET, maxAge = 60 } = {}) =>
  encode({ token: { sid }, secret, maxAge });

describe("a session cookie", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
  afterEach(() => void vi.useRealTimers());

  it("names its session, each time it is read", async () => {
    const own = await token("session-1");
    expect(await readSessionToken(own, SECRET)).toBe("session-1");
    expect(await readSessionToken(own, SECRET)).toBe("session-1");
  });

  it("names none once it is too old, also where it was read before", async () => {
    const own = await token("session-2");
    expect(await readSessionToken(own, SECRET)).toBe("session-2");
    vi.setSystemTime(Date.now() + 61_000);
    expect(await readSessionToken(own, SECRET)).toBeUndefined();
    expect(await readSessionToken(own, SECRET)).toBeUndefined();
  });

  it("names none when it was made with another secret, changed, or is no token", async () => {
    const foreign = await token("session-3", { secret: "another-secret-another-secret-another" });
    expect(await readSessionToken(foreign, SECRET)).toBeUndefined();
    const own = await token("session-4");
    expect(await readSessionToken(`${own.slice(0, -4)}AAAA`, SECRET)).toBeUndefined();
    expect(await readSessionToken("no token", SECRET)).toBeUndefined();
    expect(await readSessionToken("", SECRET)).toBeUndefined();
  });
});
