import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  createHmac,
  timingSafeEqual,
} from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";
import { getAppSecret } from "../../env.ts";
import type { Database } from "../db/database.ts";
import { findSecondFactor, consumeRecoveryCode, consumeStep } from "../db/second-factors.ts";
import { clearCodeAttempts, consumeCodeAttempt } from "./throttle.ts";

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

const deriveKey = (secret: string) =>
  Buffer.from(hkdfSync("sha256", secret, "", "curtail sealed values", 32));

/** Encrypts a text for the database (AES-256-GCM), bound to the account it belongs to. */
function encrypt(text: string, accountId: string, secret: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(secret), nonce);
  cipher.setAAD(Buffer.from(accountId));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
}

/**
 * Decrypts a text; null if it was encrypted with another secret, for another account, or changed.
 */
function decrypt(encrypted: string, accountId: string, secret: string): string | null {
  try {
    const bytes = Buffer.from(encrypted, "base64url");
    const decipher = createDecipheriv("aes-256-gcm", deriveKey(secret), bytes.subarray(0, 12));
    decipher.setAAD(Buffer.from(accountId));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return decipher.update(bytes.subarray(28), undefined, "utf8") + decipher.final("utf8");
  } catch {
    return null;
  }
}

const PERIOD_SECONDS = 30;
/** Accepted steps before and after the current one, as clocks differ. */
const STEP_TOLERANCE = 1;
const RECOVERY_CODES = 10;

const createTotp = (secret: string, email: string) =>
  new TOTP({
    issuer: "Curtail",
    label: email,
    algorithm: "SHA1",
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });

/** Creates a secret of 160 bits, in base 32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** A secret for an authenticator app: as text and as a QR code (SVG). */
export function formatSecret(secret: string, email: string): { secret: string; picture: string } {
  const picture = renderSVG(createTotp(secret, email).toString(), { border: 2 });
  return { secret: secret.replace(/(.{4})(?=.)/g, "$1 "), picture };
}

export const encryptSecret = (secret: string, accountId: string): string =>
  encrypt(secret, accountId, getAppSecret());

/** Creates recovery codes: 80 random bits each, in four groups. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer }).base32
      .toLowerCase()
      .replace(/(.{4})(?=.)/g, "$1-"),
  );
}

const normalizeCode = (typed: string) => typed.replace(/[\s-]/g, "").toLowerCase();

export const hashRecoveryCode = (code: string): string =>
  createHash("sha256").update(normalizeCode(code)).digest("base64url");

/** The result of a code attempt. */
type CodeOutcome = "right" | "wrong" | "throttled";

/**
 * Checks a second-factor code after counting the attempt: of an authenticator app, at most one step
 * of 30 seconds off, or a recovery code. Each is accepted once.
 * @param isFirst whether it confirms a new secret.
 */
export async function tryCode(
  db: Database,
  account: { id: string; email: string },
  code: string,
  now: Date,
  isFirst = false,
): Promise<CodeOutcome> {
  if ((await consumeCodeAttempt(db, account.id, now)) > 0) return "throttled";
  const right = /^\d{6}$/.test(normalizeCode(code))
    ? await isCurrentCode(db, account, normalizeCode(code), now)
    : !isFirst && (await consumeRecoveryCode(db, account.id, hashRecoveryCode(code), now));
  if (!right) return "wrong";
  await clearCodeAttempts(db, account.id);
  return "right";
}

async function isCurrentCode(
  db: Database,
  account: { id: string; email: string },
  code: string,
  now: Date,
): Promise<boolean> {
  const factor = await findSecondFactor(db, account.id);
  const secret = factor && decrypt(factor.secret, account.id, getAppSecret());
  if (!secret) return false;
  const timestamp = now.getTime();
  const offset = createTotp(secret, account.email).validate({
    token: code,
    timestamp,
    window: STEP_TOLERANCE,
  });
  if (offset === null) return false;
  const step = Math.floor(timestamp / 1000 / PERIOD_SECONDS) + offset;
  return consumeStep(db, account.id, step);
}
