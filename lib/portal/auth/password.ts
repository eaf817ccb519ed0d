import { hash, verify } from "@node-rs/argon2";
import { z } from "zod";
import { PASSWORD_LENGTH } from "../../contract/password-length.ts";

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** A hash of 32 random bytes that nobody stored, compared against if there is no account. */
const DUMMY_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$WOfkMmM2Zk+VsH9AZmrirw$E8l/TiJwaDVZk78p8Fr3cW/2vklWo6DCTXg5utBu9hE";

/** Text PostgreSQL can hold. */
export const withoutNul = (text: string): boolean => !text.includes("\0");

const passwordSchema = (minLength: number) =>
  z.string().min(minLength).max(1024).refine(withoutNul);
/** An existing password. */
export const currentPassword = passwordSchema(1);
/** A new password. */
export const newPassword = passwordSchema(PASSWORD_LENGTH);

/** Hashes a password with argon2id (19 MiB, two passes, one lane). */
export const hashPassword = (password: string): Promise<string> => hash(password, cost);

/** Verifies a password; without a hash it takes as long and returns false. */
export async function verifyPassword(passwordHash: string | null, given: string): Promise<boolean> {
  const same = await verify(passwordHash ?? DUMMY_HASH, given);
  return same && passwordHash !== null;
}
