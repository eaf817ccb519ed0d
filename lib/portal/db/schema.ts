import { sql } from "drizzle-orm";
import { chainColumns, chainHead, type AuditChain } from "../../database/audit-chain.ts";
import {
  bigint,
  bigserial,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { ControlTarget } from "../../contract/index.ts";
import { locales } from "../../i18n/locales.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** The roles of staff: read (viewer), control and manage (operator), administer (admin). */
export const levels = ["viewer", "operator", "admin"] as const;
export type Level = (typeof levels)[number];

/** Accounts. A customer's account names the service's customer it belongs to. */
export const accounts = pgTable(
  "accounts",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    email: text("email").notNull(),
    name: text("name").notNull(),
    passwordHash: text("password_hash").notNull(),
    role: text("role", { enum: ["staff", "customer"] }).notNull(),
    /** The role of staff; null for customers. */
    level: text("level", { enum: levels }),
    /** The language of its pages; null for the browser's. */
    language: text("language", { enum: locales }),
    customerId: text("customer_id"),
    createdAt: moment("created_at").notNull().defaultNow(),
    disabledAt: moment("disabled_at"),
    /** When its user hid the first steps on the overview; null while they are shown. */
    setupHiddenAt: moment("setup_hidden_at"),
  },
  (table) => [uniqueIndex("accounts_email").on(sql`lower(${table.email})`)],
);

export const sessions = pgTable(
  "sessions",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    createdAt: moment("created_at").notNull(),
    lastSeenAt: moment("last_seen_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    revokedAt: moment("revoked_at"),
    /** When it ends without activity; null without an idle timeout. */
    idleEndsAt: moment("idle_ends_at"),
    /** When its user last authenticated in it. */
    provedAt: moment("proved_at").notNull().defaultNow(),
    /** The names of browser and system; null if they are not known. */
    browser: text("browser"),
    system: text("system"),
    /** The session at the identity provider (`sid`), if it told. */
    providerSession: text("provider_session"),
  },
  (table) => [index("sessions_account").on(table.accountId)],
);

/**
 * One-time links to a new account, or to a new password. Of the token only the SHA-256 is stored.
 */
export const invitations = pgTable(
  "invitations",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    tokenHash: text("token_hash").notNull().unique(),
    kind: text("kind", { enum: ["account", "password"] }).notNull(),
    /** The account that gets a new password; null for a new account. */
    accountId: uuid("account_id").references(() => accounts.id, { onDelete: "cascade" }),
    email: text("email").notNull(),
    /** The invited user's name, if it is known. */
    name: text("name"),
    role: text("role", { enum: ["staff", "customer"] }).notNull(),
    level: text("level", { enum: levels }),
    language: text("language", { enum: locales }),
    customerId: text("customer_id"),
    createdAt: moment("created_at").notNull(),
    invitedBy: uuid("invited_by")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    expiresAt: moment("expires_at").notNull(),
    usedAt: moment("used_at"),
    revokedAt: moment("revoked_at"),
  },
  (table) => [
    uniqueIndex("invitations_open")
      .on(sql`lower(${table.email})`)
      .where(sql`${table.usedAt} is null and ${table.revokedAt} is null`),
    index("invitations_customer").on(table.customerId),
  ],
);

/** A second factor (RFC 6238) of an account; it is required once a first code confirmed it. */
export const secondFactors = pgTable("second_factors", {
  accountId: uuid("account_id")
    .primaryKey()
    .references(() => accounts.id, { onDelete: "cascade" }),
  /** Encrypted with the portal's secret. */
  secret: text("secret").notNull(),
  confirmedAt: moment("confirmed_at"),
  /** The 30-second step of the last accepted code: no step is accepted twice. */
  lastStep: integer("last_step"),
});

/** One-time codes for a lost second factor; only their SHA-256 is stored. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    codeHash: text("code_hash").notNull(),
    usedAt: moment("used_at"),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.codeHash] })],
);

/** Passkeys (WebAuthn credentials) of accounts with a password. */
export const passkeys = pgTable(
  "passkeys",
  {
    /** The credential id, in base64url. */
    id: text("id").primaryKey(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** In COSE, base64url. */
    publicKey: text("public_key").notNull(),
    /** The signature counter; 0 for passkeys that do not count. */
    counter: bigint("counter", { mode: "number" }).notNull(),
    transports: jsonb("transports").$type<string[]>().notNull(),
    createdAt: moment("created_at").notNull(),
    lastUsedAt: moment("last_used_at"),
  },
  (table) => [index("passkeys_account").on(table.accountId)],
);

/** Challenges of passkeys that are being created or used; each is used once. */
export const passkeyChallenges = pgTable("passkey_challenges", {
  challenge: text("challenge").primaryKey(),
  /** Whose passkey is being created; null at sign-in. */
  accountId: uuid("account_id").references(() => accounts.id, { onDelete: "cascade" }),
  expiresAt: moment("expires_at").notNull(),
});

/** Identities of accounts at an identity provider, by issuer and subject and never by e-mail. */
export const identities = pgTable(
  "identities",
  {
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    accountId: uuid("account_id")
      .notNull()
      .unique()
      .references(() => accounts.id, { onDelete: "cascade" }),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] })],
);

/** Attempts per account, address, pair of both, or device within the current window. */
export const attemptCounters = pgTable("attempt_counters", {
  key: text("key").primaryKey(),
  count: integer("count").notNull(),
  windowEnds: moment("window_ends").notNull(),
  /** No attempt is checked before this time; null if only the count matters. */
  nextAt: moment("next_at"),
});

export const resourceTypes = ["customer", "group", "location", "device", "control"] as const;
export type ResourceType = (typeof resourceTypes)[number];

/**
 * Resources that passed through this portal, per service: a service with the ten documented
 * operations cannot list them.
 */
export const cachedResources = pgTable(
  "cached_resources",
  {
    service: text("service").notNull(),
    kind: text("kind", { enum: resourceTypes }).notNull(),
    id: text("id").notNull(),
    json: jsonb("json").notNull(),
    customerId: text("customer_id"),
    locationId: text("location_id"),
    target: jsonb("target").$type<ControlTarget>(),
    seenAt: moment("seen_at").notNull().defaultNow(),
    deletedAt: moment("deleted_at"),
  },
  (table) => [
    primaryKey({ columns: [table.service, table.kind, table.id] }),
    index("cached_resources_customer").on(table.service, table.kind, table.customerId),
    index("cached_resources_location").on(table.service, table.kind, table.locationId),
  ],
);

/** The kind of an audit row; see `audit`. */
export const auditKinds = ["intent", "outcome", "finding", "refusal"] as const;
/**
 * The result besides the status. Of an outcome: the response was lost. Of a finding: what the
 * service showed about a call with an unknown outcome.
 */
export const auditResults = [
  "unknown",
  "took-effect",
  "did-not-happen",
  "cannot-be-known",
] as const;

/**
 * The audit trail. A change has an intent, written before it, and an outcome, written after it; if
 * the outcome stays unknown, a finding as well. A refused call is one row. The database numbers the
 * rows, links them by `hash`, and refuses to change or remove any.
 */
export const audit = pgTable(
  "audit",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    at: moment("at").notNull().defaultNow(),
    accountId: uuid("account_id"),
    who: text("who").notNull(),
    role: text("role").notNull(),
    level: text("level"),
    /** The caller's address; null if it is not known. */
    address: text("address"),
    sessionId: uuid("session_id"),
    kind: text("kind", { enum: auditKinds }).notNull(),
    operation: text("operation").notNull(),
    target: text("target"),
    /** The effective window of a control, as the service returned it. */
    windowFrom: moment("window_from"),
    windowTo: moment("window_to"),
    /** HTTP status; null where there was none. */
    status: integer("status"),
    result: text("result", { enum: auditResults }),
    requestId: text("request_id").notNull(),
    ...chainColumns(),
  },
  (table) => [
    index("audit_request").on(table.requestId),
    index("audit_at").on(table.at),
    index("audit_begun")
      .on(table.at)
      .where(sql`kind = 'intent'`),
  ],
);

export const auditHead = chainHead("audit_head");

/** The columns of `audit` in the order they are hashed. */
export const auditChain: AuditChain = {
  name: "portal",
  table: "audit",
  columns: [
    "id",
    "at",
    "account_id",
    "who",
    "role",
    "level",
    "address",
    "session_id",
    "kind",
    "operation",
    "target",
    "window_from",
    "window_to",
    "status",
    "result",
    "request_id",
  ],
  addedColumns: [],
};

/** How often a call with an unknown outcome was looked up, and when that is next due. */
export const reconciliations = pgTable("reconciliations", {
  intentId: bigint("intent_id", { mode: "number" }).primaryKey(),
  tries: integer("tries").notNull(),
  nextAt: moment("next_at").notNull(),
});
