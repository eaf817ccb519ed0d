import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { alertKinds, type AlertKind } from "../../lib/contract/index.ts";
import { isQuiet } from "../../lib/alerts/quiet-hours.ts";
import { createAccount, findAccount } from "../../lib/portal/db/accounts.ts";
import { saveAlertSettings, type AlertSettings } from "../../lib/portal/db/alerts.ts";
import { openDatabase, type OpenDatabase } from "../../lib/portal/db/database.ts";
import { runAlerts } from "../../lib/portal/alerts/alerts.ts";
import { createServiceClient } from "../../lib/portal/service-client/service-client.ts";
import type { PortalDeps } from "../../lib/portal/service-client/portal-deps.ts";
import {
  causes,
  failFor,
  imbalanceSource,
  liveMinutes,
  openAlertWorld,
  type AlertWorld,
} from "../support/alert-world.ts";
import { decodePart, MailServer, type ReceivedLetter } from "../support/mail-server.ts";
import { freshDatabase } from "../support/postgres.ts";
import { API_KEY, startService } from "./fake-service.ts";

const settingsOf = (mail: MailServer) => ({
  smtpUrl: mail.url,
  from: "portal@mailing.example",
  publicUrl: "https://portal.example",
});

let opened: AlertWorld;
let open: OpenDatabase;
let databaseUrl: string;
let baseUrl: string;
let mail: MailServer;
let deps: PortalDeps;
/** The path that the service fails to answer; null for none. */
let failing: string | null;

beforeEach(async () => {
  failing = null;
  opened = await openAlertWorld();
  const service = await startService(async (request) => {
    const { pathname, search } = new URL(request.url);
    if (pathname === failing) return new Response("", { status: 500 });
    const body = request.method === "GET" ? {} : { body: await request.text() };
    return opened.world.request(pathname + search, { method: request.method, ...body });
  });
  ({ baseUrl } = service);
  databaseUrl = await freshDatabase("portal");
  open = openDatabase(databaseUrl, { connections: 4 });
  mail = await MailServer.open();
  for (const [email, language, level] of [
    ["sam@example.org", "en", "operator"],
    ["noor@example.org", "nl", "admin"],
    ["vic@example.org", "en", "viewer"],
  ] as const) {
    const account = { email, name: email.split("@")[0]!, role: "staff" as const, level, language };
    await createAccount(open.db, { ...account, passwordHash: "-" });
  }
  const customer = { email: "anna@example.org", name: "anna", role: "customer" as const };
  const { id: customerId } = opened.home.customer;
  await createAccount(open.db, { ...customer, passwordHash: "-", customerId });
  const client = createServiceClient({ baseUrl, apiKey: API_KEY });
  deps = { db: open.db, client, now: () => new Date(opened.world.nowMs) };
});
afterEach(async () => {
  mail.close();
  await open.pool.end();
  await opened.close();
});

const run = () => runAlerts(deps, settingsOf(mail));
const receivers = () => mail.letters.map(({ to }) => to.join()).toSorted();
const lettersTo = (address: string) => mail.letters.filter(({ to }) => to.includes(address));
const subjectOf = ({ data }: ReceivedLetter) => /^Subject: (.*)$/m.exec(data)![1]!;
const messageIdOf = ({ data }: ReceivedLetter) => /^Message-ID: (<.*>)$/im.exec(data)![1]!;
const choose = async (email: string, settings: AlertSettings) =>
  saveAlertSettings(open.db, (await findAccount(open.db, email))!.id, settings);
const alerts = async () =>
  (await opened.world.call("listAlerts", { query: { page_size: 100 } })).data.data;
const silenceAll = async () => {
  const until = new Date(opened.world.nowMs + 3_600_000).toISOString();
  for (const { id } of await alerts())
    await opened.world.call("silenceAlert", { params: { alert_id: id }, body: { until } });
};

/** What the e-mail of each kind says, and the page it leads to. */
const said: Record<AlertKind, [english: RegExp, dutch: RegExp, page: RegExp]> = {
  under_delivery: [
    /delivers \S+ of what was planned/,
    /levert \S+ van wat/,
    /\/controls\/\S+\?shortfall=1#deliveries$/m,
  ],
  locations_offline: [/1 of 1 locations/, /1 van 1 locaties/, /\/locations\?state=silent/],
  prices_stale: [/due at 14:00/, /om 14:00/, /portal\.example\/$/m],
  weather_stale: [/more than 12 hours/, /meer dan 12 uur/, /portal\.example\/$/m],
  approval_waiting: [/sam@example.org asks/, /sam@example.org vraagt/, /\/controls#requests$/m],
};

describe("an alert is mailed", () => {
  test.each(alertKinds)("from the cause of %s to operators and admins, once", async (kind) => {
    await run();
    expect(mail.letters).toEqual([]);
    await causes[kind](opened);
    const others = alertKinds.filter((one) => one !== kind);
    for (const alert of await alerts()) if (others.includes(alert.kind)) await silenceOne(alert.id);
    await run();
    await run();
    expect(receivers()).toEqual(["noor@example.org", "sam@example.org"]);
    const [english, dutch, page] = said[kind];
    const text = decodePart(lettersTo("sam@example.org")[0]!, "text/plain");
    expect(text).toMatch(english);
    expect(text).toMatch(page);
    expect(decodePart(lettersTo("noor@example.org")[0]!, "text/plain")).toMatch(dutch);
    expect(subjectOf(lettersTo("sam@example.org")[0]!)).toMatch(/^Alert: /);
  });

  test("from a source of imbalance prices that stopped to the mailbox, in the reader's language", async () => {
    await opened.close();
    const source = imbalanceSource();
    opened = await openAlertWorld([source]);
    await opened.world.service.refreshPrices();
    await failFor(opened, source, 49);
    for (const { id, details } of await alerts())
      if (details.market !== "imbalance") await silenceOne(id);
    await run();
    await run();
    expect(receivers()).toEqual(["noor@example.org", "sam@example.org"]);
    const [dutch, english] = ["noor@example.org", "sam@example.org"].map((address) =>
      decodePart(lettersTo(address)[0]!, "text/plain"),
    );
    expect(english).toMatch(
      /Imbalance prices of NL are known until .*15 Jun.* at most 48 hours old/,
    );
    expect(dutch).toMatch(/Onbalansprijzen van NL zijn bekend tot .*15 jun.* hoogstens 48 uur oud/);
  });

  const silenceOne = async (alert_id: string) => {
    const until = new Date(opened.world.nowMs + 3_600_000).toISOString();
    await opened.world.call("silenceAlert", { params: { alert_id }, body: { until } });
  };

  test("to nobody while it is silenced, and then to all who want it", async () => {
    await causes.prices_stale(opened);
    await silenceAll();
    await run();
    expect(mail.letters).toEqual([]);
    opened.world.setClock("2026-06-15T13:01:00Z");
    await run();
    expect(receivers()).toEqual(["noor@example.org", "sam@example.org"]);
  });

  test("to nobody when it is silenced between raising it and sending", async () => {
    await causes.prices_stale(opened);
    mail.refuses = true;
    await run();
    mail.refuses = false;
    await silenceAll();
    opened.world.setClock("2026-06-15T12:05:00Z");
    await run();
    expect(mail.letters).toEqual([]);
  });

  test("by kind, to who chose it", async () => {
    await choose("sam@example.org", { kinds: ["weather_stale"], quiet: null });
    await choose("vic@example.org", { kinds: ["prices_stale"], quiet: null });
    await causes.prices_stale(opened);
    await run();
    expect(receivers()).toEqual(["noor@example.org", "vic@example.org"]);
  });

  test("after quiet hours, all in one letter that says what was resolved", async () => {
    const quiet = { from: "13:00", to: "15:00" };
    await choose("sam@example.org", { kinds: [...alertKinds], quiet });
    await causes.approval_waiting(opened);
    opened.world.setClock("2026-06-15T11:00:30Z");
    await liveMinutes(opened, 60, 1);
    await causes.prices_stale(opened);
    await run();
    expect(receivers()).toEqual(["noor@example.org"]);
    opened.world.setClock("2026-06-15T13:00:30Z");
    await run();
    await run();
    expect(lettersTo("sam@example.org")).toHaveLength(1);
  });

  test("again after a refusal of the mail server", async () => {
    await causes.prices_stale(opened);
    mail.refuses = true;
    await run();
    mail.refuses = false;
    await run();
    expect(mail.letters).toEqual([]);
    opened.world.setClock("2026-06-15T12:02:00Z");
    await run();
    expect(receivers()).toEqual(["noor@example.org", "sam@example.org"]);
  });

  test("while another cannot be read, which is mailed once it can", async () => {
    const [unread] = await raiseTwo();
    failing = `/v1/alerts/${unread.id}`;
    await run();
    expect(receivers()).toEqual(["noor@example.org", "sam@example.org"]);
    await run();
    expect(mail.letters).toHaveLength(2);
    failing = null;
    await run();
    await run();
    expect(mail.letters).toHaveLength(4);
  });

  test("in the letter that was refused, with one that cannot be read since", async () => {
    const [unread] = await raiseTwo();
    mail.refuses = true;
    await run();
    mail.refuses = false;
    failing = `/v1/alerts/${unread.id}`;
    opened.world.setClock(opened.world.nowMs + 300_000);
    await run();
    failing = null;
    await run();
    expect(mail.letters).toHaveLength(2);
    expect(subjectOf(lettersTo("sam@example.org")[0]!)).toContain("2 alerts");
  });

  const raiseTwo = async () => {
    await causes.prices_stale(opened);
    await causes.weather_stale(opened);
    const raised = (await alerts()).filter(({ state }) => state === "open");
    expect(raised).toHaveLength(2);
    return raised as [(typeof raised)[0]];
  };

  test("once by several portals at the same time", async () => {
    await causes.prices_stale(opened);
    await Promise.all([run(), run(), run()]);
    await run();
    expect(mail.letters).toHaveLength(2);
  });

  test("by nobody without a mail server", async () => {
    await causes.prices_stale(opened);
    expect(await runAlerts(deps, null)).toBe(false);
  });
});

describe("a portal killed while it mails alerts", () => {
  /** Starts a run in another process and kills it where the mail server stops answering. */
  const killWhen = async (at: MailServer["silentAt"]) => {
    mail.silentAt = at;
    const silent = new Promise<void>((resolve) => (mail.onSilence = resolve));
    const script = "tests/portal/alerts-process.ts";
    const given = [databaseUrl, baseUrl, mail.url, new Date(opened.world.nowMs).toISOString()];
    const child = spawn(process.execPath, ["--import", "tsx", script, ...given], {
      stdio: "inherit",
    });
    await silent;
    child.kill("SIGKILL");
    await once(child, "exit");
    mail.silentAt = null;
    await expect.poll(run, { timeout: 20_000 }).toBe(true);
  };

  test("before the mail server took one sends each letter once", async () => {
    await causes.prices_stale(opened);
    await killWhen("RCPT");
    await run();
    expect(receivers()).toEqual(["noor@example.org", "sam@example.org"]);
  });

  test("after the mail server took one sends it under the same Message-ID", async () => {
    await causes.prices_stale(opened);
    await killWhen("letter");
    await run();
    const [inFlight, again, other] = mail.letters.map((letter) => [letter.to, messageIdOf(letter)]);
    expect(mail.letters).toHaveLength(3);
    expect(again).toEqual(inFlight);
    expect(other).not.toEqual(inFlight);
  });
});

test.each([
  ["22:00", "07:00", "2026-06-15T21:30:00Z", true],
  ["22:00", "07:00", "2026-06-15T04:59:00Z", true],
  ["22:00", "07:00", "2026-06-15T05:00:00Z", false],
  ["22:00", "07:00", "2026-12-15T05:59:00Z", true],
  ["12:00", "13:00", "2026-06-15T10:30:00Z", true],
  ["12:00", "13:00", "2026-06-15T11:00:00Z", false],
  ["12:00", "12:00", "2026-06-15T10:00:00Z", false],
])("quiet hours from %s to %s at %s by the clock of Amsterdam: %s", (from, to, at, expected) => {
  expect(isQuiet({ from, to }, Date.parse(at))).toBe(expected);
});
