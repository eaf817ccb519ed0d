import { useTranslations } from "next-intl";
import { plainKwh } from "@/components/home/plain-kwh.ts";
import { useFormats } from "@/components/use-formats.ts";
import { bucketTitle } from "./bucket-names.ts";
import type { Bucket, Totals } from "./buckets.ts";
import type { SpanName } from "./spans.ts";

type Energies = "produced" | "toGrid" | "fromGrid";

/** The bars in figures, as far as they are past; what was not measured is said, and is in no total. */
export function BucketTable({
  name,
  buckets,
  totals,
  withPanels,
}: {
  name: SpanName;
  buckets: readonly Bucket[];
  totals: Totals;
  withPanels: boolean;
}) {
  const t = useTranslations("home");
  const f = useFormats();
  const shown: Energies[] = [...(withPanels ? ["produced" as const] : []), "toGrid", "fromGrid"];
  const over = buckets.filter(({ known }) => known !== "ahead");
  const valueOf = (bucket: Bucket, energy: Energies) =>
    bucket[energy] === null ? t("history.notMeasured") : plainKwh(f, bucket[energy]);
  return (
    <table className="w-full text-right max-sm:text-[0.8125rem]">
      <thead>
        <tr className="border-b border-line align-bottom text-muted *:py-2 *:pl-1.5 sm:*:pl-2 *:font-normal max-sm:text-xs">
          <th scope="col" className="pl-0! text-left">
            {t(name === "day" ? "history.when.hours" : "history.when.days")}
          </th>
          {shown.map((energy) => (
            <th key={energy} scope="col">
              {t(`history.${energy}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {over.map((bucket) => (
          <tr key={bucket.from} className="border-b border-line *:py-1.5 *:pl-1.5 sm:*:pl-2">
            <th scope="row" className="pl-0! text-left font-normal">
              {bucketTitle(name, bucket, { t, f }).map((part) => (
                <span
                  key={part}
                  className={`inline-block ${part.includes(" ") ? "" : "whitespace-nowrap"}`}
                >
                  {part}
                </span>
              ))}
              {bucket.known === "part" && (
                <span className="block text-xs text-muted">{t("history.partlyMark")}</span>
              )}
            </th>
            {shown.map((energy) => (
              <td
                key={energy}
                className={bucket[energy] === null ? "text-muted" : "whitespace-nowrap"}
              >
                {valueOf(bucket, energy)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="font-semibold *:py-2 *:pl-1.5 sm:*:pl-2 *:whitespace-nowrap">
          <th scope="row" className="pl-0! text-left">
            {t("history.total")}
          </th>
          {shown.map((energy) => (
            <td key={energy}>{plainKwh(f, totals[energy].kwh)}</td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}
