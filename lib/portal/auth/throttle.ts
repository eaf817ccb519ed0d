import { toNetwork } from "../context/client-address.ts";
import {
  deleteExpiredAttempts,
  deleteAttempts,
  refundAttempt,
  consumeAttempt,
  type Pace,
} from "../db/attempt-counters.ts";
import type { Database } from "../db/database.ts";
import { MINUTE_MS } from "../../time/amsterdam.ts";

const createPace = (free: number): Pace => ({
  freeAttempts: free,
  firstMs: MINUTE_MS / 2,
  maxMs: 15 * MINUTE_MS,
  windowMs: 24 * 60 * MINUTE_MS,
});

/**
 * Counters of wrong attempts. After the free attempts the first wait is half a minute; it doubles
 * up to 15 minutes and is reset after a day without attempts.
 */
export const paces = {
  /** An account from one address. */
  pair: createPace(5),
  /** An account from a trusted device. */
  device: createPace(10),
  /** An account from any address. */
  account: createPace(25),
  /** An address (in IPv6 a /64) with any account: a whole office may share one. */
  address: createPace(50),
  /** The codes of a second factor, after the right password. */
  code: createPace(5),
} as const;

/** An attempt before its password is checked. */
export interface Attempt {
  email: string;
  /** The client's address. */
  address: string;
  /** The trusted device of this account; null for any other. */
  device: string | null;
}

type Key = [keyof typeof paces, string];

/**
 * A trusted device is delayed by its own wrong attempts only, so that others who guess cannot lock
 * the owner out.
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

/** Counts a password attempt. @returns milliseconds to wait; 0 if it may be checked now. */
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

/** Clears the owner's counters after a right password. */
export async function clearPasswordAttempts(db: Database, attempt: Attempt): Promise<void> {
  for (const key of getKeys(attempt)) {
    const isOwners = key[0] === "pair" || key[0] === "device";
    await (isOwners ? deleteAttempts(db, toKeyText(key)) : refundAttempt(db, toKeyText(key)));
  }
}

/** Counts an attempt with a second-factor code. @returns milliseconds to wait. */
export const consumeCodeAttempt = (db: Database, accountId: string, now: Date): Promise<number> =>
  consumeAttempt(db, `code:${accountId}`, paces.code, now);

/** Clears the counter after a right code. */
export const clearCodeAttempts = (db: Database, accountId: string): Promise<void> =>
  deleteAttempts(db, `code:${accountId}`);
