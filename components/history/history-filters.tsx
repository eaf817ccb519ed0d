import { useTranslations } from "next-intl";
import { classNames } from "@/components/ui/class-names.ts";
import { Link } from "@/components/ui/link.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { periodTitle } from "./buckets.ts";
import { historyHref } from "./history-href.ts";
import { PeriodPager } from "./period-pager.tsx";
import { getBucketTime, spanAt, spans, type Span } from "@/lib/time/periods.ts";
import { getLocationName } from "@/lib/i18n/address.ts";
import type { Location } from "@/lib/contract/locations.ts";

/** Day, week or month, the one that is shown, and the ways to the one before and after: links. */
export function PeriodSelect({
  location,
  span,
  compare = null,
  now,
}: {
  location: string;
  span: Span;
  /** The day a day is compared with. */
  compare?: string | null;
  now: number;
}) {
  const t = useTranslations("customerHome");
  const f = useFormats();
  const { name, from } = span;
  const current = spanAt(name, now).from === from;
  return (
    <nav aria-label={t("history.spans")} className="flex flex-col gap-3">
      <div className="grid grid-cols-3 rounded-lg bg-sunken p-1 sm:w-96">
        {spans.map((one) => (
          <Link
            key={one}
            href={historyHref(location, one, getBucketTime(span, now))}
            aria-current={one === name || undefined}
            className={classNames(
              "grid min-h-9 place-items-center rounded-md",
              one === name ? "bg-surface font-semibold shadow-sm" : "text-muted hover:text-ink",
            )}
          >
            {t(`history.span.${one}`)}
          </Link>
        ))}
      </div>
      <PeriodPager
        key={`${location} ${name} ${from}`}
        location={location}
        span={span}
        compare={compare}
        now={now}
      >
        <h2 className="font-semibold sm:text-base">{periodTitle(span, { t, f })}</h2>
        {current ? (
          <p className="text-muted">{t(`history.current.${name}`)}</p>
        ) : (
          <Link
            href={historyHref(location, name, now)}
            className="link inline-block py-1 text-muted"
          >
            {t(`history.current.${name}`)}
          </Link>
        )}
      </PeriodPager>
    </nav>
  );
}

/** Whose history is shown, where a customer has more than one location: links. */
export function LocationSelect({
  locations,
  chosen,
  span,
}: {
  locations: readonly Location[];
  chosen: string;
  span: Span;
}) {
  const t = useTranslations("customerHome.history");
  const f = useFormats();
  if (locations.length < 2) return null;
  return (
    <nav aria-label={t("location")}>
      <ul className="flex flex-wrap gap-2">
        {locations.map((location) => (
          <li key={location.id} className="min-w-0">
            <Link
              href={historyHref(location.id, span.name, span.from)}
              aria-current={location.id === chosen || undefined}
              className={classNames(
                "inline-flex min-h-9 max-w-full items-center rounded-3xl border px-3.5 py-1",
                location.id === chosen
                  ? "border-ink bg-accent font-medium text-accent-ink"
                  : "border-line-strong hover:bg-sunken",
              )}
            >
              {getLocationName(location, f)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
