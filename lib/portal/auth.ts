import type { AuthOptions, Session } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { env, EnvError } from "../env.ts";
import { askLanguage } from "./customer-language.ts";
import { log, reasonOf } from "./log.ts";
import { runtime } from "./runtime.ts";
import { SECURE_SESSION_COOKIE, SESSION_COOKIE } from "./session-cookie.ts";
import { addressOf, signInWithPassword } from "./sign-in.ts";
import { readSession, revokeSession, sessionLifetime } from "./store/sessions.ts";

/** Errors the sign-in form is answered with, beside next-auth's own `CredentialsSignin`. */
export const TOO_MANY_ATTEMPTS = "TooManyAttempts";
export const UNAVAILABLE = "Unavailable";

/** next-auth, set up so that its token carries nothing but the id of our session row. */
export function authOptions(): AuthOptions {
  const { NEXTAUTH_SECRET, PUBLIC_URL } = env();
  if (!NEXTAUTH_SECRET) throw new EnvError("NEXTAUTH_SECRET must be set.");
  tellOwnAddress(PUBLIC_URL);
  const secure = PUBLIC_URL?.startsWith("https:") ?? false;
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
    providers: [provider],
    callbacks: { jwt: onlySessionId, session: shownToBrowser },
    events: { signOut: ({ token }) => revokeSession(runtime().db, token?.sid, new Date()) },
    logger: {
      error: (code, metadata) => log.debug({ code, reason: reasonOf(metadata) }, "next-auth"),
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
  credentials: { email: { type: "email" }, password: { type: "password" } },
  async authorize(given, request) {
    const headers = request.headers ?? {};
    const address = addressOf(headers["x-forwarded-for"]);
    const signedIn = await attempt(given, address, headers["user-agent"]);
    if (signedIn.outcome === "throttled") throw new Error(TOO_MANY_ATTEMPTS);
    if (signedIn.outcome === "refused") return null;
    return { id: signedIn.account.id, sessionId: signedIn.sessionId };
  },
});

async function attempt(given: unknown, address: string, userAgent: unknown) {
  try {
    const { db, client } = runtime();
    const signedIn = await signInWithPassword(db, given, address, new Date(), userAgent);
    if (signedIn.outcome === "in") await askLanguage({ db, client }, signedIn.account);
    return signedIn;
  } catch (error) {
    log.error({ reason: reasonOf(error) }, "sign-in failed");
    // next-auth puts the message of what is thrown here into an address.
    throw new Error(UNAVAILABLE);
  }
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

/** The same set-up for our own code: the session is the id of our row, and nothing else. */
export function serverAuthOptions(): AuthOptions {
  return {
    ...authOptions(),
    callbacks: {
      jwt: onlySessionId,
      session: ({ token }) => ({ sid: token.sid }) as unknown as Session,
    },
  };
}
