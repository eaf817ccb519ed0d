import { useTranslations } from "next-intl";
import { formatEnergy } from "@/components/ui/format-energy.ts";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { Compared } from "./compared-buckets.ts";
import { bucketTitle, type Bucket, type Totals } from "./buckets.ts";
import type { SpanName } from "@/lib/time/periods.ts";

type Energies = "produced" | "toGrid" | "fromGrid";

/** Where there is little room a row is a paragraph of lines, each with what its column says. */
const row = "@max-2xs:block @max-2xs:py-1.5 @max-2xs:*:px-0! @max-2xs:*:py-0.5!";
const rowHeader = "pl-0! text-left @max-2xs:block";
const cell =
  "@max-2xs:flex @max-2xs:flex-wrap @max-2xs:justify-between @max-2xs:gap-x-2 @max-2xs:before:text-muted @max-2xs:before:content-[attr(data-label)]";

/** What was measured on the second day, below the figure of the first. */
function Other({ value, title }: { value: string; title: string }) {
  const t = useTranslations("customerHome.history");
  return (
    <span className="block text-xs font-normal text-muted">
      <span className="sr-only">{t("onDay", { day: title })} </span>
      {value}
    </span>
  );
}

/** The past bars in figures. What was not measured is marked and not in the totals. */
export function BucketTable({
  name,
  buckets,
  totals,
  compared,
  withPanels,
}: {
  name: SpanName;
  buckets: readonly Bucket[];
  totals: Totals;
  compared: Compared | null;
  withPanels: boolean;
}) {
  const t = useTranslations("customerHome");
  const f = useFormats();
  const energies: Energies[] = [...(withPanels ? ["produced" as const] : []), "toGrid", "fromGrid"];
  const over = buckets.filter(({ coverage }) => coverage !== "ahead");
  const getMax = (energy: Energies) => Math.max(0, ...over.map((bucket) => bucket[energy] ?? 0));
  const valueOf = (kwh: number | null, energy: Energies) =>
    kwh === null ? t("history.notMeasured") : formatEnergy(f, kwh, getMax(energy));
  return (
    <div className="@container">
      {compared && <p className="mb-2 text-muted">{t("history.below", { day: compared.title })}</p>}
      <table role="table" className="w-full text-right max-sm:text-[0.8125rem] @max-2xs:block">
        <thead role="rowgroup" className="@max-2xs:hidden">
          <tr
            role="row"
            className="border-b border-line align-bottom text-muted *:py-2 *:pl-1.5 sm:*:pl-2 *:font-normal max-sm:text-xs"
          >
            <th role="columnheader" scope="col" className="pl-0! text-left">
              {t(name === "day" ? "history.time.hours" : "history.time.days")}
            </th>
            {energies.map((energy) => (
              <th role="columnheader" key={energy} scope="col">
                {t(`history.${energy}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="@max-2xs:block">
          {over.map((bucket, index) => (
            <tr
              role="row"
              key={bucket.from}
              className={`border-b border-line *:py-1.5 *:pl-1.5 sm:*:pl-2 ${row}`}
            >
              <th role="rowheader" scope="row" className={`font-normal ${rowHeader}`}>
                {bucketTitle(name, bucket, { t, f }).map((part) => (
                  <span
                    key={part}
                    className={`inline-block ${part.includes(" ") ? "" : "whitespace-nowrap"}`}
                  >
                    {part}
                  </span>
                ))}
                {bucket.coverage === "part" && (
                  <span className="block text-xs text-muted">{t("history.partlyMark")}</span>
                )}
              </th>
              {energies.map((energy) => (
                <td
                  role="cell"
                  key={energy}
                  data-label={t(`history.${energy}`)}
                  className={`${bucket[energy] === null ? "text-muted" : "whitespace-nowrap"} ${cell}`}
                >
                  {valueOf(bucket[energy], energy)}
                  {compared && (
                    <Other
                      value={valueOf(compared.buckets[index]?.[energy] ?? null, energy)}
                      title={compared.title}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot role="rowgroup" className="@max-2xs:block">
          <tr
            role="row"
            className={`font-semibold *:py-2 *:pl-1.5 sm:*:pl-2 *:whitespace-nowrap ${row}`}
          >
            <th role="rowheader" scope="row" className={rowHeader}>
              {t("history.total")}
            </th>
            {energies.map((energy) => (
              <td role="cell" key={energy} data-label={t(`history.${energy}`)} className={cell}>
                {formatEnergy(f, totals[energy].kwh, getMax(energy))}
                {compared && (
                  <Other
                    value={formatEnergy(f, compared.totals[energy].kwh, getMax(energy))}
                    title={compared.title}
                  />
                )}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
