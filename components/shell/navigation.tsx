"use client";

import {
  Activity,
  Building2,
  CircleUser,
  Cpu,
  House,
  Layers,
  MapPin,
  SlidersHorizontal,
  type LucideIcon,
} from "lucide-react";
import { usePathname } from "next/navigation";
import { classNames } from "@/components/ui/class-names.ts";
import { Link } from "@/components/ui/link.tsx";

interface Entry {
  href: string;
  label: string;
  icon: LucideIcon;
}

const entries: Record<"staff" | "customer", Entry[]> = {
  staff: [
    { href: "/", label: "Overview", icon: Activity },
    { href: "/controls", label: "Controls", icon: SlidersHorizontal },
    { href: "/customers", label: "Customers", icon: Building2 },
    { href: "/groups", label: "Groups", icon: Layers },
    { href: "/locations", label: "Locations", icon: MapPin },
    { href: "/devices", label: "Devices", icon: Cpu },
  ],
  customer: [
    { href: "/", label: "Home", icon: House },
    { href: "/locations", label: "Locations", icon: MapPin },
    { href: "/devices", label: "Devices", icon: Cpu },
    { href: "/controls", label: "Controls", icon: SlidersHorizontal },
    { href: "/account", label: "Account", icon: CircleUser },
  ],
};

const isCurrent = (href: string, path: string) =>
  href === "/" ? path === "/" : path === href || path.startsWith(`${href}/`);

/** The places of the portal: a rail on the left on a wide screen, a bar at the bottom on a phone. */
export function Navigation({ role }: { role: "staff" | "customer" }) {
  const path = usePathname();
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:static lg:border-0 lg:bg-transparent lg:p-0"
    >
      <ul className="flex lg:flex-col lg:gap-0.5">
        {entries[role].map(({ href, label, icon: Icon }) => {
          const current = isCurrent(href, path);
          return (
            <li key={href} className="min-w-0 flex-1 lg:flex-none">
              <Link
                href={href}
                aria-current={current ? "page" : undefined}
                className={classNames(
                  "flex min-h-14 flex-col items-center justify-center gap-0.5 border-t-2 text-[0.6875rem] max-sm:tracking-tight lg:min-h-9 lg:flex-row lg:justify-start lg:gap-2.5 lg:rounded-md lg:border-0 lg:px-2.5 lg:text-sm",
                  current
                    ? "border-ink font-medium text-ink lg:bg-sunken lg:font-semibold"
                    : "border-transparent text-muted hover:text-ink lg:hover:bg-sunken",
                )}
              >
                <Icon aria-hidden className="size-5 lg:size-4.5" />
                <span className="max-w-full truncate">{label}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
