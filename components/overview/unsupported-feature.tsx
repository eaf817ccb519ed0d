import { Info } from "lucide-react";
import { useTranslations } from "next-intl";
import type { OverviewCapabilities } from "@/lib/portal/queries/overview.ts";

const told = ["status", "forecast", "summaries"] as const;

/** Says what is missing here because the service behind the portal does not offer it. */
export function NotOffered({ offers }: { offers: OverviewCapabilities }) {
  const t = useTranslations("overview.notOffered");
  const parts = told.filter((name) => !offers[name]).map((name) => t(name));
  if (parts.length === 0) return null;
  return (
    <p className="mb-4 flex items-start gap-2 rounded-lg border border-line bg-surface px-4 py-2.5 text-muted">
      <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{t("sentence", { parts: parts.join("; ") })}</span>
    </p>
  );
}
