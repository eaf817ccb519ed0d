import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { buildRouteUrl } from "@/components/api/routes.ts";
import type { CustomFilters } from "@/components/table/table-toolbar.tsx";
import { buttonClass } from "@/components/ui/button.tsx";
import { classNames } from "@/components/ui/class-names.ts";
import type { PortalRoute } from "@/lib/portal/auth/portal-routes.ts";
import { DateRangeFilter } from "./date-range-filter.dynamic.tsx";

/** The dates of an audit list. */
export const dateFilters: CustomFilters = {
  names: ["from", "to"],
  draw: (address) => <DateRangeFilter address={address} />,
};

/** Downloads all matching entries of an audit list. */
export function AuditDownload({
  filter,
  file,
}: {
  filter: Record<string, string | undefined>;
  /** The route of the download. */
  file: Extract<PortalRoute, `GET /api/audit/${string}export`>;
}) {
  const t = useTranslations("audit");
  return (
    <a
      href={buildRouteUrl(file, {}, filter).url}
      download
      title={t("csvHint")}
      aria-label={t("csv")}
      className={classNames(buttonClass({}), "px-3!")}
    >
      <Download aria-hidden className="size-4" />
      <span className="max-lg:hidden">{t("csv")}</span>
    </a>
  );
}
