import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Env } from "../../lib/env.ts";
import { apiKeyFile, secretFile } from "../../runtime/config/secrets.ts";

/** Generated secrets; not the passwords of databases, which belong to one server. */
const files = (folder: string) => [
  apiKeyFile(folder),
  secretFile(folder, "nextauth"),
  secretFile(folder, "demo-password"),
];

/** Copies the generated secrets of a data directory that are there. @returns the copied files */
export function copySecrets(from: string, to: string): string[] {
  const targets = files(to);
  return files(from).flatMap((file, index) => {
    const target = targets[index]!;
    if (!existsSync(file) || existsSync(target)) return [];
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    copyFileSync(file, target);
    return [target];
  });
}

/** The first characters of the SHA-256 of the secret that sessions are signed with; null if there is none yet. */
export function sessionSecretMark(env: Env, dataDir: string): string | null {
  const file = secretFile(dataDir, "nextauth");
  const generated = existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
  const secret = env.NEXTAUTH_SECRET ?? generated;
  return secret ? createHash("sha256").update(secret).digest("hex").slice(0, 12) : null;
}

/** The folder of the secrets in a backup. */
export const secretsIn = (backup: string): string => join(backup, "data");
