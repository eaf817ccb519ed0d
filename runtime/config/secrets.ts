import { randomBytes, randomInt } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const WORD_LIST =
  "amber acorn arbor atlas birch bloom brook cedar cliff clover cobalt coral delta dune ember fable " +
  "fern field fjord flint forge frost gale glade grove harbor hazel heron indigo iris ivory jade " +
  "lagoon larch linden lotus maple marsh meadow mesa mist moss north oasis olive onyx opal orbit " +
  "pearl pine plume prairie quartz reef ridge river saffron sage spruce summit thistle tide willow wren";
const wordList = WORD_LIST.split(" ");
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

const pick = (from: readonly string[] | string) => from[randomInt(from.length)] ?? "";
const letters = (count: number) => Array.from({ length: count }, () => pick(LETTERS)).join("");

/** 256 bits as 43 characters that need no escaping. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** An API key of the service: readable prefix, 256 bits. */
export const newApiKey = (): string => `ck_${newToken()}`;

/** A password that is easy to type, like `tide-amber-4821-k7wq-m3xp`: 64 bits. */
export function newReadablePassword(): string {
  const number = String(randomInt(10_000)).padStart(4, "0");
  return [pick(wordList), pick(wordList), number, letters(4), letters(4)].join("-");
}

/** The file of a secret in a data directory. */
export const secretFile = (dataDir: string, name: string): string => join(dataDir, "secrets", name);

/** The file with the API key that the portal uses. */
export const apiKeyFile = (dataDir: string): string => join(dataDir, "api-key");

/**
 * The secret in a file that only this user can read; created once if absent. Concurrent processes
 * get the same secret.
 */
export function storedSecret(file: string, make: () => string): string {
  const stored = readStored(file);
  if (stored) return stored;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  writeFileSync(draft, `${make()}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
  const made = readStored(file);
  if (made) return made;
  throw new Error(`${file} is empty. Remove it to have a new one made.`);
}

function readStored(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
