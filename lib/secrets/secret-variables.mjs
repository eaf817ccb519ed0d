import { readFileSync } from "node:fs";

/**
 * Variables whose values must not be logged. Each may also be given as a file, named by the variable
 * with `_FILE` after it.
 */
export const SECRET_VARIABLES = [
  "DATABASE_URL",
  "SERVICE_DATABASE_URL",
  "PORTAL_DATABASE_URL",
  "SERVICE_MIGRATION_URL",
  "PORTAL_MIGRATION_URL",
  "DATABASE_REPLICA_URL",
  "FLEX_API_KEY",
  "DEMO_PASSWORD",
  "STAFF_PASSWORD",
  "NEXTAUTH_SECRET",
  "SMTP_URL",
  "OIDC_CLIENT_SECRET",
  "MQTT_PASSWORD",
  "WEATHER_API_KEY",
  "ENTSOE_TOKEN",
  "TENNET_API_KEY",
];

/** The variable that names the file of a secret. */
export const fileVariable = (name) => `${name}_FILE`;

const REASONS = new Map([
  ["ENOENT", "there is no such file"],
  ["EACCES", "permission denied"],
  ["EPERM", "permission denied"],
  ["EISDIR", "it is a folder"],
  ["ENOTDIR", "part of the path is a file"],
]);

/** The content of a secret's file without the line end that editors and tools add. */
const readSecret = (file) => readFileSync(file, "utf8").replace(/\r?\n$/, "");

function fromFile(name, file) {
  try {
    const value = readSecret(file);
    return value === ""
      ? { fault: `${fileVariable(name)} (${file}) is empty: write the secret into it.` }
      : { value };
  } catch (error) {
    const reason = REASONS.get(error.code) ?? error.code ?? error.message;
    return { fault: `${fileVariable(name)} (${file}) cannot be read: ${reason}.` };
  }
}

/**
 * An environment in which every secret that is given as a file has its value, and the faults: both
 * variables given, or a file that is empty or unreadable. No fault contains a secret.
 */
export function readSecretFiles(source) {
  const values = { ...source };
  const faults = [];
  for (const name of SECRET_VARIABLES) {
    const file = source[fileVariable(name)];
    delete values[fileVariable(name)];
    if (!file) continue;
    if (source[name]) {
      faults.push(`${name} and ${fileVariable(name)} are both set: set one of them.`);
      continue;
    }
    const { value, fault } = fromFile(name, file);
    if (fault) faults.push(fault);
    else values[name] = value;
  }
  return { values, faults };
}

const cached = new Map();

/** The secrets of this process's environment, to remove them from what is logged. */
export function currentSecrets() {
  return SECRET_VARIABLES.flatMap((name) => {
    const file = process.env[fileVariable(name)];
    if (!file) return process.env[name] ? [process.env[name]] : [];
    if (!cached.has(file)) cached.set(file, fromFile(name, file).value);
    return cached.get(file) ? [cached.get(file)] : [];
  });
}
