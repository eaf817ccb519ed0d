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

/** Staff look (viewer), also control and manage (operator), also run the portal (admin). */
export const levels = ["viewer", "operator", "admin"] as const;
export type Level = (typeof levels)[number];

/** Who may sign in. A customer's account points at the service's customer it belongs to. */
export const accounts = pgTable(
  "accounts",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    email: text("email").notNull(),
    name: text("name").notNull(),
    passwordHash: text("password_hash").notNull(),
    role: text("role", { enum: ["staff", "customer"] }).notNull(),
    /** What staff may do, from least to most; null for customers. */
    level: text("level", { enum: levels }),
    /** The language its pages are in; null: what the browser asks for. */
    language: text("language", { enum: locales }),
    customerId: text("customer_id"),
    createdAt: moment("created_at").notNull().defaultNow(),
    disabledAt: moment("disabled_at"),
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
    /** When it ends unless somebody does something before; null where it only ends in the end. */
    idleEndsAt: moment("idle_ends_at"),
    /** When who is in it last showed who they are: by signing in, or asked for it again. */
    provedAt: moment("proved_at").notNull().defaultNow(),
    /** What signed in, by name; null where it could not be told. */
    browser: text("browser"),
    system: text("system"),
  },
  (table) => [index("sessions_account").on(table.accountId)],
);

/**
 * One-time ways in: to a new account, or to a new password of one there is. Of the token in the
 * link only its SHA-256 is kept.
 */
export const invitations = pgTable(
  "invitations",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    tokenHash: text("token_hash").notNull().unique(),
    kind: text("kind", { enum: ["account", "password"] }).notNull(),
    /** The account whose password is to be chosen anew; null for a new one. */
    accountId: uuid("account_id").references(() => accounts.id, { onDelete: "cascade" }),
    email: text("email").notNull(),
    /** What the person is called, where that is known already. */
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

/** A second factor (RFC 6238) of an account; it counts once a first code of it was right. */
export const secondFactors = pgTable("second_factors", {
  accountId: uuid("account_id")
    .primaryKey()
    .references(() => accounts.id, { onDelete: "cascade" }),
  /** Sealed with the portal's own secret. */
  secret: text("secret").notNull(),
  confirmedAt: moment("confirmed_at"),
  /** The 30-second step of the latest code that was taken: no step is taken twice. */
  lastStep: integer("last_step"),
});

/** Codes that stand in for a second factor that is lost, each once; of a code only its SHA-256. */
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

/** Who signs in by a provider of identities: issuer and subject name an account, never its e-mail. */
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

/** Attempts per account, address, both or device within the running window. */
export const attempts = pgTable("attempts", {
  key: text("key").primaryKey(),
  count: integer("count").notNull(),
  windowEnds: moment("window_ends").notNull(),
  /** Before this moment no further attempt is looked at; null where only the count matters. */
  nextAt: moment("next_at"),
});

export const resourceTypes = ["customer", "group", "location", "device", "control"] as const;
export type ResourceType = (typeof resourceTypes)[number];

/** What passed through this portal, per service behind it: all a ten-operation service leaves us. */
export const cachedResources = pgTable(
  "registry",
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
    index("registry_customer").on(table.service, table.kind, table.customerId),
    index("registry_location").on(table.service, table.kind, table.locationId),
  ],
);

/** What a row of the audit trail is; see `audit`. */
export const auditKinds = ["intent", "outcome", "finding", "refusal"] as const;
/**
 * How a call ended beside its status. An outcome: its answer was lost. A finding: what was read at
 * the service about a call whose outcome is unknown.
 */
export const auditResults = [
  "unknown",
  "took-effect",
  "did-not-happen",
  "cannot-be-known",
] as const;

/**
 * The audit trail. A state-changing call has an intent, written before it, and an outcome, written
 * after it; one of which the outcome stayed unknown has a finding as well. What was refused before
 * it was begun is one row. The database numbers the rows, chains them by `hash`, and refuses to
 * change or remove any.
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
    /** Where the call came from; null where that is not known. */
    address: text("address"),
    sessionId: uuid("session_id"),
    kind: text("kind", { enum: auditKinds }).notNull(),
    operation: text("operation").notNull(),
    target: text("target"),
    /** The window of a control, as the service answered it. */
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

/** How often a call of unknown outcome was looked for, and when that is next. */
export const reconciliations = pgTable("reconciliations", {
  intentId: bigint("intent_id", { mode: "number" }).primaryKey(),
  tries: integer("tries").notNull(),
  nextAt: moment("next_at").notNull(),
});
