import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { HttpClient } from "../../tools/chaos/http-client.ts";
import { serverAccount } from "../../runtime/postgres/os-user.ts";
import { shiftClock } from "../support/shift-clock.ts";
import { newDataDir } from "../support/start-process.ts";
import { STAFF, startCurtail } from "./start-stack.ts";

const OLD = new URL("../support/version-0.1/", import.meta.url);
const PASSWORD = "password-of-version-0.1";
/** Two minutes after the old version stopped, while a control is in force. */
const STARTED = "2026-11-28T18:52:30Z";

/** Fields and states that have another name since, as the changelog says. */
const RENAMED: Record<string, string> = {
  promised: "planned",
  promised_kwh: "planned_kwh",
  given_back: "cancelled_effect",
  told: "addressed",
  not_told: "not_dispatched",
  following: "responding",
};
/** What depends on the present and on the port. */
const DIFFERENT = new Set(["icon_url", "last_reported_at"]);

/** A delivery is unknown: version 0.1 did not record what would have been without a control. */
const UNKNOWN_DELIVERY = {
  time: expect.any(String),
  delivered_kwh: null,
  delivered_share: null,
};

const unpacked = (name: string) => brotliDecompressSync(readFileSync(new URL(name, OLD)));

/** The old data folder in a new place, owned like the database of this machine. */
function unpackFolder(): string {
  const dataDir = newDataDir();
  mkdirSync(dataDir);
  execFileSync("tar", ["-xf", "-", "-C", dataDir], { input: unpacked("data-folder.tar.br") });
  const account = serverAccount(join(dataDir, "none"));
  const owner = account && `${account.uid}:${account.gid}`;
  if (owner) execFileSync("chown", ["-R", owner, join(dataDir, "postgres")]);
  return dataDir;
}

/** A value of an old response as the present version has it, without what differs. */
function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed);
  if (value === null || typeof value !== "object") return value;
  const fields = Object.entries(value).filter(([name]) => !DIFFERENT.has(name));
  return Object.fromEntries(fields.map(([name, field]) => [RENAMED[name] ?? name, renamed(field)]));
}

/** A response of version 0.1 as the present version answers it. */
function expectedNow(path: string, answer: unknown): Record<string, unknown> {
  const now = renamed(answer) as Record<string, unknown>;
  if (!path.endsWith("/delivery")) return now;
  const results = (now.results as { delivered?: number }[]).map(
    ({ delivered: _delivered, ...one }) => one,
  );
  return { ...now, results, ...UNKNOWN_DELIVERY };
}

test.skip(process.platform !== "linux", "the old data folder is one of PostgreSQL on Linux");

let stopAll: () => Promise<void> = async () => undefined;
test.afterEach(() => stopAll());

test("a data folder of version 0.1.0 continues: records, controls, keys, accounts and audit trail", async () => {
  test.setTimeout(180_000);
  const dataDir = unpackFolder();
  const { nodeOptions, setTime } = shiftClock(dirname(dataDir));
  setTime(STARTED);
  const { curtail, stop } = await startCurtail(
    { DEMO_PASSWORD: PASSWORD, NODE_OPTIONS: nodeOptions },
    dataDir,
  );
  stopAll = stop;
  const { portalUrl, serviceUrl, apiKey } = curtail;
  const headers = { "X-API-Key": apiKey, "Content-Type": "application/json" };
  const get = async (path: string): Promise<unknown> =>
    (await fetch(serviceUrl + path, { headers })).json();

  const before = JSON.parse(unpacked("answers.json.br").toString()) as Record<string, unknown>;
  expect(Object.keys(before).length).toBeGreaterThan(20);
  for (const [path, answer] of Object.entries(before))
    expect.soft(await get(path), path).toMatchObject(expectedNow(path, answer));

  const groups = before["/v1/groups?page_size=100"] as { data: { name: string }[] };
  const repeated = await fetch(`${serviceUrl}/v1/groups`, {
    method: "POST",
    headers: { ...headers, "Idempotency-Key": "made-by-0.1" },
    body: JSON.stringify({ name: "Twice", bidding_zone: "NL" }),
  });
  expect(await repeated.json()).toEqual(groups.data.find(({ name }) => name === "Twice"));

  // A browser would drop the session: its clock is the machine's.
  const client = new HttpClient(portalUrl);
  await client.signIn(STAFF, PASSWORD);
  const trail = await (await client.request("/audit?operation=cancelControl")).text();
  expect(trail).toContain("2026-11-28 18:46:23 UTC");
  const verify = ["runtime/run.mjs", "tools/audit.ts", "verify"];
  const env = { ...process.env, DATA_DIR: dataDir };
  expect(execFileSync(process.execPath, verify, { env, encoding: "utf8" })).toContain(
    "Nothing was changed",
  );
});
