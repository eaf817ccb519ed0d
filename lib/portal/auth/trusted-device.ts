import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const NAME = "curtail.device";
/**
 * The cookie of a browser that signed in to an account before. Over https the prefix prevents
 * insecure pages from setting it.
 */
export const deviceCookieName = (isSecure: boolean) => (isSecure ? `__Secure-${NAME}` : NAME);
/** How long a device stays trusted, in seconds. */
export const DEVICE_SECONDS = 180 * 24 * 3600;

/**
 * Creates the cookie of a browser that has just signed in: a random name, signed for this account.
 */
export function deviceCookie(email: string, secret: string, now: Date): string {
  const name = randomBytes(16).toString("base64url");
  const until = Math.floor(now.getTime() / 1000) + DEVICE_SECONDS;
  return `${name}.${until}.${sign(`${name} ${until}`, email, secret)}`;
}

/** The device's name if the cookie is valid for this account; else null. */
export function trustedDevice(
  cookie: string | null | undefined,
  email: string,
  secret: string,
  now: Date,
): string | null {
  const [, name, until, signature] =
    /^([\w-]{22})\.(\d{10,11})\.([\w-]{43})$/.exec(cookie ?? "") ?? [];
  if (!name || !until || !signature) return null;
  const expected = Buffer.from(sign(`${name} ${until}`, email, secret));
  if (!timingSafeEqual(expected, Buffer.from(signature))) return null;
  return Number(until) * 1000 > now.getTime() ? name : null;
}

const sign = (what: string, email: string, secret: string) =>
  createHmac("sha256", secret)
    .update(`device ${what} ${email.trim().toLowerCase()}`)
    .digest("base64url");
