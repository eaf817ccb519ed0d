import { createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from "jose";
import { Issuer } from "openid-client";
import { z } from "zod";

const LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout";
/** How old a logout token may be, and how far clocks may differ. */
const MAX_AGE_S = 5 * 60;
const CLOCK_TOLERANCE_S = 60;
const TIMEOUT_MS = 5_000;
const METADATA_AGE_MS = 3_600_000;

/** Whose sessions end: all of a subject, or those of one session at the provider. */
export interface ProviderLogout {
  issuer: string;
  subject: string | null;
  /** The session at the provider (`sid`); null for all of the subject. */
  providerSession: string | null;
}

/** Why a logout token was refused. */
export class InvalidLogoutToken extends Error {}

interface Provider {
  issuer: string;
  keys: JWTVerifyGetKey;
  readAtMs: number;
}

const providers = new Map<string, Provider>();

/** The issuer and the keys that the provider at an address publishes. */
async function readProvider(address: string, nowMs: number): Promise<Provider> {
  const earlier = providers.get(address);
  if (earlier && nowMs - earlier.readAtMs < METADATA_AGE_MS) return earlier;
  const { metadata } = await Issuer.discover(address);
  const keys = createRemoteJWKSet(new URL(metadata.jwks_uri!), { timeoutDuration: TIMEOUT_MS });
  const provider = { issuer: metadata.issuer, keys, readAtMs: nowMs };
  providers.set(address, provider);
  return provider;
}

const claimsSchema = z
  .object({
    iss: z.string(),
    sub: z.string().min(1).optional(),
    sid: z.string().min(1).optional(),
    events: z.object({ [LOGOUT_EVENT]: z.object({}) }),
    nonce: z.never().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined);

/**
 * Verifies a logout token of the provider (OpenID Connect Back-Channel Logout 1.0, section 2.6):
 * signature, issuer, audience, age, the logout event, and that it is no id_token.
 * @throws InvalidLogoutToken
 */
export async function verifyLogoutToken(
  token: string,
  { issuer, clientId, now }: { issuer: string; clientId: string; now: Date },
): Promise<ProviderLogout> {
  const provider = await readProvider(issuer, now.getTime());
  const payload = await jwtVerify(token, provider.keys, {
    issuer: provider.issuer,
    audience: clientId,
    requiredClaims: ["iat", "jti"],
    maxTokenAge: MAX_AGE_S,
    clockTolerance: CLOCK_TOLERANCE_S,
    currentDate: now,
  }).then(
    (verified) => verified.payload,
    (error: unknown) => {
      if (error instanceof errors.JOSEError && !isUnavailable(error))
        throw new InvalidLogoutToken(error.message);
      throw error;
    },
  );
  const claims = claimsSchema.safeParse(payload);
  if (!claims.success) throw new InvalidLogoutToken("it is not a logout token");
  const { iss, sub, sid } = claims.data;
  return { issuer: iss, subject: sub ?? null, providerSession: sid ?? null };
}

/** Whether the provider's keys could not be read. */
const isUnavailable = (error: errors.JOSEError): boolean =>
  error instanceof errors.JWKSTimeout || error.code === "ERR_JOSE_GENERIC";
