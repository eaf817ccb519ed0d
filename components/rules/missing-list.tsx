import { useTranslations } from "next-intl";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { MissingAdviceInput } from "@/lib/contract/advice.ts";

/** What is missing, with how often; nothing where all is there. */
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
              : t("advice.customersMissing", { what: t(`reasons.${what}`), count: customers })}
          </li>
        ))}
      </ul>
    </div>
  );
}
