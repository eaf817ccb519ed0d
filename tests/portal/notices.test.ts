import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ControlReason } from "../../lib/contract/index.ts";
import { createAccount, findAccount } from "../../lib/portal/db/accounts.ts";
import { openDatabase, type OpenDatabase } from "../../lib/portal/db/database.ts";
import { listNotices } from "../../lib/portal/db/notices.ts";
import { notices } from "../../lib/portal/db/schema-notices.ts";
import { runNotices } from "../../lib/portal/notices/notices.ts";
import { createServiceClient } from "../../lib/portal/service-client/service-client.ts";
import type { PortalDeps } from "../../lib/portal/service-client/portal-deps.ts";
import { decodePart, MailServer, type ReceivedLetter } from "../support/mail-server.ts";
import { freshDatabase } from "../support/postgres.ts";
import { World } from "../support/service.ts";
import { group, household } from "../support/site.ts";
import { API_KEY, startService } from "./fake-service.ts";

const START = "2026-06-15T10:00:30Z";
const NL = { bidding_zone_id: "NL" };
const settingsOf = (mail: MailServer) => ({
  smtpUrl: mail.url,
  from: "portal@mailing.example",
  publicUrl: "https://portal.example",
});

let world: World;
let open: OpenDatabase;
let databaseUrl: string;
let baseUrl: string;
let mail: MailServer;
let deps: PortalDeps;
let anna: Awaited<ReturnType<typeof household>>;
let bram: typeof anna;
/** The path that the service fails to answer; null for none. */
let failing: string | null;
/** The status with which it fails. */
let failure: number;
/** From being asked for this path the service fails to answer anything; null for never. */
let awayFrom: string | null;
/** The paths that the service was asked for. */
let asked: string[];

beforeEach(async () => {
  [failing, failure, awayFrom, asked] = [null, 500, null, []];
  world = await World.open(START);
  const service = await startService(async (request) => {
    const { pathname, search } = new URL(request.url);
    asked.push(pathname);
    const isAway = awayFrom !== null && asked.includes(awayFrom);
    if (isAway || pathname === failing) return new Response("", { status: failure });
    const body = request.method === "GET" ? {} : { body: await request.text() };
    return world.request(pathname + search, { method: request.method, ...body });
  });
  ({ baseUrl } = service);
  databaseUrl = await freshDatabase("portal");
  open = openDatabase(databaseUrl, { connections: 4 });
  mail = await MailServer.open();
  anna = await household(world, { email: "anna@example.org" });
  bram = await household(world, { email: "bram@example.org" });
  for (const [email, language, { customer }] of [
    ["anna@example.org", "nl", anna],
    ["bram@example.org", "en", bram],
  ] as const) {
    const account = { email, name: email.split("@")[0]!, role: "customer" as const, language };
    await createAccount(open.db, { ...account, passwordHash: "-", customerId: customer.id });
  }
  const client = createServiceClient({ baseUrl, apiKey: API_KEY });
  deps = { db: open.db, client, now: () => new Date(world.nowMs) };
});
afterEach(async () => {
  mail.close();
  await open.pool.end();
  await world.close();
});

const issue = async (reason?: ControlReason) =>
  (
    await world.call("controlBiddingZone", {
      params: NL,
      ...(reason && { headers: { "Control-Reason": reason } }),
      body: {
        type: "ZERO_EXPORT",
        time_from: "2026-06-15T12:00:00Z",
        time_to: "2026-06-15T13:00:00Z",
      },
    })
  ).data.id;
const textOf = (address: string) => decodePart(lettersTo(address).at(-1)!, "text/plain");
const run = () => runNotices(deps, settingsOf(mail));
const noticesOf = async (email: string) =>
  (await listNotices(open.db, (await findAccount(open.db, email))!.id)).map(({ kind, mail }) => [
    kind,
    mail,
  ]);
const messageIdOf = ({ data }: ReceivedLetter) => /^Message-ID: (<.*>)$/im.exec(data)![1]!;
const receivers = () => mail.letters.map(({ to }) => to.join()).toSorted();
const lettersTo = (address: string) => mail.letters.filter(({ to }) => to.includes(address));

describe("notices of controls", () => {
  test("go to each affected customer before the control, once, in their language", async () => {
    await issue();
    await run();
    await run();
    expect(receivers()).toEqual(["anna@example.org", "bram@example.org"]);
    const [dutch, english] = ["anna@example.org", "bram@example.org"].map((address) =>
      decodePart(lettersTo(address)[0]!, "text/plain"),
    );
    expect(dutch).toContain("14:00");
    expect(dutch).toContain("Dit gaat vanzelf");
    expect(english).toContain("This happens by itself");
    expect(english).toContain("https://portal.example/notices");
    expect(await noticesOf("anna@example.org")).toEqual([["planned", "sent"]]);
  });

  test.each([
    ["price", "De stroomprijs is dan naar verwachting laag.", "prices are expected to be low then"],
    ["grid", "Er is dan naar verwachting veel stroom op het net.", "is expected on the grid then"],
    ["test", "Het is een test.", "It is a test."],
  ] as const)("say why the control comes: %s", async (reason, dutch, english) => {
    await issue(reason);
    await run();
    expect(textOf("anna@example.org")).toContain(`Waarom? ${dutch}`);
    expect(textOf("bram@example.org")).toContain(english);
  });

  test("say nothing of a reason where none was given", async () => {
    await issue();
    await run();
    expect(textOf("anna@example.org")).not.toContain("Waarom");
  });

  test("say whether the group allows to skip it, and where; a cancelled one does not", async () => {
    const { id: group_id } = await group(world);
    const params = { customer_id: bram.customer.id };
    await world.call("updateCustomer", { params, body: { name: bram.customer.name, group_id } });
    const body = { control_opt_out: false };
    await world.call("updateGroupPreferenceLimits", { params: { group_id }, body });
    const id = await issue("price");
    await run();
    expect(textOf("anna@example.org")).toContain("Je mag dit verzoek overslaan");
    expect(textOf("anna@example.org")).toContain("https://portal.example/notices");
    expect(textOf("bram@example.org")).toContain("does not offer to skip");
    await world.call("cancelControl", { params: { control_id: id }, body: {} });
    await run();
    expect(textOf("anna@example.org")).toContain("geannuleerd");
    expect(textOf("anna@example.org")).not.toMatch(/overslaan|over te slaan|Waarom/);
  });

  test("are in the portal without a mail server, and without e-mail for who wants none", async () => {
    const params = { customer_id: anna.customer.id };
    await world.call("updateCustomerPreferences", { params, body: { email_notices: false } });
    await issue();
    await run();
    expect(receivers()).toEqual(["bram@example.org"]);
    expect(await noticesOf("anna@example.org")).toEqual([["planned", "off"]]);
    world.setClock("2026-06-15T10:01:30Z");
    await issue();
    await runNotices(deps, null);
    expect(await noticesOf("bram@example.org")).toEqual([
      ["planned", "off"],
      ["planned", "sent"],
    ]);
    expect(mail.letters).toHaveLength(1);
  });

  test("do not go to customers whose locations the control does not affect", async () => {
    const params = { customer_id: bram.customer.id };
    await world.call("updateCustomerPreferences", { params, body: { opted_out: true } });
    await issue();
    await run();
    expect(receivers()).toEqual(["anna@example.org"]);
    expect(await noticesOf("bram@example.org")).toEqual([]);
  });

  test("of a cancelled control get one follow-up", async () => {
    const id = await issue();
    await run();
    await world.call("cancelControl", { params: { control_id: id }, body: {} });
    await run();
    await run();
    expect(
      lettersTo("anna@example.org").map((letter) => /^Subject: (.*)$/m.exec(letter.data)![1]),
    ).toEqual([expect.stringContaining("gepland"), expect.stringContaining("geannuleerd")]);
    expect(await noticesOf("anna@example.org")).toEqual([
      ["cancelled", "sent"],
      ["planned", "sent"],
    ]);
  });

  test("of a control cancelled before its e-mail was sent say only that it was cancelled", async () => {
    mail.refuses = true;
    const id = await issue();
    await run();
    await world.call("cancelControl", { params: { control_id: id }, body: {} });
    mail.refuses = false;
    await run();
    expect(await noticesOf("anna@example.org")).toEqual([
      ["cancelled", "sent"],
      ["planned", "lapsed"],
    ]);
    expect(lettersTo("anna@example.org")).toHaveLength(1);
  });

  test("are sent once more after a refusal, and not after the control has ended", async () => {
    mail.refuses = true;
    await issue();
    await run();
    expect(await noticesOf("anna@example.org")).toEqual([["planned", "pending"]]);
    mail.refuses = false;
    world.setClock("2026-06-15T10:05:30Z");
    await run();
    expect(await noticesOf("anna@example.org")).toEqual([["planned", "sent"]]);
    await open.db.update(notices).set({ mail: "pending" });
    world.setClock("2026-06-15T13:00:30Z");
    await run();
    expect(await noticesOf("anna@example.org")).toEqual([["planned", "lapsed"]]);
    expect(lettersTo("anna@example.org")).toHaveLength(1);
  });

  test("are not mailed to a deleted customer, and are still sent to the others", async () => {
    const id = await issue();
    await run();
    const params = { customer_id: anna.customer.id };
    await world.call("deleteCustomer", { params });
    await world.call("cancelControl", { params: { control_id: id }, body: {} });
    await run();
    expect(await noticesOf("anna@example.org")).toEqual([
      ["cancelled", "off"],
      ["planned", "sent"],
    ]);
    expect(lettersTo("anna@example.org")).toHaveLength(1);
    expect(lettersTo("bram@example.org")).toHaveLength(2);
  });

  test("are sent to the others if one customer's preferences cannot be read, and to them later", async () => {
    failing = `/v1/customers/${anna.customer.id}/preferences`;
    await issue();
    await run();
    expect(receivers()).toEqual(["bram@example.org"]);
    expect(await noticesOf("anna@example.org")).toEqual([["planned", "pending"]]);
    failing = null;
    world.setClock("2026-06-15T10:05:30Z");
    await run();
    expect(receivers()).toEqual(["anna@example.org", "bram@example.org"]);
  });

  test("are neither made nor postponed while the service is away, from any moment of a run", async () => {
    mail.refuses = true;
    const first = `controls/${await issue()}`;
    await run();
    mail.refuses = false;
    world.setClock("2026-06-15T10:05:30Z");
    for (const path of [`controls/${await issue()}/customers`, first]) {
      awayFrom = `/v1/${path}`;
      await expect(run()).rejects.toThrow(/service/);
      [awayFrom, asked] = [null, []];
    }
    await run();
    expect(mail.letters).toHaveLength(4);
  });

  test("follow up the other controls if one cannot be read, and that one later", async () => {
    const controls = [await issue(), await issue()];
    await run();
    expect(mail.letters).toHaveLength(4);
    for (const control_id of controls)
      await world.call("cancelControl", { params: { control_id }, body: {} });
    for (const unread of controls) {
      failing = `/v1/controls/${unread}`;
      await run();
    }
    expect(mail.letters).toHaveLength(8);
    failing = null;
    await run();
    expect(mail.letters).toHaveLength(8);
  });

  test("are not followed up, sent or asked for again if the service does not have the control any more", async () => {
    mail.refuses = true;
    failing = `/v1/controls/${await issue()}`;
    failure = 404;
    await run();
    mail.refuses = false;
    world.setClock("2026-06-15T10:05:30Z");
    await run();
    expect(asked.filter((path) => path === failing)).toHaveLength(1);
    expect(await noticesOf("anna@example.org")).toEqual([["planned", "lapsed"]]);
    expect(mail.letters).toEqual([]);
  });

  test("are sent once by several portals at the same time", async () => {
    await issue();
    await Promise.all([run(), run(), run()]);
    await run();
    expect(mail.letters).toHaveLength(2);
  });
});

describe("a portal killed while it sends notices", () => {
  /** Starts a run in another process and kills it where the mail server stops answering. */
  const killWhen = async (at: MailServer["silentAt"]) => {
    mail.silentAt = at;
    const silent = new Promise<void>((resolve) => (mail.onSilence = resolve));
    const script = "tests/portal/notices-process.ts";
    const given = [databaseUrl, baseUrl, mail.url, new Date(world.nowMs).toISOString()];
    const child = spawn(process.execPath, ["--import", "tsx", script, ...given], {
      stdio: "inherit",
    });
    await silent;
    child.kill("SIGKILL");
    await once(child, "exit");
    mail.silentAt = null;
    await expect.poll(run, { timeout: 20_000 }).toBe(true);
  };

  test("before the mail server took one sends each notice once", async () => {
    await issue();
    await killWhen("RCPT");
    expect(receivers()).toEqual(["anna@example.org", "bram@example.org"]);
    expect(await noticesOf("anna@example.org")).toEqual([["planned", "sent"]]);
  });

  test("after the mail server took one sends it under the same Message-ID, and the others once", async () => {
    await issue();
    await killWhen("letter");
    const [inFlight, again, other] = mail.letters.map((letter) => [letter.to, messageIdOf(letter)]);
    expect(again).toEqual(inFlight);
    expect(other).not.toEqual(inFlight);
    await run();
    expect(mail.letters).toHaveLength(3);
  });
});
