import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { acceptInvitation, readInvitation } from "../../lib/portal/users/invitation-acceptance.ts";
import {
  INVITATION_MS,
  createInviteAction,
  createPasswordLinkAction,
  withdrawInvitation,
  type InvitationResult,
} from "../../lib/portal/users/invitations.ts";
import type { MailSettings } from "../../lib/portal/mail/mail.ts";
import { changeLevel, closeAccount } from "../../lib/portal/users/user-changes.ts";
import { readPortalAccess, readStaff } from "../../lib/portal/users/users.ts";
import { signInWithPassword } from "../../lib/portal/auth/sign-in.ts";
import { createAccount, findAccount } from "../../lib/portal/db/accounts.ts";
import { audit, invitations, type Level } from "../../lib/portal/db/schema.ts";
import { readSession, type User } from "../../lib/portal/db/sessions.ts";
import { MailServer, decodePart } from "../support/mail-server.ts";
import { startFakeService } from "./fake-service.ts";
import { callPortalRoute, type PortalRouteCall } from "./portal-route-client.ts";
import { anna } from "./fixtures.ts";
import { NOW, portalWorld } from "./portal-world.ts";

const world = portalWorld();
const CHOSEN = "a few words together";
let now = NOW;
let admin: User;
beforeEach(async () => {
  now = NOW;
  admin = await world.staff();
});

const deps = async () => ({
  ...world.deps(await startFakeService("with extensions")),
  now: () => now,
});
async function someone(level: Level, email = `${level}@example.org`): Promise<User> {
  await createAccount(world.db, { email, name: level, role: "staff", level, passwordHash: "" });
  return world.signIn(email);
}
const inviting = async (user: User, body: object, mail: MailSettings | null = null) =>
  callPortalRoute(
    await deps(),
    "POST /api/invitations",
    createInviteAction(() => mail),
    { user, body },
  );
const colleague = (email: string, level = "viewer") => ({
  role: "staff",
  email,
  level,
  language: "en",
});
async function invited(response: Promise<Response>): Promise<InvitationResult & { token: string }> {
  const answered = await response;
  expect(answered.status).toBe(200);
  const body = (await answered.json()) as InvitationResult;
  return { ...body, token: body.link?.split("/invitation/")[1] ?? "" };
}
const accept = async (body: object, given: Partial<PortalRouteCall> = {}) =>
  callPortalRoute(await deps(), "POST /api/invitations/accept", acceptInvitation, {
    user: null,
    body: { name: "Kim", password: CHOSEN, ...body },
    ...given,
  });
const signIn = async (email: string, password: string) =>
  (await signInWithPassword(world.db, { email, password }, { address: "::1" }, NOW)).outcome;
const state = (token: string) => readInvitation(world.db, token, now);

describe("an invitation of a colleague", () => {
  test("admits them once, with the name and password they choose", async () => {
    const { token, delivery } = await invited(inviting(admin, colleague("kim@example.org")));
    expect(delivery).toBe("to-copy");
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await state(token)).toMatchObject({ email: "kim@example.org", role: "staff" });
    expect((await accept({ token })).status).toBe(200);
    expect(await findAccount(world.db, "kim@example.org")).toMatchObject({
      name: "Kim",
      level: "viewer",
      language: "en",
      customerId: null,
    });
    expect(await signIn("kim@example.org", CHOSEN)).toBe("success");
    const again = await accept({ token, password: "another password" });
    expect(again.status).toBe(409);
    expect(await again.json()).toMatchObject({ code: "invitation-over" });
    expect(await signIn("kim@example.org", "another password")).toBe("refused");
    expect(await state(token)).toBe("used");
  });

  test("is not accepted with a common password, and stays open", async () => {
    const { token } = await invited(inviting(admin, colleague("weak.one@example.org")));
    for (const [password, code] of [
      ["Password123456", "password-common"],
      ["weak.one-2026", "password-own-name"],
    ]) {
      const answer = await accept({ token, password });
      expect(answer.status).toBe(422);
      const errors = [{ pointer: "#/password", code }];
      expect(await answer.json()).toMatchObject({ errors });
    }
    expect((await accept({ token })).status).toBe(200);
  });

  test("is accepted once, however many try at the same moment", async () => {
    const { token } = await invited(inviting(admin, colleague("race@example.org")));
    const statuses = (await Promise.all([1, 2, 3, 4].map(() => accept({ token })))).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([200, 409, 409, 409]);
  });

  test("is stored as the SHA-256 of its token, and recorded without it", async () => {
    const { token } = await invited(inviting(admin, colleague("hash@example.org")));
    const kept = [await world.db.select().from(invitations), await world.db.select().from(audit)];
    expect(JSON.stringify(kept)).not.toContain(token);
    expect(kept[0]!.at(-1)).toMatchObject({ tokenHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(kept[1]!.at(-1)).toMatchObject({
      operation: "invite",
      target: "hash@example.org level=viewer",
      status: 200,
    });
  });

  test("ends after seven days", async () => {
    const { token, expires_at } = await invited(inviting(admin, colleague("late@example.org")));
    expect(Date.parse(expires_at) - NOW.getTime()).toBe(INVITATION_MS);
    now = new Date(NOW.getTime() + INVITATION_MS);
    expect((await accept({ token })).status).toBe(409);
    expect(await state(token)).toBe("expired");
    expect(await findAccount(world.db, "late@example.org")).toBeNull();
  });

  test("replaces the one before it, whatever the case of the address", async () => {
    const first = await invited(inviting(admin, colleague("twice@example.org")));
    const second = await invited(inviting(admin, colleague("Twice@Example.org", "operator")));
    expect(await state(first.token)).toBe("withdrawn");
    expect((await accept({ token: first.token })).status).toBe(409);
    const { invitations: open } = await readStaff(await deps(), admin);
    expect(open.filter(({ email }) => /twice/i.test(email))).toHaveLength(1);
    expect((await accept({ token: second.token })).status).toBe(200);
  });

  test("can be withdrawn", async () => {
    const { token } = await invited(inviting(admin, colleague("gone@example.org")));
    const { invitations: open } = await readStaff(await deps(), admin);
    const { id } = open.find(({ email }) => email === "gone@example.org")!;
    const route = "DELETE /api/invitations/{invitation_id}";
    const params = { invitation_id: id };
    const operator = await someone("operator", "withdrawer@example.org");
    const withdraw = async (user: User) =>
      (await callPortalRoute(await deps(), route, withdrawInvitation, { user, params })).status;
    expect(await withdraw(operator)).toBe(403);
    expect(await withdraw(admin)).toBe(200);
    expect(await state(token)).toBe("withdrawn");
  });

  test("is void when the admin who sent it is closed or demoted", async () => {
    const changes = [
      ["close", closeAccount, undefined],
      ["level", changeLevel, { level: "viewer" }],
    ] as const;
    for (const [verb, action, body] of changes) {
      const other = await someone("admin", `${verb}@example.org`);
      const { token } = await invited(inviting(other, colleague(`by-${verb}@example.org`)));
      const route = `POST /api/users/{account_id}/${verb}` as const;
      const given = { user: admin, params: { account_id: other.id }, body };
      expect((await callPortalRoute(await deps(), route, action, given)).status).toBe(200);
      expect(await state(token)).toBe("withdrawn");
    }
  });

  test("can be sent by admins only, and not to an address that has an account", async () => {
    const operator = await someone("operator");
    expect((await inviting(operator, colleague("x@example.org"))).status).toBe(403);
    const taken = await inviting(admin, colleague("STAFF@example.org"));
    expect(taken.status).toBe(409);
    expect(await taken.json()).toMatchObject({ code: "account-exists" });
  });

  test("requires a name and at least twelve characters", async () => {
    const { token } = await invited(inviting(admin, colleague("short@example.org")));
    expect((await accept({ token, name: undefined })).status).toBe(422);
    const short = await accept({ token, password: "elevenchars" });
    expect(await short.json()).toMatchObject({
      errors: [{ pointer: "#/password", code: "tooShort", values: { minimum: 12 } }],
    });
    expect(await state(token)).toMatchObject({ email: "short@example.org" });
  });

  test("with an unknown token admits nobody", async () => {
    expect((await accept({ token: "x".repeat(43) })).status).toBe(409);
    expect(await state("x".repeat(43))).toBe("unknown");
  });
});

describe("an invitation of a customer", () => {
  const ask = (user: User, email: string) =>
    inviting(user, { role: "customer", email, customer_id: anna.id });

  test("is sent by operators, in the customer's language, and grants access to the customer's data", async () => {
    const operator = await someone("operator", "service-desk@example.org");
    const { token } = await invited(ask(operator, "partner@example.org"));
    expect(await state(token)).toMatchObject({ role: "customer", language: "nl" });
    const access = await readPortalAccess(await deps(), operator, anna.id);
    expect(access.invitations).toMatchObject([{ email: "partner@example.org", level: null }]);
    expect((await accept({ token, name: undefined })).status).toBe(200);
    expect(await findAccount(world.db, "partner@example.org")).toMatchObject({
      role: "customer",
      level: null,
      language: "nl",
      customerId: anna.id,
      name: anna.name,
    });
  });

  test("cannot be sent by viewers, or for a customer that does not exist", async () => {
    const viewer = await someone("viewer", "looker@example.org");
    expect((await ask(viewer, "y@example.org")).status).toBe(403);
    const stranger = { role: "customer", email: "z@example.org", customer_id: "cus_none" };
    expect((await inviting(admin, stranger)).status).toBe(404);
  });

  test("grants no role, whatever is sent along", async () => {
    const body = { role: "customer", email: "q@example.org", customer_id: anna.id };
    expect((await inviting(admin, { ...body, level: "admin" })).status).toBe(422);
  });

  test("is void once the customer is deleted", async () => {
    const { token } = await invited(ask(admin, "leaver@example.org"));
    const portal = await world.portal(await startFakeService("with extensions"), admin);
    await portal.call("deleteCustomer", { params: { customer_id: anna.id } });
    expect(await state(token)).toBe("withdrawn");
  });
});

describe("a password link", () => {
  const link = async (user: User, account_id: string) =>
    callPortalRoute(
      await deps(),
      "POST /api/users/{account_id}/password-link",
      createPasswordLinkAction(() => null),
      { user, params: { account_id } },
    );

  test("changes the password once and ends the sessions of the old one", async () => {
    const viewer = await someone("viewer", "forgetful@example.org");
    const { token } = await invited(link(admin, viewer.id));
    expect(await readSession(world.db, viewer.sessionId, NOW)).not.toBeNull();
    expect((await accept({ token, name: undefined })).status).toBe(200);
    expect(await signIn(viewer.email, CHOSEN)).toBe("success");
    expect(await readSession(world.db, viewer.sessionId, NOW)).toBeNull();
    expect((await accept({ token })).status).toBe(409);
  });

  test("is created by admins for staff, and void when the account is closed", async () => {
    const [operator, viewer] = [
      await someone("operator", "asker@example.org"),
      await someone("viewer", "closed@example.org"),
    ];
    expect((await link(operator, viewer.id)).status).toBe(403);
    const { token } = await invited(link(admin, viewer.id));
    const route = "POST /api/users/{account_id}/close";
    const given = { user: admin, params: { account_id: viewer.id } };
    await callPortalRoute(await deps(), route, closeAccount, given);
    expect((await accept({ token })).status).toBe(409);
    expect((await link(admin, viewer.id)).status).toBe(409);
  });
});

describe("an invitation e-mail", () => {
  async function mailServer() {
    const server = await MailServer.open();
    onTestFinished(() => server.close());
    const settings = {
      smtpUrl: server.url,
      from: "Curtail <portal@example.org>",
      publicUrl: "https://portal.example/",
    };
    return { server, settings };
  }
  const toCustomer = { role: "customer", email: "letter@example.org", customer_id: "cus_bram" };

  test("contains the link in the invited person's language, and the page does not contain it", async () => {
    const { server, settings } = await mailServer();
    const { delivery, link } = await invited(inviting(admin, toCustomer, settings));
    expect([delivery, link]).toEqual(["mailed", null]);
    const [letter] = server.letters;
    expect(letter).toMatchObject({ from: "portal@example.org", to: ["letter@example.org"] });
    const text = decodePart(letter!, "text/plain");
    expect(text).toContain("Hallo Bram Bos,");
    const token = /https:\/\/portal\.example\/invitation\/([\w-]{43})\s/.exec(text)![1]!;
    expect(text).toContain("kies een wachtwoord");
    expect(decodePart(letter!, "text/html")).toContain(
      `href="https://portal.example/invitation/${token}"`,
    );
    expect((await accept({ token })).status).toBe(200);
  });

  test("to a colleague is in the language chosen for them", async () => {
    const { server, settings } = await mailServer();
    await invited(inviting(admin, colleague("english@example.org"), settings));
    expect(decodePart(server.letters[0]!, "text/plain")).toMatch(/^Hello,\n\nYou are invited/);
  });

  test("refused by the mail server is reported, with the link to copy", async () => {
    const { server, settings } = await mailServer();
    server.refuses = true;
    const body = colleague("bounced@example.org");
    const { delivery, token } = await invited(inviting(admin, body, settings));
    expect(delivery).toBe("mail-failed");
    expect((await accept({ token })).status).toBe(200);
  });

  test("is refused as the sixth to one address within an hour, whatever its case", async () => {
    const { server, settings } = await mailServer();
    const names = ["Flood", "flood", "FLOOD", "flOOd", "flooD", "flood"];
    const statuses = [];
    for (const name of names) {
      const sent = await inviting(admin, colleague(`${name}@example.org`), settings);
      statuses.push(sent.status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect(server.letters).toHaveLength(5);
    expect((await inviting(admin, colleague("dry@example.org"), settings)).status).toBe(200);
    now = new Date(NOW.getTime() + 3_600_000);
    admin = await world.signIn(admin.email, now);
    expect((await inviting(admin, colleague("flood@example.org"), settings)).status).toBe(200);
  });

  test("to an unreachable mail server is reported too", async () => {
    const { server, settings } = await mailServer();
    server.close();
    const body = colleague("nobody-home@example.org");
    expect(await invited(inviting(admin, body, settings))).toMatchObject({
      delivery: "mail-failed",
      link: expect.stringMatching(/^https:\/\/portal\.example\/invitation\//),
    });
  });
});
