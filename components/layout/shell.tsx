import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { OfflineBanner } from "@/components/offline/offline-banner.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { Link } from "@/components/ui/link.tsx";
import { Logo } from "./logo.tsx";
import { Navigation } from "./navigation.tsx";
import { navigationIcons } from "./navigation-icons.tsx";
import type { NavParts, UserRole } from "./navigation-items.ts";
import { ServiceOutage } from "./service-outage.tsx";
import { SignedOut } from "./signed-out.tsx";
import { SignOut } from "./sign-out.tsx";
import type { Theme } from "./theme.ts";
import { ThemeSwitch } from "./theme-switch.tsx";

const Brand = () => (
  <Link
    href="/"
    className="flex items-center gap-2 rounded-md text-base font-semibold tracking-tight"
  >
    <Logo className="size-7" />
    {useTranslations("layout")("product")}
  </Link>
);

/** The frame of every signed-in page. */
export function Shell({
  user,
  theme,
  serviceUnavailable,
  notice,
  bell,
  badges,
  palette,
  language,
  children,
}: {
  user: { name: string; reader: UserRole };
  theme: Theme;
  /** Since when the service was unavailable when the page was rendered. */
  serviceUnavailable: string | null;
  /** What holds on every page. */
  notice?: ReactNode;
  /** The alerts of staff. */
  bell?: ReactNode;
  /** The badges of navigation items. */
  badges: NavParts;
  /** What opens the command palette. */
  palette?: ReactNode;
  /** What switches the language. */
  language?: ReactNode;
  children: ReactNode;
}) {
  const t = useTranslations("layout");
  return (
    <div className="min-h-dvh print:block lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-accent focus:px-3 focus:py-2 focus:text-accent-ink"
      >
        {t("skip")}
      </a>
      <div className="print:hidden lg:border-r lg:border-line">
        <div className="lg:sticky lg:top-0 lg:p-3">
          <Navigation
            reader={user.reader}
            icons={navigationIcons(user.reader)}
            badges={badges}
            brand={<Brand />}
          />
        </div>
      </div>
      <div className="min-w-0">
        <OfflineBanner />
        {notice}
        {user.reader === "customer" && <SignedOut />}
        <ServiceOutage initialSince={serviceUnavailable} />
        <header className="relative flex print:hidden min-h-14 flex-wrap items-center justify-between gap-x-3 border-b border-line px-4 py-1 sm:flex-nowrap sm:px-6">
          <div className="lg:invisible">
            <Brand />
          </div>
          <div className="flex min-w-0 items-center sm:gap-2">
            {palette && (
              <div className={user.reader === "customer" ? "max-sm:hidden" : undefined}>
                {palette}
              </div>
            )}
            <Link
              href="/account"
              title={t("account")}
              className="flex min-h-9 min-w-0 items-center gap-2 rounded-md px-1 hover:bg-sunken sm:px-2"
            >
              <span className="max-w-56 truncate max-sm:sr-only">{user.name}</span>
              <Badge>{t(`roles.${user.reader}`)}</Badge>
            </Link>
            {bell}
            {/* On a phone there is room for one: staff have the language in the palette too. */}
            <div className={user.reader === "customer" ? undefined : "max-sm:hidden"}>
              {language}
            </div>
            <ThemeSwitch key={theme} initial={theme} />
            <SignOut compact />
          </div>
        </header>
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto max-w-[84rem] px-4 pt-5 pb-24 outline-none sm:px-6 lg:pb-12"
        >
          {children}
        </main>
      </div>
    </div>
  );
}
