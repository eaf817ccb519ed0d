import {
  Activity,
  Bell,
  BookOpen,
  Building2,
  ChartColumn,
  CircleUser,
  Cpu,
  History,
  House,
  KeyRound,
  Layers,
  Map,
  MapPin,
  Scale,
  ReceiptText,
  ScrollText,
  SlidersHorizontal,
  UsersRound,
  Webhook,
  type LucideIcon,
} from "lucide-react";
import type { ReactNode } from "react";

/** Who reads the portal, as far as its navigation goes. */
export type UserRole = "viewer" | "operator" | "admin" | "customer";

const icons = {
  overview: Activity,
  controls: SlidersHorizontal,
  rules: Scale,
  map: Map,
  customers: Building2,
  groups: Layers,
  locations: MapPin,
  devices: Cpu,
  users: UsersRound,
  keys: KeyRound,
  webhooks: Webhook,
  audit: ScrollText,
  docs: BookOpen,
  home: House,
  history: ChartColumn,
  statements: ReceiptText,
  notices: Bell,
  activity: History,
  account: CircleUser,
} satisfies Record<string, LucideIcon>;

/** Badges of navigation items: the number of things that need attention. */
export type NavBadges = Partial<Record<keyof typeof icons, ReactNode>>;

export interface NavItem {
  name: keyof typeof icons;
  href: string;
  icon: LucideIcon;
}

const createItem = (name: keyof typeof icons, href = `/${name}`): NavItem => ({
  name,
  href,
  icon: icons[name],
});

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
