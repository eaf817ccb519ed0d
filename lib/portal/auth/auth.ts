import { getServerSession, type AuthOptions, type Session } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { cookies } from "next/headers";
import { env, EnvError } from "../../env.ts";
import { returnAddress } from "../../http/return-path.ts";
import { parseClientAddress } from "../context/client-address.ts";
import { askLanguage } from "./customer-language.ts";
import { DEVICE_SECONDS, deviceCookie, deviceCookieName, trustedDevice } from "./trusted-device.ts";
import { log, getErrorReason } from "../context/log.ts";
import { onOidcSignIn, oidcProviders } from "./oidc.ts";
import { isOverHttps } from "../context/is-https.ts";
import { runtime } from "../runtime.ts";
import { SECURE_SESSION_COOKIE, SESSION_COOKIE } from "./session-cookie.ts";
import { appSecret } from "./app-secret.ts";
import { signInWithPassword } from "./sign-in.ts";
import { readSession, sessionLifetime } from "../db/sessions.ts";

/** Errors the sign-in form is answered with, beside next-auth's own `CredentialsSignin`. */
export const TOO_MANY_ATTEMPTS = "TooManyAttempts";
export const UNAVAILABLE = "Unavailable";
export const CODE_ASKED = "CodeAsked";
export const WRONG_CODE = "WrongCode";

/** next-auth, set up so that its token carries nothing but the id of our session row. */
export function authOptions(): AuthOptions {
  const { NEXTAUTH_SECRET, PUBLIC_URL } = env();
  if (!NEXTAUTH_SECRET) throw new EnvError("NEXTAUTH_SECRET must be set.");
  tellOwnAddress(PUBLIC_URL);
  const secure = isOverHttps();
  return {
    secret: NEXTAUTH_SECRET,
    useSecureCookies: secure,
    cookies: {
      sessionToken: {
        name: secure ? SECURE_SESSION_COOKIE : SESSION_COOKIE,
        options: { httpOnly: true, sameSite: "lax", path: "/", secure },
      },
    },
    session: { strategy: "jwt", maxAge: sessionLifetime.customer / 1000 },
    pages: { signIn: "/sign-in", signOut: "/sign-in", error: "/sign-in" },
    providers: [provider, ...oidcProviders()],
    callbacks: {
      signIn: (given) => onOidcSignIn(given, sessionIdHere),
      redirect: ({ url, baseUrl }) => returnAddress(url, baseUrl),
      jwt: onlySessionId,
      session: shownToBrowser,
    },
    logger: {
      error: (code, metadata) => log.debug({ code, reason: getErrorReason(metadata) }, "next-auth"),
      warn: (code) => log.debug({ code }, "next-auth"),
      debug: () => undefined,
    },
  };
}

/**
 * next-auth reads its own address from the environment only. Without PUBLIC_URL it is the host that
 * was asked, so that 127.0.0.1, localhost and a machine's name all come back to where they were.
 */
function tellOwnAddress(publicUrl: string | undefined) {
  if (publicUrl) {
    process.env.NEXTAUTH_URL = publicUrl;
  } else {
    delete process.env.NEXTAUTH_URL;
    process.env.AUTH_TRUST_HOST = "1";
  }
}

const provider = CredentialsProvider({
  credentials: {
    email: { type: "email" },
    password: { type: "password" },
    code: { type: "text" },
  },
  async authorize(given, request) {
    const headers = request.headers ?? {};
    const address = parseClientAddress(headers["x-forwarded-for"]);
    const signedIn = await attempt(given, address, headers["user-agent"]);
    if (signedIn.outcome === "refused") return null;
    if (signedIn.outcome !== "success") throw new Error(refusals[signedIn.outcome]);
    return { id: signedIn.account.id, sessionId: signedIn.sessionId };
  },
});

async function attempt(given: unknown, address: string, userAgent: unknown) {
  try {
    const { db, client } = runtime();
    const cookie = (await cookies()).get(deviceCookieName(isOverHttps()))?.value;
    const now = new Date();
    const deviceFor = (email: string) => trustedDevice(cookie, email, appSecret(), now);
    const caller = { address, deviceFor, userAgent, earlierSession: await sessionIdHere() };
    const signedIn = await signInWithPassword(db, given, caller, now);
    if (signedIn.outcome !== "success") return signedIn;
    await keepDevice(signedIn.account.email, cookie, now);
    await askLanguage({ db, client }, signedIn.account);
    return signedIn;
  } catch (error) {
    log.error({ reason: getErrorReason(error) }, "sign-in failed");
    // next-auth puts the message of what is thrown here into an address.
    throw new Error(UNAVAILABLE);
  }
}

const refusals = {
  throttled: TOO_MANY_ATTEMPTS,
  "code-required": CODE_ASKED,
  "wrong-code": WRONG_CODE,
} as const;

/** From now on this browser is known to sign in to this account. */
async function keepDevice(email: string, present: string | undefined, now: Date): Promise<void> {
  if (trustedDevice(present, email, appSecret(), now)) return;
  const secure = isOverHttps();
  (await cookies()).set(deviceCookieName(secure), deviceCookie(email, appSecret(), now), {
    httpOnly: true,
    sameSite: "lax",
    path: "/api",
    secure,
    maxAge: DEVICE_SECONDS,
  });
}

const onlySessionId: NonNullable<AuthOptions["callbacks"]>["jwt"] = ({ token, user }) => ({
  sid: user ? (user as { sessionId?: string }).sessionId : token.sid,
});

/** What `/api/auth/session` answers; an ended session answers as nobody. */
const shownToBrowser: NonNullable<AuthOptions["callbacks"]>["session"] = async ({
  session,
  token,
}) => {
  const user = await readSession(runtime().db, token.sid, new Date());
  if (!user) return {} as Session;
  const { name, email, role } = user;
  return { user: { name, email, role }, expires: session.expires };
};

/** The id in the session cookie of the browser that asks, whether or not that session is in force. */
export async function sessionIdHere(): Promise<unknown> {
  const session = (await getServerSession(serverAuthOptions())) as { sid?: unknown } | null;
  return session?.sid;
}

/** The same set-up for our own code: the session is the id of our row, and nothing else. */
export function serverAuthOptions(): AuthOptions {
  return {
    ...authOptions(),
    callbacks: {
      redirect: ({ url, baseUrl }) => returnAddress(url, baseUrl),
      jwt: onlySessionId,
      session: ({ token }) => ({ sid: token.sid }) as unknown as Session,
    },
  };
}
