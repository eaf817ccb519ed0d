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
  type LucideIcon,
  Map,
  MapPin,
  ReceiptText,
  Scale,
  ScrollText,
  SlidersHorizontal,
  UsersRound,
  Webhook,
} from "lucide-react";
import { navItemsFor, type NavName, type NavParts, type UserRole } from "./navigation-items.ts";

const icons: Record<NavName, LucideIcon> = {
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
};

/**
 * The icons of a reader's places, rendered on the server: as components they would be in the scripts of
 * every page.
 */
export const navigationIcons = (reader: UserRole): NavParts =>
  Object.fromEntries(
    navItemsFor(reader)
      .flat()
      .map(({ name }) => {
        const Icon = icons[name];
        return [name, <Icon key={name} aria-hidden className="size-5 lg:size-4.5" />];
      }),
  );
