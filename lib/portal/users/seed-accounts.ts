import { env, EnvError, type Env } from "../../env.ts";
import { MAX_PAGE_SIZE } from "../../contract/page-size.ts";
import { log } from "../context/log.ts";
import { hashPassword, verifyPassword } from "../auth/password.ts";
import { checkPasswordStrength } from "../auth/password-rules.ts";
import { getPortalDatabaseUrl } from "../runtime.ts";
import {
  createServiceClient,
  type ServiceAddress,
  type ServiceClient,
} from "../service-client/service-client.ts";
import {
  hasOpenAccount,
  createAccount,
  findAccount,
  linkCustomer,
  setDisabled,
  setPassword,
  type NewAccount,
} from "../db/accounts.ts";
import { openDatabase, type Database } from "../db/database.ts";
import { revokeAllSessions } from "../db/sessions.ts";
import { DEMO_CUSTOMER, DEMO_OPERATOR, DEMO_STAFF, DEMO_VIEWER } from "./demo-accounts.ts";

export interface SeedOptions {
  /** The portal's database, already migrated. */
  databaseUrl: string;
  settings: Pick<Env, "STAFF_EMAIL" | "STAFF_PASSWORD"> & Partial<Pick<Env, "DATABASE_POOLER">>;
  /** Creates the demo accounts with this password; without it there are none. */
  demoPassword?: string | undefined;
  service: ServiceAddress;
}

/**
 * Creates the first staff account and, if asked for, the demo accounts. Safe to run at every start
 * and by several instances at once. An existing staff account keeps its password; demo accounts
 * always get the given one, and are closed without it.
 */
export async function seedPortal({
  databaseUrl,
  settings,
  demoPassword,
  service,
}: SeedOptions): Promise<void> {
  const { db, pool } = openDatabase(databaseUrl, {
    connections: 2,
    pooler: settings.DATABASE_POOLER,
  });
  try {
    await createFirstStaff(db, settings);
    if (demoPassword) await seedDemoAccounts(db, demoPassword, createServiceClient(service));
    else await closeDemoAccounts(db, settings.STAFF_EMAIL);
  } finally {
    await pool.end();
  }
}

/**
 * Creates the first staff account if its address and password are set. Safe to run twice and by
 * several at once: an existing account keeps its password.
 * @returns whether it was created
 */
export async function ensureFirstStaff(
  databaseUrl: string,
  settings: SeedOptions["settings"],
): Promise<boolean> {
  const { db, pool } = openDatabase(databaseUrl, {
    connections: 1,
    pooler: settings.DATABASE_POOLER,
  });
  try {
    return await createFirstStaff(db, settings);
  } finally {
    await pool.end();
  }
}

/** Whether there is an account that can sign in. */
export async function hasAnyAccount(
  databaseUrl: string = getPortalDatabaseUrl(),
): Promise<boolean> {
  const { db, pool } = openDatabase(databaseUrl, { connections: 1, pooler: env().DATABASE_POOLER });
  try {
    return await hasOpenAccount(db);
  } finally {
    await pool.end();
  }
}

async function createFirstStaff(
  db: Database,
  { STAFF_EMAIL: email, STAFF_PASSWORD: password }: SeedOptions["settings"],
): Promise<boolean> {
  if (!email || !password) return false;
  if (await findAccount(db, email)) return false;
  if (checkPasswordStrength(password, email)) {
    throw new EnvError("STAFF_PASSWORD is one that is guessed early: choose another.");
  }
  const name = email.split("@")[0]!;
  return createAccount(db, {
    email,
    name,
    role: "staff",
    level: "admin",
    passwordHash: await hashPassword(password),
  });
}

const demoStaff = [
  { email: DEMO_STAFF, name: "Demo staff", role: "staff", level: "admin" },
  { email: DEMO_OPERATOR, name: "Demo operator", role: "staff", level: "operator" },
  { email: DEMO_VIEWER, name: "Demo viewer", role: "staff", level: "viewer" },
] as const satisfies Omit<NewAccount, "passwordHash">[];

async function seedDemoAccounts(
  db: Database,
  password: string,
  client: ServiceClient,
): Promise<void> {
  for (const account of demoStaff) await seedDemoAccount(db, password, account);
  const found = await findDemoCustomer(client);
  await seedDemoAccount(db, password, {
    email: DEMO_CUSTOMER,
    name: found?.name ?? "Demo customer",
    role: "customer",
    customerId: found?.id ?? null,
  });
}

/** Closes the demo accounts, whose password was once printed. */
async function closeDemoAccounts(db: Database, staffEmail: string | undefined): Promise<void> {
  for (const email of [...demoStaff.map((account) => account.email), DEMO_CUSTOMER]) {
    if (email === staffEmail?.toLowerCase()) continue;
    const account = await findAccount(db, email);
    if (account && !account.disabledAt) await setDisabled(db, account.id, new Date());
  }
}

async function seedDemoAccount(
  db: Database,
  password: string,
  account: Omit<NewAccount, "passwordHash">,
): Promise<void> {
  const existing = await findAccount(db, account.email);
  if (!existing) {
    const passwordHash = await hashPassword(password);
    // The demo is set up already.
    await createAccount(db, { ...account, passwordHash, setupHiddenAt: new Date() });
    return;
  }
  if (existing.disabledAt) {
    await revokeAllSessions(db, existing.id, new Date());
    await setDisabled(db, existing.id, null);
  }
  if (account.customerId && account.customerId !== existing.customerId) {
    await linkCustomer(db, existing.id, account.customerId);
  }
  if (await verifyPassword(existing.passwordHash, password)) return;
  await setPassword(db, existing.id, await hashPassword(password));
  await revokeAllSessions(db, existing.id, new Date());
}

/** The service's customer with the demo address; null if it cannot be read. */
async function findDemoCustomer(client: ServiceClient) {
  try {
    if (!(await client.capabilities()).has("listCustomers")) return null;
    const query = { page: 0, page_size: MAX_PAGE_SIZE, search: DEMO_CUSTOMER, sort: "name" };
    const input = { params: {}, query, body: undefined };
    const { data } = await client.call("listCustomers", input, "provision");
    return data.data.find(({ email }) => email.toLowerCase() === DEMO_CUSTOMER) ?? null;
  } catch {
    log.warn("Failed to read the demo customer; its account has no data yet");
    return null;
  }
}
