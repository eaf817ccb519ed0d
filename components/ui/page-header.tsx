import { ArrowLeft } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Link } from "./link.tsx";

/** The page's one heading of level 1, with the way back and what can be done here. */
export function PageHeader({
  title,
  subtitle,
  backHref,
  backLabel,
  actions,
}: {
  title: ReactNode;
  subtitle?: ReactNode;
  backHref?: string;
  backLabel?: string;
  actions?: ReactNode;
}) {
  const t = useTranslations("common");
  return (
    <header className="mb-5">
      {backHref && (
        <Link
          href={backHref}
          className="-ml-1 mb-1 inline-flex min-h-8 items-center gap-1.5 rounded px-1 text-muted hover:text-ink"
        >
          <ArrowLeft aria-hidden className="size-4" />
          {backLabel ?? t("back")}
        </Link>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 sm:flex-nowrap">
        <div className="min-w-0">
          <h1 className="text-xl font-semibold tracking-tight text-balance wrap-anywhere">
            {title}
          </h1>
          {subtitle && <div className="mt-1 text-muted wrap-anywhere">{subtitle}</div>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2 sm:shrink-0">{actions}</div>}
      </div>
    </header>
  );
}
