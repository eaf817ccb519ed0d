import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card.tsx";
import { Link } from "@/components/ui/link.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { ControlBadge } from "../badges.tsx";
import { TypeName } from "../type-name.tsx";
import { WindowCell } from "./window-cell.tsx";
import { wasCancelledBeforeStart, endedEarly } from "@/lib/controls/control-state.ts";
import { byRelevance } from "@/lib/controls/by-relevance.ts";
import { byState } from "@/lib/controls/display-state.ts";
import { targetTitle, type ControlSummaryView } from "../control-view-model.ts";

const MAX_OPEN = 4;
const MAX_ENDED = 2;

function Entry({ control, now }: { control: ControlSummaryView; now: number }) {
  const t = useTranslations("overview.controls");
  const labels = useTranslations("controls");
  const f = useFormats();
  const { id, type, target, energy_kwh, delivered_kwh, delivered_share } = control;
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <Link
          className="-my-0.5 min-w-0 py-0.5 font-medium underline-offset-3 hover:underline"
          href={`/controls/${encodeURIComponent(id)}`}
        >
          <TypeName type={type} />
        </Link>
        <span className="max-w-full shrink-0 text-right">
          <ControlBadge control={control} now={now} />
        </span>
      </div>
      <p className="mt-1 truncate text-muted" title={targetTitle(target, labels)}>
        {targetTitle(target, labels)}
      </p>
      <p className="flex flex-wrap justify-between gap-x-2 text-muted">
        <span>
          <WindowCell control={control} now={now} />
        </span>
        {!wasCancelledBeforeStart(control) && (
          <span>
            {t(endedEarly(control) ? "planWhole" : "plan", {
              energy: f.kwh(energy_kwh, { signed: true }),
            })}
          </span>
        )}
      </p>
      {typeof delivered_kwh === "number" && (
        <p className="text-muted">
          {t("delivered", { energy: f.kwh(delivered_kwh, { signed: true }) })}
          {typeof delivered_share === "number" &&
            ` · ${t("share", { share: f.percent(delivered_share) })}`}
        </p>
      )}
    </li>
  );
}

/**
 * Running controls with what they delivered so far, the next ones to come, and those that newer ones
 * took over. Where no timeline shows the day, those that ended last follow.
 */
export function RecentControls({
  controls,
  hasTimeline,
  now,
}: {
  controls: ControlSummaryView[];
  hasTimeline: boolean;
  now: number;
}) {
  const t = useTranslations("overview.controls");
  const { active, scheduled, ended } = byState(controls, now);
  const open = byRelevance([...active, ...scheduled], now);
  const more = open.length - MAX_OPEN;
  return (
    <Card
      title={t(hasTimeline ? "open" : "title")}
      actions={
        <Link className="link py-1 text-muted" href="/controls">
          {t("all")}
        </Link>
      }
    >
      {open.length === 0 && <p className="mb-3 text-muted last:mb-0">{t("noneOpen")}</p>}
      <ul className="divide-y divide-line">
        {open.slice(0, MAX_OPEN).map((control) => (
          <Entry key={control.id} control={control} now={now} />
        ))}
        {more > 0 && (
          <li className="py-3 last:pb-0">
            <Link
              className="link -my-0.5 inline-block py-0.5 text-muted"
              href="/controls?sort=-time_from"
            >
              {t("more", { count: more })}
            </Link>
          </li>
        )}
        {ended.slice(0, hasTimeline ? 0 : MAX_ENDED).map((control) => (
          <Entry key={control.id} control={control} now={now} />
        ))}
      </ul>
    </Card>
  );
}
