import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { MissingAdviceInput } from "@/lib/contract/advice.ts";

const PRICES = "/docs/files/prices.md";
/** Where an input is given; none where the service makes it. */
const SOURCES: Partial<Record<MissingAdviceInput["what"], string>> = {
  day_ahead_price: PRICES,
  surplus_price: PRICES,
  shortage_price: PRICES,
  stale_price: PRICES,
  position: "/docs/files/advice.md",
  terms: "/groups",
};

function Source({ what }: Pick<MissingAdviceInput, "what">) {
  const t = useTranslations("rules.advice.sources");
  const href = SOURCES[what];
  if (!href) return null;
  // A document is no page of the portal.
  const Target = href.startsWith("/docs/") ? "a" : Link;
  const name = href === PRICES ? "prices" : what === "terms" ? "terms" : "position";
  return (
    <Target href={href} className="link">
      {t(name)}
    </Target>
  );
}

/** What is missing, with how often and where to give it; nothing where all is there. */
export function MissingList({
  title,
  missing,
}: {
  title: string;
  missing: readonly MissingAdviceInput[];
}) {
  const t = useTranslations("rules");
  const f = useFormats();
  if (missing.length === 0) return null;
  return (
    <div className="rounded-md border border-warn/30 bg-warn/10 px-3 py-2">
      <p className="font-medium">{title}</p>
      <ul className="list-disc pl-5">
        {missing.map(({ what, intervals, customers, time_from }) => (
          <li key={what}>
            {time_from
              ? t("advice.intervals", {
                  what: t(`reasons.${what}`),
                  count: intervals,
                  from: f.besideTime(time_from, Date.now()),
                })
              : t("advice.customersMissing", { what: t(`reasons.${what}`), count: customers })}{" "}
            <Source what={what} />
          </li>
        ))}
      </ul>
    </div>
  );
}
