import { isIP } from "node:net";
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { z } from "zod";
import { env } from "../../env.ts";
import type { Account } from "../db/accounts.ts";
import { getAccount } from "../db/users.ts";
import type { Database } from "../db/database.ts";
import {
  consumeChallenge,
  findPasskey,
  insertPasskey,
  listPasskeys,
  recordPasskeyUse,
  saveChallenge,
} from "../db/passkeys.ts";
import type { User } from "../db/sessions.ts";

/** The site that passkeys belong to: its host name, and the origin of its pages. */
export interface RelyingParty {
  id: string;
  origin: string;
}

const CHALLENGE_MS = 5 * 60_000;

/**
 * The site as the browser sees it: `PUBLIC_URL`, else the host of the request. Null on an IP
 * address, where browsers have no passkeys, and where pages are not secure.
 */
export function getRelyingParty(host: string | null | undefined): RelyingParty | null {
  const address = env().PUBLIC_URL ?? (host ? `http://${host}` : "");
  if (!URL.canParse(address)) return null;
  const { hostname, origin, protocol } = new URL(address);
  if (isIP(hostname.replace(/[[\]]/g, ""))) return null;
  const isSecure = protocol === "https:" || /^(.+\.)?localhost$/.test(hostname);
  return isSecure ? { id: hostname, origin } : null;
}

type Person = Pick<User, "id" | "email" | "name">;

/** Starts the creation of a passkey: what the browser passes to the authenticator. */
export async function beginPasskey(db: Database, site: RelyingParty, user: Person, now: Date) {
  const present = await listPasskeys(db, user.id);
  const options = await generateRegistrationOptions({
    rpName: "Curtail",
    rpID: site.id,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: "none",
    excludeCredentials: present.map(({ id, transports }) => ({
      id,
      transports: transports as never,
    })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await saveChallenge(db, options.challenge, user.id, expiry(now));
  return options;
}

const expiry = (now: Date) => ({ now, expiresAt: new Date(now.getTime() + CHALLENGE_MS) });

const text = z.string().max(20_000);
const base = { id: z.string().min(1).max(1_400), rawId: text, type: z.literal("public-key") };
const extensions = z.record(z.string(), z.unknown()).default({});

/** What a browser returns of a new passkey. */
export const createdPasskey = z.object({
  ...base,
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});

/** What a browser returns of a used passkey. */
const usedPasskey = z.object({
  ...base,
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: text.nullish().transform((handle) => handle ?? undefined),
  }),
});

/** Stores a created passkey; returns whether it is a valid one that answers a challenge of this user. */
export async function savePasskey(
  db: Database,
  site: RelyingParty,
  user: Person,
  { name, credential }: { name: string; credential: z.output<typeof createdPasskey> },
  now: Date,
): Promise<boolean> {
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: credential as never,
    expectedChallenge: (challenge) => consumeChallenge(db, challenge, user.id, now),
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
  }).catch(() => ({ verified: false, registrationInfo: undefined }));
  if (!verified || !registrationInfo) return false;
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  const key = Buffer.from(publicKey).toString("base64url");
  const passkey = { id, accountId: user.id, name, publicKey: key, counter, transports };
  return insertPasskey(db, { ...passkey, createdAt: now });
}

/** Starts a sign-in: any passkey of the site may answer. */
export async function beginPasskeySignIn(db: Database, site: RelyingParty, now: Date) {
  const options = await generateAuthenticationOptions({
    rpID: site.id,
    userVerification: "required",
  });
  await saveChallenge(db, options.challenge, null, expiry(now));
  return options;
}

/**
 * The account of a used passkey, as next-auth receives it; null unless it answers a challenge, with
 * the user verified by the authenticator, and the account is open.
 */
export async function accountOfPasskey(
  db: Database,
  site: RelyingParty,
  given: unknown,
  now: Date,
): Promise<Account | null> {
  const parsed = usedPasskey.safeParse(parseJson(given));
  if (!parsed.success) return null;
  const passkey = await findPasskey(db, parsed.data.id);
  if (!passkey) return null;
  const { id, publicKey, counter } = passkey;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: parsed.data as never,
    expectedChallenge: (challenge) => consumeChallenge(db, challenge, null, now),
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
    credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")), counter },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  if (!verified || !authenticationInfo) return null;
  const account = await getAccount(db, passkey.accountId);
  if (!account || account.disabledAt) return null;
  await recordPasskeyUse(db, id, authenticationInfo.newCounter, now);
  return account;
}

function parseJson(given: unknown): unknown {
  try {
    return typeof given === "string" ? JSON.parse(given) : null;
  } catch {
    return null;
  }
}
