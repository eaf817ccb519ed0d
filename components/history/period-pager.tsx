"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { Link } from "@/components/ui/link.tsx";
import { historyHref } from "./history-href.ts";
import { spanAt, type Span } from "@/lib/time/periods.ts";

const buttonClass =
  "grid size-[44px] shrink-0 place-items-center rounded-md border border-line-strong [&_svg]:size-5";

/**
 * Links to the previous and the next span, with the current one between them. Each press steps from the
 * target of the previous press, also while that page loads. Use the span's start as `key`, so that the
 * steps start over with each page.
 */
export function PeriodPager({
  location,
  span,
  compare,
  now,
  children,
}: {
  location: string;
  span: Span;
  /** The day a day is compared with, which stays. */
  compare: string | null;
  now: number;
  children: ReactNode;
}) {
  const t = useTranslations("customerHome.history");
  const [at, setAt] = useState(span);
  const { name } = span;
  const way = (steps: -1 | 1, label: string, icon: ReactNode) => {
    const next = spanAt(name, at.from, steps);
    return (
      <Link
        href={historyHref(location, name, next.from, compare)}
        onNavigate={() => setAt(next)}
        aria-label={label}
        className={buttonClass}
      >
        {icon}
      </Link>
    );
  };
  return (
    <div className="flex items-center gap-3 sm:w-96">
      {way(-1, t(`before.${name}`), <ChevronLeft aria-hidden />)}
      <div className="min-w-0 flex-1 text-center">{children}</div>
      {at.to <= now ? (
        way(1, t(`after.${name}`), <ChevronRight aria-hidden />)
      ) : (
        <span aria-hidden className={`${buttonClass} opacity-40`}>
          <ChevronRight />
        </span>
      )}
    </div>
  );
}
