import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { preparePortal, preparePrograms } from "../../runtime/prepare/prepare.mjs";
import { withConnection } from "../../runtime/databases/connection.ts";
import { openPostgres } from "../../runtime/postgres/postgres.ts";
import { errorLog } from "../support/error-log.ts";
import { freePort } from "../../tools/ports/free-port.ts";
import { emptyFolder } from "./temporary-folder.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const NOBODY = 65_534;
const BUILD_TIMEOUT_MS = 900_000;

/** As root every program runs in a mount namespace whose root is read-only, without capabilities. */
const isSealed =
  process.getuid?.() === 0 &&
  spawnSync("unshare", ["-m", "mount", "-o", "remount,bind,ro", "/"]).status === 0;
if (!isSealed)
  console.warn(
    "\nLEFT OUT: a read-only root file system and another user; only root can make them.\n",
  );

/** Copies what the last stage of the Containerfile copies. */
function copyImage(): string {
  const image = join(emptyFolder(), "app");
  mkdirSync(image, { mode: 0o755 });
  const text = readFileSync(join(root, "Containerfile"), "utf8");
  for (const [, paths] of text.matchAll(/^COPY --from=build (.*)$/gm)) {
    const names = paths!.split(" ");
    const target = names.pop()!;
    for (const name of names) {
      const from = join(root, name.replace("/src/", ""));
      const to = target === "./" ? join(image, name.replace("/src/", "")) : join(image, target);
      cpSync(from, to, { recursive: true });
    }
  }
  return image;
}

interface Container {
  command: string[];
  environment: Record<string, string>;
}
const { services } = parse(readFileSync(join(root, "deploy/compose.yaml"), "utf8"), {
  merge: true,
}) as { services: Record<"provision" | "service" | "portal", Container> };

interface Running {
  child: ChildProcess;
  ended: Promise<number | null>;
  output(): string;
}

/** Runs a program of the image as its container would, with other addresses. */
function run(image: string, args: string[], variables: Record<string, string>): Running {
  const node = [process.execPath, ...args];
  // Everything but /dev/shm and /tmp, where the test's folders are, is read-only; so is the image.
  const seal =
    `mount --make-rprivate / && mount --bind ${image} ${image} && mount -o remount,bind,ro ${image} && ` +
    `mount --bind /tmp /tmp && mount -o remount,bind,ro / && ` +
    `exec setpriv --reuid ${NOBODY} --regid ${NOBODY} --clear-groups --inh-caps=-all --no-new-privs "$@"`;
  const [command, ...rest] = isSealed ? ["unshare", "-m", "sh", "-c", seal, "sh", ...node] : node;
  const child = spawn(command!, rest, {
    cwd: image,
    env: { PATH: process.env.PATH, NODE_ENV: "production", DEMO: "0", ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
    errorLog.read(stream);
  }
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return { child, ended, output: () => text };
}

const status = (url: string, headers = {}) =>
  fetch(url, { headers, redirect: "manual" }).then(
    (answer) => answer.status,
    () => 0,
  );

async function postgresOnTcp(password: string): Promise<number> {
  const port = await freePort();
  const settings = { listen_addresses: "127.0.0.1", port: String(port) };
  const server = await openPostgres({ dataDir: emptyFolder(), ownerPassword: "owner", settings });
  onTestFinished(() => server.stop());
  await withConnection(server.ownerUrl, (client) =>
    client.query(`CREATE ROLE postgres SUPERUSER LOGIN PASSWORD '${password}'`),
  );
  return port;
}

test(
  "what the image contains runs as another user on a read-only file system, with the commands of the compose file",
  async () => {
    await preparePrograms(root, "service/main.mjs", () => undefined);
    await preparePortal(root);
    const image = copyImage();
    const secrets = join(dirname(image), "secrets");
    const makeSecrets = (host: string) =>
      execFileSync("sh", [join(root, "deploy/make-secrets.sh"), secrets, host], {
        stdio: "ignore",
      });
    mkdirSync(secrets);
    writeFileSync(join(secrets, "postgres_password"), "superuser");
    makeSecrets(`127.0.0.1:${await postgresOnTcp("superuser")}`);
    // Containers reach the files of secrets by mounts; here through their folder.
    chmodSync(secrets, 0o755);
    const [servicePort, portalPort] = [String(await freePort()), String(await freePort())];
    const service = `http://127.0.0.1:${servicePort}`;
    const portal = `http://127.0.0.1:${portalPort}`;
    const variables = (name: keyof typeof services): Record<string, string> => {
      const given = Object.entries(services[name].environment).map(([key, value]) => [
        key,
        value
          .replace("/run/secrets", secrets)
          .replace("http://service:3001", service)
          .replace(/\$\{HOST_NAME[^}]*\}/, "portal.example")
          .replace(/\$\{STAFF_EMAIL[^}]*\}/, "you@company.example"),
      ]);
      const { MQTT_URL: _, ...rest } = Object.fromEntries(given) as Record<string, string>;
      return { ...rest, SERVICE_PORT: servicePort, PORT: portalPort, HOST: "127.0.0.1" };
    };

    const provision = run(image, services.provision.command, variables("provision"));
    expect(await provision.ended, provision.output()).toBe(0);
    expect(provision.output()).toMatch(/^account +you@company\.example created$/m);

    const running = run(image, services.service.command, variables("service"));
    await expect.poll(() => status(`${service}/readyz`), { timeout: 60_000 }).toBe(200);
    const key = readFileSync(join(secrets, "flex_api_key"), "utf8").trim();
    expect(await status(`${service}/v1/controls`)).toBe(401);
    expect(await status(`${service}/v1/controls`, { "X-API-Key": key })).toBe(200);

    const pages = run(image, services.portal.command, variables("portal"));
    await expect.poll(() => status(`${portal}/readyz`), { timeout: 60_000 }).toBe(200);
    const signIn = await fetch(`${portal}/sign-in`);
    expect(signIn.status).toBe(200);
    expect(signIn.headers.get("Content-Security-Policy")).toContain("nonce-");
    const script = /\/_next\/static\/[\w./-]+\.js/.exec(await signIn.text())![0];
    expect(await status(portal + script)).toBe(200);
    expect(await status(`${portal}/icon.svg`)).toBe(200);
    expect(await status(`${portal}/api/controls`)).toBe(401);

    for (const name of ["service", "portal"] as const) {
      const health = run(image, ["dist/runtime/health.mjs", name], variables(name));
      expect(await health.ended).toBe(0);
    }
    const proof = "try { fs.writeFileSync('x', '') } catch (error) { console.log(error.code) }";
    const writing = run(image, ["-e", proof], {});
    await writing.ended;
    if (isSealed) expect(writing.output().trim()).toBe("EROFS");

    running.child.kill("SIGTERM");
    pages.child.kill("SIGTERM");
    expect(await running.ended).toBe(0);
    await pages.ended;
    const health = run(image, ["dist/runtime/health.mjs", "service"], variables("service"));
    expect(await health.ended).toBe(1);
    for (const each of [provision, running, pages])
      for (const secret of [key, "superuser"]) expect(each.output()).not.toContain(secret);
  },
  BUILD_TIMEOUT_MS,
);

test(
  "the portal refuses to start without what it needs, with a sentence",
  async () => {
    await preparePrograms(root, "service/main.mjs", () => undefined);
    const refused = async (variables: Record<string, string>) => {
      const child = run(root, ["dist/runtime/portal.mjs"], variables);
      expect(await child.ended).toBe(1);
      expect(child.output()).not.toContain("    at ");
      return child.output();
    };
    expect(await refused({ HOST: "0.0.0.0" })).toContain("PUBLIC_URL must be set when HOST");
    expect(await refused({})).toContain("NEXTAUTH_SECRET must be set");
    const NEXTAUTH_SECRET = "0123456789abcdef0123456789abcdef";
    expect(await refused({ NEXTAUTH_SECRET })).toContain("PORTAL_DATABASE_URL must name");
    const PORTAL_DATABASE_URL = "postgres://a:b@127.0.0.1:1/c";
    expect(await refused({ NEXTAUTH_SECRET, PORTAL_DATABASE_URL })).toContain(
      "FLEX_API_KEY must be set",
    );
  },
  BUILD_TIMEOUT_MS,
);
