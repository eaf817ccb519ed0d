"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useState } from "react";
import { classNames } from "@/components/ui/class-names.ts";
import { Link } from "@/components/ui/link.tsx";
import {
  isCurrent,
  type NavItem,
  type NavParts,
  navItemsFor,
  type UserRole,
} from "./navigation-items.ts";
import { Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import { dynamic } from "@/components/ui/dynamic.tsx";

/** Its code is fetched when it is opened. */
const BottomSheet = dynamic(async () => (await import("./bottom-sheet.tsx")).BottomSheet);

/** The way to the places a phone's bar has no room for. */
function MoreItems({
  items,
  icons,
  path,
  className,
}: {
  items: NavItem[];
  icons: NavParts;
  path: string;
  className: string;
}) {
  const t = useTranslations("layout.places");
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={className}
        onClick={() => setOpen(true)}
      >
        <Ellipsis aria-hidden className="size-5" />
        <span>{t("more")}</span>
      </button>
      {open && (
        <BottomSheet items={items} icons={icons} path={path} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

/** The maximum number of items in the tab bar of a phone, without the item for more. */
const MAX_ON_PHONE = 4;

/** Columns that exist before their content, so that nothing moves while the page loads. */
const columns = ["", "", "grid-cols-2", "grid-cols-3", "grid-cols-4", "grid-cols-5"];

const itemClass = (current: boolean) =>
  classNames(
    "relative flex min-h-14 w-full flex-col items-center justify-center gap-0.5 border-t-2 text-[0.6875rem] max-sm:tracking-tight lg:min-h-9 lg:flex-row lg:justify-start lg:gap-2.5 lg:rounded-md lg:border-0 lg:px-2.5 lg:text-sm",
    current
      ? "border-ink font-medium text-ink lg:bg-sunken lg:font-semibold"
      : "border-transparent text-muted hover:text-ink lg:hover:bg-sunken",
  );

function Entry({
  item,
  path,
  icons,
  badges,
}: {
  item: NavItem;
  path: string;
  icons: NavParts;
  badges: NavParts;
}) {
  const t = useTranslations("layout.places");
  const { href, name } = item;
  const current = isCurrent(href, path);
  return (
    <Link href={href} aria-current={current ? "page" : undefined} className={itemClass(current)}>
      {icons[name]}
      <span className="max-w-full truncate">{t(name)}</span>
      {badges[name]}
    </Link>
  );
}

/**
 * The places of the portal: a rail on the left on a wide screen; on a phone a bar at the bottom
 * with the first of them and a sheet with the rest.
 */
export function Navigation({
  reader,
  icons,
  badges,
  brand,
}: {
  reader: UserRole;
  icons: NavParts;
  badges: NavParts;
  brand: ReactNode;
}) {
  const t = useTranslations("layout");
  const path = usePathname();
  const groups = navItemsFor(reader);
  const all = groups.flat();
  const first = all.length > MAX_ON_PHONE + 1 ? all.slice(0, MAX_ON_PHONE) : all;
  const rest = all.slice(first.length);
  const entries = first.length + (rest.length > 0 ? 1 : 0);
  return (
    <nav
      aria-label={t("main")}
      className="fixed inset-x-0 bottom-0 z-20 min-h-[calc(3.5rem+1px+env(safe-area-inset-bottom))] border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:static lg:min-h-0 lg:border-0 lg:bg-transparent lg:p-0"
    >
      <div className="hidden h-11 items-center px-2 lg:mb-3 lg:flex">{brand}</div>
      {groups.map((group, index) => (
        <ul
          key={index}
          className="mt-4 hidden flex-col gap-0.5 border-t border-line pt-4 nth-2:mt-0 nth-2:border-0 nth-2:pt-0 lg:flex"
        >
          {group.map((item) => (
            <li key={item.href}>
              <Entry item={item} path={path} icons={icons} badges={badges} />
            </li>
          ))}
        </ul>
      ))}
      <ul className={classNames("tab-bar grid lg:hidden", columns[entries])}>
        {first.map((item) => (
          <li key={item.href} className="min-w-0">
            <Entry item={item} path={path} icons={icons} badges={badges} />
          </li>
        ))}
        {rest.length > 0 && (
          <li className="min-w-0">
            <MoreItems
              items={rest}
              icons={icons}
              path={path}
              className={itemClass(rest.some(({ href }) => isCurrent(href, path)))}
            />
          </li>
        )}
      </ul>
    </nav>
  );
}
