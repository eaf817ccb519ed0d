import { toNetwork } from "../context/client-address.ts";
import {
  deleteExpiredAttempts,
  deleteAttempts,
  refundAttempt,
  consumeAttempt,
  type Pace,
} from "../db/attempt-counters.ts";
import type { Database } from "../db/database.ts";

const MINUTE = 60_000;
const createPace = (free: number): Pace => ({
  freeAttempts: free,
  firstMs: MINUTE / 2,
  maxMs: 15 * MINUTE,
  windowMs: 24 * 60 * MINUTE,
});

/**
 * What is counted apart. A first wait of half a minute comes after so many wrong attempts and then
 * doubles, up to 15 minutes; a day without any is forgotten.
 */
export const paces = {
  /** An account from one address. */
  pair: createPace(5),
  /** An account from a device that signed in to it before. */
  device: createPace(10),
  /** An account from wherever. */
  account: createPace(25),
  /** An address (in IPv6 a /64), whatever the accounts: an office is behind one. */
  address: createPace(50),
  /** The codes of a second factor, after the right password. */
  code: createPace(5),
} as const;

/** Who tries, as far as it is known before anything is looked at. */
export interface Attempt {
  email: string;
  /** Where it comes from. */
  address: string;
  /** The device, where it is known to have signed in to this account; else null. */
  device: string | null;
}

type Key = [keyof typeof paces, string];

/**
 * A known device is held up by its own wrong attempts only: others who guess at the account can
 * neither lock its owner out of it nor out of their address.
 */
const getKeys = ({ email, address, device }: Attempt): Key[] => {
  const account = email.toLowerCase();
  if (device) return [["device", `${account} ${device}`]];
  const network = toNetwork(address);
  return [
    ["pair", `${account} ${network}`],
    ["account", account],
    ["address", network],
  ];
};

const toKeyText = ([kind, key]: Key) => `${kind}:${key}`;

/** Takes a turn to try a password. @returns milliseconds to wait; 0: it may be looked at now. */
export async function consumePasswordAttempt(
  db: Database,
  attempt: Attempt,
  now: Date,
): Promise<number> {
  if (Math.random() < 0.01) await deleteExpiredAttempts(db, now);
  const taken: Key[] = [];
  for (const key of getKeys(attempt)) {
    const waitMs = await consumeAttempt(db, toKeyText(key), paces[key[0]], now);
    if (waitMs === 0) {
      taken.push(key);
      continue;
    }
    for (const other of taken) await refundAttempt(db, toKeyText(other));
    return waitMs;
  }
  return 0;
}

/** The password was right: what its owner mistyped before is forgotten. */
export async function clearPasswordAttempts(db: Database, attempt: Attempt): Promise<void> {
  for (const key of getKeys(attempt)) {
    const isOwners = key[0] === "pair" || key[0] === "device";
    await (isOwners ? deleteAttempts(db, toKeyText(key)) : refundAttempt(db, toKeyText(key)));
  }
}

/** Takes a turn to try a code of a second factor. @returns milliseconds to wait. */
export const consumeCodeAttempt = (db: Database, accountId: string, now: Date): Promise<number> =>
  consumeAttempt(db, `code:${accountId}`, paces.code, now);

/** The code was right. */
export const clearCodeAttempts = (db: Database, accountId: string): Promise<void> =>
  deleteAttempts(db, `code:${accountId}`);
