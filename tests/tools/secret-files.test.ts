import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { parseEnv, variableNames } from "../../lib/env.ts";
import { redact } from "../../lib/log/serialize-error.mjs";
import { fileVariable, SECRET_VARIABLES } from "../../lib/secrets/secret-variables.mjs";
import { portalEnvironment, serviceEnvironment } from "../../runtime/config/child-environment.ts";
import { start } from "../support/start-process.ts";
import { emptyFolder } from "./temporary-folder.ts";

const SECRET = "0123456789abcdef0123456789abcdef";

function secretFile(content: string): string {
  const file = join(emptyFolder(), "secret");
  writeFileSync(file, content);
  return file;
}

/** A valid value of each secret, and what must be set with it. */
const values: Record<string, string> = Object.fromEntries(
  SECRET_VARIABLES.map((name) => [
    name,
    name === "SMTP_URL"
      ? `smtps://user:${SECRET}@mail.example`
      : name.endsWith("_URL")
        ? `postgres://user:${SECRET}@db.example/database`
        : SECRET,
  ]),
);
const companions: Record<string, Record<string, string>> = {
  STAFF_PASSWORD: { STAFF_EMAIL: "you@company.example" },
  SMTP_URL: { MAIL_FROM: "a@company.example", PUBLIC_URL: "https://portal.example" },
  SERVICE_MIGRATION_URL: { SERVICE_DATABASE_URL: "postgres://a@db.example/b" },
  PORTAL_MIGRATION_URL: { PORTAL_DATABASE_URL: "postgres://a@db.example/b" },
  OIDC_CLIENT_SECRET: {
    OIDC_ISSUER: "https://id.example",
    OIDC_CLIENT_ID: "curtail",
    OIDC_ADMIN_ROLES: "admin",
    PUBLIC_URL: "https://portal.example",
  },
};

describe.each(SECRET_VARIABLES)("%s", (name) => {
  const companion = companions[name] ?? {};
  const value = values[name]!;

  test.each(["", "\n", "\r\n"])("is read from a file that ends in %j", (end) => {
    const file = secretFile(value + end);
    const env = parseEnv({ ...companion, [fileVariable(name)]: file });
    expect(env[name as keyof typeof env]).toBe(value);
  });

  test("is refused when it is given twice, without its value in the message", () => {
    const given = { ...companion, [name]: value, [fileVariable(name)]: secretFile(SECRET) };
    const sentence = `${name} and ${name}_FILE are both set: set one of them.`;
    expect(() => parseEnv(given)).toThrow(new RegExp(`^${sentence}$`));
  });

  test("has a file that is not there named", () => {
    const file = join(emptyFolder(), "absent");
    const sentence = `${name}_FILE (${file}) cannot be read: there is no such file.`;
    expect(() => parseEnv({ ...companion, [fileVariable(name)]: file })).toThrow(sentence);
  });
});

test("an empty file, a folder and a file of somebody else are refused with the reason", () => {
  const folder = emptyFolder();
  expect(() => parseEnv({ FLEX_API_KEY_FILE: secretFile("\n") })).toThrow(
    /^FLEX_API_KEY_FILE \(.*\) is empty: write the secret into it\.$/,
  );
  expect(() => parseEnv({ FLEX_API_KEY_FILE: folder })).toThrow("cannot be read: it is a folder.");
});

test("a file that the user may not read is refused at the start, without a stack", async () => {
  const folder = emptyFolder();
  chmodSync(folder, 0o755);
  const closed = join(folder, "closed");
  mkdirSync(closed, { mode: 0o700 });
  writeFileSync(join(closed, "key"), SECRET);
  const isRoot = process.getuid?.() === 0;
  if (!isRoot) chmodSync(closed, 0);
  const user = isRoot ? { uid: 65_534, gid: 65_534 } : {};
  const read = `import(${JSON.stringify(new URL("../../lib/secrets/secret-variables.mjs", import.meta.url).href)})
    .then((m) => console.log(m.readSecretFiles(process.env).faults.join("\\n")))`;
  const given = { FLEX_API_KEY_FILE: join(closed, "key") };
  const program = start([], given, ["--input-type=module", "-e", read], "", user);
  onTestFinished(() => void program.child.kill());
  expect(await program.ended).toBe(0);
  expect(program.said()).toContain(`(${join(closed, "key")}) cannot be read: permission denied.`);
});

test("a wrong secret in a file is refused by its variable's name", () => {
  const given = { NEXTAUTH_SECRET_FILE: secretFile("short\n") };
  expect(() => parseEnv(given)).toThrow("NEXTAUTH_SECRET must have at least 32 characters.");
});

test("every variable that looks like a secret can be given as a file", () => {
  const secret = /(SECRET|PASSWORD|TOKEN|_KEY|DATABASE_URL|MIGRATION_URL|SMTP_URL|REPLICA_URL)$/;
  const looking = variableNames.filter((name) => secret.test(name));
  expect(looking.length).toBeGreaterThan(10);
  expect(looking.filter((name) => !variableNames.includes(fileVariable(name)))).toEqual([]);
});

test("a secret in a file is not logged", () => {
  const name = "MQTT_PASSWORD_FILE";
  process.env[name] = secretFile(`${SECRET}\n`);
  onTestFinished(() => void delete process.env[name]);
  expect(redact(`refused ${SECRET} at the broker`)).toBe("refused [secret] at the broker");
});

test("each program gets the files of its own secrets only", () => {
  for (const name of SECRET_VARIABLES) process.env[fileVariable(name)] = `/run/secrets/${name}`;
  onTestFinished(() => {
    for (const name of SECRET_VARIABLES) delete process.env[fileVariable(name)];
  });
  const settings = {
    env: parseEnv({}),
    withPortal: true,
    withService: true,
    portalUrl: "http://127.0.0.1:3000",
    serviceUrl: "http://127.0.0.1:3001",
  };
  const secrets = { apiKey: "ck_given", sessionSecret: SECRET, demoPassword: undefined };
  const files = (environment: Record<string, string | undefined>) =>
    SECRET_VARIABLES.map(fileVariable).filter((name) => name in environment);
  const service = serviceEnvironment(settings, secrets, "postgres://a@b/c");
  const portal = portalEnvironment(settings, secrets, "postgres://a@b/c");
  const both = ["WEATHER_API_KEY_FILE", "ENTSOE_TOKEN_FILE", "TENNET_API_KEY_FILE"];
  expect(files(service)).toEqual(["DATABASE_REPLICA_URL_FILE", "MQTT_PASSWORD_FILE", ...both]);
  expect(files(portal)).toEqual(["SMTP_URL_FILE", "OIDC_CLIENT_SECRET_FILE", ...both]);
  expect([service.FLEX_API_KEY, portal.NEXTAUTH_SECRET]).toEqual(["ck_given", SECRET]);
});
