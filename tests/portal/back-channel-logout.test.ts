import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, type KeyLike } from "jose";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { InvalidLogoutToken, verifyLogoutToken } from "../../lib/portal/auth/logout-token.ts";
import { signInWithClaims, type RoleMapping } from "../../lib/portal/auth/oidc-sign-in.ts";
import { endProviderSessions, findProviderUsers } from "../../lib/portal/db/provider-sessions.ts";
import { readSession } from "../../lib/portal/db/sessions.ts";
import { NOW, portalWorld } from "./portal-world.ts";

const world = portalWorld();
const EVENT = "http://schemas.openid.net/event/backchannel-logout";
const seconds = NOW.getTime() / 1000;
let key: KeyLike;
let otherKey: KeyLike;
let issuer: string;

beforeAll(async () => {
  const [pair, other] = [await generateKeyPair("RS256"), await generateKeyPair("RS256")];
  [key, otherKey] = [pair.privateKey, other.privateKey];
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: "one", alg: "RS256" };
  const server = createServer(({ url }, answer) => {
    const metadata = { issuer, jwks_uri: `${issuer}/keys` };
    answer.setHeader("Content-Type", "application/json");
    answer.end(JSON.stringify(url === "/keys" ? { keys: [jwk] } : metadata));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return () => void server.close();
});

interface Token {
  claims?: Record<string, unknown>;
  signedWith?: KeyLike | Uint8Array;
  alg?: string;
}

function tokenOf({ claims = {}, signedWith = key, alg = "RS256" }: Token = {}): Promise<string> {
  const whole = {
    iss: issuer,
    aud: "curtail",
    iat: seconds,
    exp: seconds + 120,
    jti: "1",
    sub: "vera",
    events: { [EVENT]: {} },
    ...claims,
  };
  return new SignJWT(whole)
    .setProtectedHeader({ alg, kid: "one", typ: "logout+jwt" })
    .sign(signedWith);
}

const verify = (token: string) =>
  verifyLogoutToken(token, { issuer, clientId: "curtail", now: NOW });

describe("a logout token", () => {
  test("names the subject, the session at the provider, or both", async () => {
    const subject = { issuer, subject: "vera", providerSession: null };
    expect(await verify(await tokenOf())).toEqual(subject);
    const both = await verify(await tokenOf({ claims: { sid: "s1" } }));
    expect(both).toEqual({ ...subject, providerSession: "s1" });
    const session = await verify(await tokenOf({ claims: { sub: undefined, sid: "s1" } }));
    expect(session).toEqual({ issuer, subject: null, providerSession: "s1" });
  });

  test.each<[string, () => Token]>([
    ["signed with another key", () => ({ signedWith: otherKey })],
    [
      "signed with a shared secret",
      () => ({ signedWith: new Uint8Array(32).fill(1), alg: "HS256" }),
    ],
    ["of another issuer", () => ({ claims: { iss: "https://id.example" } })],
    ["for another client", () => ({ claims: { aud: "another" } })],
    ["that expired", () => ({ claims: { exp: seconds - 61 } })],
    ["made over five minutes ago", () => ({ claims: { iat: seconds - 361, exp: seconds + 999 } })],
    ["made in the future", () => ({ claims: { iat: seconds + 120 } })],
    ["without a time", () => ({ claims: { iat: undefined } })],
    ["without an id", () => ({ claims: { jti: undefined } })],
    ["with a nonce, as an id_token has", () => ({ claims: { nonce: "n" } })],
    ["without the logout event", () => ({ claims: { events: {} } })],
    ["of nobody and no session", () => ({ claims: { sub: undefined } })],
  ])("%s is refused", async (_, given) => {
    await expect(verify(await tokenOf(given()))).rejects.toThrow(InvalidLogoutToken);
  });

  test.each(["", "nonsense", "a.b.c"])("that reads %j is refused", async (token) => {
    await expect(verify(token)).rejects.toThrow(InvalidLogoutToken);
  });

  test("without a signature is refused", async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const [, payload] = (await tokenOf()).split(".");
    await expect(verify(`${part({ alg: "none" })}.${payload}.`)).rejects.toThrow(
      InvalidLogoutToken,
    );
  });

  test("cannot be judged while the provider is away, which is no refusal", async () => {
    const away = { issuer: "http://127.0.0.1:9", clientId: "curtail", now: NOW };
    const failure = await verifyLogoutToken(await tokenOf(), away).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(InvalidLogoutToken);
  });
});

describe("a logout at the provider ends", () => {
  const mapping: RoleMapping = {
    claim: "roles",
    values: { viewer: ["a"], operator: [], admin: [] },
  };
  async function signIn(sub: string, sid?: string, iss = issuer): Promise<string> {
    const email = `${sub}-${iss.length}@id.example`;
    const signedIn = await signInWithClaims(
      world.db,
      { iss, sub, sid, email, roles: "a" },
      mapping,
      NOW,
    );
    if (signedIn.outcome !== "success") throw new Error(signedIn.why);
    return signedIn.sessionId;
  }
  const logOut = async (subject: string | null, providerSession: string | null) => {
    const ended = { issuer, subject, providerSession };
    for (const { id } of await findProviderUsers(world.db, ended))
      await endProviderSessions(world.db, id, ended, NOW);
  };
  const isActive = async (sessionId: string) =>
    (await readSession(world.db, sessionId, NOW)) !== null;

  test("every session of a subject, and nobody else's", async () => {
    const mine = [await signIn("sam", "s1"), await signIn("sam", "s2")];
    const others = [await signIn("sara", "s1"), await signIn("sam", "s1", "https://id.example")];
    onTestFinished(() => logOut("sara", null));
    await logOut("sam", null);
    expect(await Promise.all(mine.map(isActive))).toEqual([false, false]);
    expect(await Promise.all(others.map(isActive))).toEqual([true, true]);
  });

  test("one session there, with or without the subject", async () => {
    const [first, second, third] = [
      await signIn("tim", "t1"),
      await signIn("tim", "t2"),
      await signIn("tim", "t3"),
    ];
    await logOut("tim", "t1");
    await logOut(null, "t2");
    expect(await Promise.all([first, second, third].map(isActive))).toEqual([false, false, true]);
  });
});
