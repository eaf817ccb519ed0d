import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { localDate } from "@/components/amsterdam.ts";
import { classNames } from "@/components/ui/class-names.ts";
import { Link } from "@/components/ui/link.tsx";
import { useFormats } from "@/components/use-formats.ts";
import { spanTitle } from "./bucket-names.ts";
import { spanAt, spans, type Span } from "./spans.ts";

/** The address of a location's history over the span that a day lies in. */
export const historyHref = (location: string, span: string, at: number): string =>
  `/history?${new URLSearchParams({ location, span, date: localDate(at) })}`;

const step = "grid size-11 place-items-center rounded-md border border-line-strong [&_svg]:size-5";

/** Day, week or month, the one that is shown, and the ways to the one before and after: links. */
export function SpanChoice({ location, span, now }: { location: string; span: Span; now: number }) {
  const t = useTranslations("home");
  const f = useFormats();
  const { name, from } = span;
  const hasNext = span.to <= now;
  const current = spanAt(name, now).from === from;
  return (
    <nav aria-label={t("history.spans")} className="flex flex-col gap-3">
      <div className="grid grid-cols-3 rounded-lg bg-sunken p-1 sm:w-96">
        {spans.map((one) => (
          <Link
            key={one}
            href={historyHref(location, one, Math.min(from, now))}
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
      <div className="flex items-center gap-3 sm:w-96">
        <Link
          href={historyHref(location, name, spanAt(name, from, -1).from)}
          aria-label={t(`history.before.${name}`)}
          className={step}
        >
          <ChevronLeft aria-hidden />
        </Link>
        <div className="min-w-0 flex-1 text-center">
          <h2 className="font-semibold sm:text-base">{spanTitle(span, { t, f })}</h2>
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
        </div>
        {hasNext ? (
          <Link
            href={historyHref(location, name, spanAt(name, from, 1).from)}
            aria-label={t(`history.after.${name}`)}
            className={step}
          >
            <ChevronRight aria-hidden />
          </Link>
        ) : (
          <span aria-hidden className={`${step} opacity-40`}>
            <ChevronRight />
          </span>
        )}
      </div>
    </nav>
  );
}
