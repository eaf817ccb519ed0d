import type { ReactNode } from "react";

/** Who reads the portal, as far as its navigation goes. */
export type UserRole = "viewer" | "operator" | "admin" | "customer";

/** The name of a place of the portal; its text and its icon are found by it. */
export type NavName =
  | "overview"
  | "controls"
  | "rules"
  | "map"
  | "customers"
  | "groups"
  | "locations"
  | "devices"
  | "users"
  | "keys"
  | "webhooks"
  | "audit"
  | "docs"
  | "home"
  | "history"
  | "statements"
  | "notices"
  | "activity"
  | "account";

/** Something to show for a place: its icon, or the number of things that need attention. */
export type NavParts = Partial<Record<NavName, ReactNode>>;

export interface NavItem {
  name: NavName;
  href: string;
}

const createItem = (name: NavName, href = `/${name}`): NavItem => ({ name, href });

const work = [
  createItem("overview", "/"),
  createItem("controls"),
  createItem("rules"),
  createItem("statements"),
  createItem("customers"),
  createItem("locations"),
  createItem("map"),
  createItem("groups"),
  createItem("devices"),
];
const running = [
  createItem("users"),
  createItem("keys"),
  createItem("webhooks"),
  createItem("audit"),
];

/** The places of the portal for a reader, in groups; the most used first. */
export const navItemsFor = (reader: UserRole): NavItem[][] => {
  if (reader === "customer")
    return [
      [
        createItem("home", "/"),
        createItem("history"),
        createItem("activity", "/controls"),
        createItem("notices"),
        createItem("statements"),
        createItem("locations"),
        createItem("devices"),
        createItem("account"),
      ],
    ];
  return [work, reader === "admin" ? [...running, createItem("docs")] : [createItem("docs")]];
};

/** Whether a path lies within a place. */
export const isCurrent = (href: string, path: string): boolean =>
  href === "/" ? path === "/" : path === href || path.startsWith(`${href}/`);
