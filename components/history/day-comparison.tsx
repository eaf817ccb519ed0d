"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { dynamicOnVisible } from "@/components/ui/dynamic-on-visible.tsx";
import { Link } from "@/components/ui/link.tsx";
import { Skeleton } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { ComparedDay } from "@/lib/portal/queries/energy-history.ts";
import type { Span } from "@/lib/time/periods.ts";
import { historyHref } from "./history-href.ts";

const CompareSelect = dynamicOnVisible(
  async () => (await import("@/components/power-history/compare-select.tsx")).CompareSelect,
  () => <Skeleton className="h-15 w-60" />,
);

/** Chooses the day a day is compared with, and says where that day shows nothing. */
export function DayComparison({
  location,
  span,
  compared,
}: {
  location: string;
  span: Span;
  compared: ComparedDay | null;
}) {
  const t = useTranslations("charts");
  const common = useTranslations("common");
  const f = useFormats();
  const router = useRouter();
  const hrefWith = (comparison: string | null) =>
    historyHref(location, "day", span.from, comparison);
  const isEmpty = compared?.measured?.history.every(({ actual }) => actual === undefined) ?? false;
  const day = compared ? f.day(compared.day.from) : "";
  const differs = compared && compared.day.to - compared.day.from !== span.to - span.from;
  return (
    <div className="flex flex-col gap-2">
      <CompareSelect
        value={compared?.comparison ?? null}
        compared={compared?.day ?? null}
        onChoose={(comparison) => router.push(hrefWith(comparison), { scroll: false })}
      />
      {compared && compared.measured === null && (
        <p role="alert" className="text-bad">
          {t("compare.failed", { day })}{" "}
          <Link className="link" href={hrefWith(compared.comparison)} replace>
            {common("tryAgain")}
          </Link>
        </p>
      )}
      {isEmpty && <p className="text-muted">{t("compare.nothing", { day })}</p>}
      {differs && <p className="text-xs text-muted">{t("compare.clockChange")}</p>}
    </div>
  );
}
