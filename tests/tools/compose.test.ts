import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { parseEnv } from "../../lib/env.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (file: string) => readFileSync(root + file, "utf8");

interface Container {
  build?: { context: string };
  command?: string;
  depends_on?: string[];
  environment?: Record<string, string>;
}
const text = read("docs/how-to/compose.yaml");
const { services } = parse(text, { merge: true }) as { services: Record<string, Container> };
const curtail = Object.entries(services).filter(([, { build }]) => build !== undefined);

const documented = new Set(
  [...read("docs/reference/configuration.md").matchAll(/^\| `([A-Z][A-Z_]+)`/gm)].map(
    ([, name]) => name!,
  ),
);
/** What a person writes into `.env`. */
const given: Record<string, string> = {
  POSTGRES_PASSWORD: "secret-of-postgres",
  FLEX_API_KEY: "key-of-the-portal-0123456789abcdef",
  NEXTAUTH_SECRET: "0123456789abcdef0123456789abcdef",
  SERVICE_DATABASE_URL: "postgres://curtail_service:p@db/curtail_service",
  PORTAL_DATABASE_URL: "postgres://curtail_portal:p@db/curtail_portal",
};
const filled = (value: string) =>
  value.replace(/\$\{(\w+):\?\}/g, (_, name: string) => given[name]!);

test("the compose file starts two services and two portals from this repository", () => {
  const names = curtail.map(([name]) => name).sort();
  expect(names).toEqual(["portal-1", "portal-2", "prepare", "service-1", "service-2"]);
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  for (const [, { build, command }] of curtail) {
    expect(existsSync(`${root}docs/how-to/${build!.context}/package.json`)).toBe(true);
    expect(scripts).toHaveProperty(command!.replace(/^npm (run )?/, ""));
  }
});

test("every container waits for containers that are there", () => {
  const awaited = Object.values(services).flatMap(({ depends_on }) => depends_on ?? []);
  expect(awaited.filter((name) => !(name in services))).toEqual([]);
});

test.each(curtail)("the variables of %s are documented and valid", (_, { environment }) => {
  const names = Object.keys(environment!);
  expect(names.filter((name) => !documented.has(name))).toEqual([]);
  const values = Object.entries(environment!).map(([name, value]) => [name, filled(value)]);
  expect(() => parseEnv(Object.fromEntries(values) as NodeJS.ProcessEnv)).not.toThrow();
});

test("services have different client ids at the broker and share everything else", () => {
  const { MQTT_CLIENT_ID: first, ...one } = services["service-1"]!.environment!;
  const { MQTT_CLIENT_ID: second, ...two } = services["service-2"]!.environment!;
  expect(first).not.toBe(second);
  expect(one).toEqual(two);
  expect(services["portal-1"]).toEqual(services["portal-2"]);
});

test("the page names every value that the compose file is given", () => {
  const page = read("docs/how-to/run-several-instances.md");
  const wanted = new Set([...text.matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name!));
  expect([...wanted].sort()).toEqual(Object.keys(given).sort());
  expect([...wanted].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
