import { sql } from "drizzle-orm";
import {
  bigserial,
  boolean,
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

/** Sign-in attempts per account and per address within the running window. */
export const attempts = pgTable("attempts", {
  key: text("key").primaryKey(),
  count: integer("count").notNull(),
  windowEnds: moment("window_ends").notNull(),
});

export const nouns = ["customer", "group", "location", "device", "control"] as const;
export type Noun = (typeof nouns)[number];

/** What passed through this portal, per service behind it: all a ten-operation service leaves us. */
export const registry = pgTable(
  "registry",
  {
    service: text("service").notNull(),
    kind: text("kind", { enum: nouns }).notNull(),
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

/** Two rows per state-changing call: what was about to be done, and what came of it. */
export const audit = pgTable(
  "audit",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    at: moment("at").notNull().defaultNow(),
    accountId: uuid("account_id"),
    who: text("who").notNull(),
    role: text("role").notNull(),
    operation: text("operation").notNull(),
    target: text("target"),
    outcome: boolean("outcome").notNull(),
    status: integer("status"),
    requestId: text("request_id").notNull(),
  },
  (table) => [index("audit_request").on(table.requestId), index("audit_at").on(table.at)],
);
