import type { AuthOptions, Session } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { cookies } from "next/headers";
import { env, getAppSecret } from "../../env.ts";
import { returnAddress } from "../../http/return-path.ts";
import { parseClientAddress } from "../context/client-address.ts";
import { syncLanguage } from "./customer-language.ts";
import { DEVICE_SECONDS, deviceCookie, deviceCookieName, trustedDevice } from "./second-factor.ts";
import { log, getErrorReason } from "../context/log.ts";
import { onOidcSignIn, oidcProviders } from "./oidc.ts";
import { isHttps } from "../context/request-context.ts";
import { runtime } from "../runtime.ts";
import { SECURE_SESSION_COOKIE, SESSION_COOKIE } from "./session-cookie.ts";
import { getRelyingParty } from "./passkeys.ts";
import { signInWithPasskey, signInWithPassword } from "./sign-in.ts";
import { readSession, sessionLifetime } from "../db/sessions.ts";
import { decode } from "next-auth/jwt";

const MAX_TOKENS = 10_000;

interface CachedAuth {
  sessionId: unknown;
  expiresAtMs: number;
}

/**
 * Tokens that were decrypted lately, with the session each names. What a token says never changes;
 * whether its session is active is read from the database on every call.
 */
const authByOrigin = new Map<string, CachedAuth>();

/** The session id in a session cookie, active or not; undefined for one that is not ours or too old. */
export async function readSessionToken(token: string, secret: string): Promise<unknown> {
  const cached = authByOrigin.get(token) ?? (await decrypt(token, secret));
  authByOrigin.delete(token);
  if (!cached || cached.expiresAtMs <= Date.now()) return undefined;
  authByOrigin.set(token, cached);
  if (authByOrigin.size > MAX_TOKENS) authByOrigin.delete(authByOrigin.keys().next().value!);
  return cached.sessionId;
}

async function decrypt(token: string, secret: string): Promise<CachedAuth | null> {
  const payload = await decode({ token, secret }).catch(() => null);
  if (!payload) return null;
  return { sessionId: payload.sid, expiresAtMs: Number(payload.exp) * 1000 };
}

/** Errors of the sign-in form, besides next-auth's own `CredentialsSignin`. */
export const TOO_MANY_ATTEMPTS = "TooManyAttempts";
export const UNAVAILABLE = "Unavailable";
export const CODE_REQUIRED = "CodeAsked";
export const WRONG_CODE = "WrongCode";

/** The options of next-auth: its token contains only the id of the session row. */
export function authOptions(): AuthOptions {
  const { PUBLIC_URL } = env();
  setNextAuthUrl(PUBLIC_URL);
  const secure = isHttps();
  return {
    secret: getAppSecret(),
    useSecureCookies: secure,
    cookies: {
      sessionToken: {
        name: secure ? SECURE_SESSION_COOKIE : SESSION_COOKIE,
        options: { httpOnly: true, sameSite: "lax", path: "/", secure },
      },
    },
    session: { strategy: "jwt", maxAge: sessionLifetime.customer / 1000 },
    pages: { signIn: "/sign-in", signOut: "/sign-in", error: "/sign-in" },
    providers: [credentialsProvider, passkeyProvider, ...oidcProviders()],
    callbacks: {
      signIn: (given) => onOidcSignIn(given, getSessionId),
      redirect: ({ url, baseUrl }) => returnAddress(url, baseUrl),
      jwt: toSessionToken,
      session: toBrowserSession,
    },
    logger: {
      error: (code, metadata) => log.debug({ code, reason: getErrorReason(metadata) }, "next-auth"),
      warn: (code) => log.debug({ code }, "next-auth"),
      debug: () => undefined,
    },
  };
}

/**
 * next-auth reads its URL from the environment only. Without PUBLIC_URL the request's host is used,
 * so that 127.0.0.1, localhost and a machine's name all work.
 */
function setNextAuthUrl(publicUrl: string | undefined) {
  if (publicUrl) {
    process.env.NEXTAUTH_URL = publicUrl;
  } else {
    delete process.env.NEXTAUTH_URL;
    process.env.AUTH_TRUST_HOST = "1";
  }
}

const credentialsProvider = CredentialsProvider({
  credentials: {
    email: { type: "email" },
    password: { type: "password" },
    code: { type: "text" },
  },
  async authorize(given, request) {
    const headers = request.headers ?? {};
    const address = parseClientAddress(headers["x-forwarded-for"]);
    const signedIn = await trySignIn(given, address, headers["user-agent"]);
    if (signedIn.outcome === "refused") return null;
    if (signedIn.outcome !== "success") throw new Error(signInErrors[signedIn.outcome]);
    return { id: signedIn.account.id, sessionId: signedIn.sessionId };
  },
});

async function trySignIn(given: unknown, address: string, userAgent: unknown) {
  try {
    const { db, client } = runtime();
    const cookie = (await cookies()).get(deviceCookieName(isHttps()))?.value;
    const now = new Date();
    const deviceFor = (email: string) => trustedDevice(cookie, email, getAppSecret(), now);
    const caller = { address, deviceFor, userAgent, earlierSession: await getSessionId() };
    const signedIn = await signInWithPassword(db, given, caller, now);
    if (signedIn.outcome !== "success") return signedIn;
    await saveDevice(signedIn.account.email, cookie, now);
    await syncLanguage({ db, client }, signedIn.account);
    return signedIn;
  } catch (error) {
    log.error({ reason: getErrorReason(error) }, "Sign-in failed");
    // next-auth puts the message of an error into a URL.
    throw new Error(UNAVAILABLE);
  }
}

const passkeyProvider = CredentialsProvider({
  id: "passkey",
  credentials: { credential: { type: "text" } },
  async authorize(given, request) {
    const headers = request.headers ?? {};
    const address = parseClientAddress(headers["x-forwarded-for"]);
    try {
      const { db, client } = runtime();
      const sent = { site: getRelyingParty(headers.host), credential: given?.credential };
      const caller = {
        address,
        userAgent: headers["user-agent"],
        earlierSession: await getSessionId(),
      };
      const now = new Date();
      const signedIn = await signInWithPasskey(db, sent, caller, now);
      if (signedIn.outcome === "refused") return null;
      const cookie = (await cookies()).get(deviceCookieName(isHttps()))?.value;
      await saveDevice(signedIn.account.email, cookie, now);
      await syncLanguage({ db, client }, signedIn.account);
      return { id: signedIn.account.id, sessionId: signedIn.sessionId };
    } catch (error) {
      log.error({ reason: getErrorReason(error) }, "Sign-in failed");
      throw new Error(UNAVAILABLE);
    }
  },
});

const signInErrors = {
  throttled: TOO_MANY_ATTEMPTS,
  "code-required": CODE_REQUIRED,
  "wrong-code": WRONG_CODE,
} as const;

/** Marks this browser as a trusted device of the account. */
async function saveDevice(email: string, present: string | undefined, now: Date): Promise<void> {
  if (trustedDevice(present, email, getAppSecret(), now)) return;
  const secure = isHttps();
  (await cookies()).set(deviceCookieName(secure), deviceCookie(email, getAppSecret(), now), {
    httpOnly: true,
    sameSite: "lax",
    path: "/api",
    secure,
    maxAge: DEVICE_SECONDS,
  });
}

const toSessionToken: NonNullable<AuthOptions["callbacks"]>["jwt"] = ({ token, user }) => ({
  sid: user ? (user as { sessionId?: string }).sessionId : token.sid,
});

/** The response of `/api/auth/session`; empty for an ended session. */
const toBrowserSession: NonNullable<AuthOptions["callbacks"]>["session"] = async ({
  session,
  token,
}) => {
  const user = await readSession(runtime().db, token.sid, new Date());
  if (!user) return {} as Session;
  const { name, email, role } = user;
  return { user: { name, email, role }, expires: session.expires };
};

/** The session id in the request's cookie, active or not. */
export async function getSessionId(): Promise<unknown> {
  const name = isHttps() ? SECURE_SESSION_COOKIE : SESSION_COOKIE;
  const token = (await cookies()).get(name)?.value;
  return token === undefined ? undefined : readSessionToken(token, getAppSecret());
}
