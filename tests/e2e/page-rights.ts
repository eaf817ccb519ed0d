import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Right } from "../../lib/portal/auth/portal-routes.ts";

const APP = fileURLToPath(new URL("../../app", import.meta.url));

/** Every page by its folder, without route groups. */
export const everyPage: string[] = readdirSync(APP, { recursive: true, encoding: "utf8" })
  .filter((file) => /(^|\/)page\.tsx$/.test(file))
  .map((file) => `/${file.replace(/\(\w+\)\//, "").replace(/\/?page\.tsx$/, "")}`)
  .sort();

/** The right each page requires: none, a session, or staff of at least this role. */
export const pageRights: Record<string, Right> = {
  "/": "signed-in",
  "/[...unknown]": "signed-in",
  "/account": "signed-in",
  "/alerts": "viewer",
  "/alerts/rules": "viewer",
  "/audit": "admin",
  "/controls": "signed-in",
  "/controls/[id]": "viewer",
  "/controls/new": "viewer",
  "/controls/timeline": "viewer",
  "/customers": "viewer",
  "/customers/[id]": "viewer",
  "/customers/new": "operator",
  "/devices": "signed-in",
  "/devices/[id]": "signed-in",
  "/docs": "anyone",
  "/groups": "viewer",
  "/groups/[id]": "viewer",
  "/groups/new": "operator",
  "/history": "customer",
  "/invitation/[token]": "anyone",
  "/keys": "admin",
  "/locations": "signed-in",
  "/locations/[id]": "signed-in",
  "/locations/[id]/devices/new": "operator",
  "/locations/new": "operator",
  "/map": "viewer",
  "/notices": "customer",
  "/rules": "viewer",
  "/rules/[id]": "viewer",
  "/rules/[id]/edit": "operator",
  "/rules/new": "operator",
  "/statements": "signed-in",
  "/users": "admin",
  "/webhooks": "admin",
  "/webhooks/[id]": "admin",
  "/sign-in": "anyone",
};
