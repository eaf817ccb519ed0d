import {
  Activity,
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
  ScrollText,
  SlidersHorizontal,
  UsersRound,
  type LucideIcon,
} from "lucide-react";
import type { ReactNode } from "react";

/** Who reads the portal, as far as its navigation goes. */
export type UserRole = "viewer" | "operator" | "admin" | "customer";

const icons = {
  overview: Activity,
  controls: SlidersHorizontal,
  map: Map,
  customers: Building2,
  groups: Layers,
  locations: MapPin,
  devices: Cpu,
  people: UsersRound,
  keys: KeyRound,
  audit: ScrollText,
  docs: BookOpen,
  home: House,
  history: ChartColumn,
  happened: History,
  account: CircleUser,
} satisfies Record<string, LucideIcon>;

/** What stands beside the name of a place: how much of it waits to be looked at. */
export type NavBadges = Partial<Record<keyof typeof icons, ReactNode>>;

export interface Place {
  name: keyof typeof icons;
  href: string;
  icon: LucideIcon;
}

const place = (name: keyof typeof icons, href = `/${name}`): Place => ({
  name,
  href,
  icon: icons[name],
});

const work = [
  place("overview", "/"),
  place("controls"),
  place("customers"),
  place("locations"),
  place("map"),
  place("groups"),
  place("devices"),
];
const running = [place("people"), place("keys"), place("audit")];

/** The places of the portal for a reader, in groups; the most used first. */
export const placesOf = (reader: UserRole): Place[][] => {
  if (reader === "customer")
    return [
      [
        place("home", "/"),
        place("history"),
        place("happened", "/controls"),
        place("locations"),
        place("devices"),
        place("account"),
      ],
    ];
  return [work, reader === "admin" ? [...running, place("docs")] : [place("docs")]];
};

/** Whether a path lies within a place. */
export const isCurrent = (href: string, path: string): boolean =>
  href === "/" ? path === "/" : path === href || path.startsWith(`${href}/`);
