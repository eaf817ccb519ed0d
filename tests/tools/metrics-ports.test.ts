import { expect, test, vi } from "vitest";
import { EnvError, parseEnv } from "../../lib/env.ts";
import { portalEnvironment, serviceEnvironment } from "../../runtime/config/child-environment.ts";
import { readSettings } from "../../runtime/config/settings.ts";
import { freePort } from "../../tools/ports/free-port.ts";

const secrets = { apiKey: "k".repeat(20), sessionSecret: "s".repeat(40), demoPassword: undefined };
const given = (more: Record<string, string>) => parseEnv({ PORT: "0", SERVICE_PORT: "0", ...more });

test("no metrics are served without a configured port", async () => {
  const settings = await readSettings(given({}), true);
  expect(serviceEnvironment(settings, secrets, "postgres://x").METRICS_PORT).toBeUndefined();
  expect(portalEnvironment(settings, secrets, "postgres://x").PORTAL_METRICS_PORT).toBeUndefined();
  expect(settings.env.METRICS_HOST).toBe("127.0.0.1");
});

test("each program gets its own port", async () => {
  const [service, portal] = [String(await freePort()), String(await freePort())];
  const asked = given({ METRICS_PORT: service, PORTAL_METRICS_PORT: portal });
  const settings = await readSettings(asked, true);
  expect(serviceEnvironment(settings, secrets, "postgres://x").METRICS_PORT).toBe(service);
  expect(portalEnvironment(settings, secrets, "postgres://x").PORTAL_METRICS_PORT).toBe(portal);
});

test("the address of the read replica reaches the service and not the portal", async () => {
  vi.stubEnv("DATABASE_REPLICA_URL", "postgres://replica.example/curtail_service");
  const settings = await readSettings(given({}), true);
  const service = serviceEnvironment(settings, secrets, "postgres://x");
  expect(service).toHaveProperty("DATABASE_REPLICA_URL", process.env.DATABASE_REPLICA_URL);
  const portal = portalEnvironment(settings, secrets, "postgres://x");
  expect(portal).not.toHaveProperty("DATABASE_REPLICA_URL");
  vi.unstubAllEnvs();
});

test("two programs on one port, and an invalid port, stop the start with a message", async () => {
  const port = String(await freePort());
  const same = given({ METRICS_PORT: port, PORTAL_METRICS_PORT: port });
  await expect(readSettings(same, true)).rejects.toThrow(EnvError);
  await expect(readSettings(same, true)).rejects.toThrow(
    "PORTAL_METRICS_PORT and METRICS_PORT must differ.",
  );
  expect(() => given({ METRICS_PORT: "many" })).toThrow("METRICS_PORT must be a port number");
});
