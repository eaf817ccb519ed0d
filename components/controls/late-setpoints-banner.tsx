import { TimerOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFormats } from "@/components/ui/use-formats.ts";
import { localDate } from "@/lib/time/amsterdam.ts";

/** Says on every page of staff that setpoints are late, and when the last were sent. */
export function LateSetpointsBanner({
  since,
  now,
}: {
  /** When the last were sent; absent while they are not late. */
  since: string | null | undefined;
  now: number;
}) {
  const t = useTranslations("controls");
  const f = useFormats();
  const isToday = since && localDate(Date.parse(since)) === localDate(now);
  return (
    <div role="status">
      {since && (
        <p className="flex items-center gap-3 border-b border-warn bg-warn/10 px-4 py-2.5 sm:px-6">
          <TimerOff aria-hidden className="size-5 shrink-0 text-warn" />
          {t("lateSetpoints", { time: isToday ? f.time(since) : f.moment(since) })}
        </p>
      )}
    </div>
  );
}
