import { useTranslations } from "next-intl";
import { classNames } from "@/components/ui/class-names.ts";
import { Link } from "@/components/ui/link.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { periodTitle } from "./buckets.ts";
import { historyHref } from "./history-href.ts";
import { PeriodPager } from "./period-pager.tsx";
import { getBucketTime, spanAt, spans, type Span } from "@/lib/time/periods.ts";

/** Day, week or month, the one that is shown, and the ways to the one before and after: links. */
export function PeriodSelect({
  location,
  span,
  now,
}: {
  location: string;
  span: Span;
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
      <PeriodPager key={`${location} ${name} ${from}`} location={location} span={span} now={now}>
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
