import { ArrowUpRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LanguageSwitch } from "@/components/layout/language-switch.tsx";
import { Logo } from "@/components/layout/logo.tsx";
import type { Theme } from "@/components/layout/theme.ts";
import { ThemeSwitch } from "@/components/layout/theme-switch.tsx";
import { Link } from "@/components/ui/link.tsx";
import { guideParts } from "./guide.tsx";

/** The frame of the guide: header, contents on the left, the page. */
export function DocsFrame({ theme, children }: { theme: Theme; children: ReactNode }) {
  const t = useTranslations("docs");
  return (
    <div className="min-h-dvh">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-accent focus:px-3 focus:py-2 focus:text-accent-ink"
      >
        {t("skip")}
      </a>
      <Header theme={theme} />
      <div className="mx-auto max-w-[96rem] lg:grid lg:grid-cols-[17rem_minmax(0,1fr)]">
        <div className="sticky top-14 hidden h-[calc(100dvh-3.5rem)] overflow-y-auto border-r border-line p-4 lg:block">
          <Contents />
        </div>
        <details className="border-b border-line px-4 sm:px-6 lg:hidden">
          <summary className="min-h-11 py-3 font-medium">{t("contents")}</summary>
          <div className="pb-5">
            <Contents />
          </div>
        </details>
        <main id="content" tabIndex={-1} className="min-w-0 px-4 pt-8 pb-24 outline-none sm:px-8">
          {children}
        </main>
      </div>
    </div>
  );
}

function Contents() {
  const t = useTranslations("docs");
  return (
    <nav aria-label={t("contents")}>
      <ul>
        {guideParts.map((part) => (
          <li key={part}>
            <a
              href={`#${part}`}
              className="flex min-h-8 items-center rounded px-2 text-muted hover:bg-sunken hover:text-ink"
            >
              {t(`guide.${part}.title`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Header({ theme }: { theme: Theme }) {
  const t = useTranslations("docs");
  return (
    <header className="sticky top-[min(0px,calc((100vw-20rem)*99))] z-20 flex min-h-14 flex-wrap items-center justify-between gap-x-3 border-b border-line bg-canvas px-4 py-1 sm:px-6">
      <Link href="/docs" className="flex items-center gap-2 rounded-md font-semibold">
        <Logo className="size-7" />
        <span className="text-base tracking-tight">{t("product")}</span>
        <span className="text-base font-normal tracking-tight text-muted">{t("api")}</span>
      </Link>
      <div className="flex flex-wrap items-center gap-1">
        <LanguageSwitch />
        <ThemeSwitch initial={theme} />
        <Link
          href="/"
          className="inline-flex min-h-9 items-center gap-1 rounded-md px-2 whitespace-nowrap hover:bg-sunken"
        >
          {t("toPortal")}
          <ArrowUpRight aria-hidden className="size-4 text-muted" />
        </Link>
      </div>
    </header>
  );
}
