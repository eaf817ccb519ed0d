"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import type { Range } from "@/components/chart/ranges.ts";
import { toBlockPosition, toPosition } from "@/components/chart/rows.ts";
import { classNames } from "@/components/ui/class-names.ts";
import { HintByPointer } from "@/components/ui/hint-by-pointer.tsx";
import { Link } from "@/components/ui/link.tsx";
import { moveFocus } from "@/components/ui/move-focus.ts";
import { toneInk } from "@/components/ui/tone.ts";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { ApprovalRequest } from "@/lib/contract/control-requests.ts";
import { displayStateAt } from "@/lib/controls/display-state.ts";
import { HOUR_MS } from "@/lib/time/amsterdam.ts";
import { describeState } from "../badges.tsx";
import { controlStateStyles } from "../state-styles.ts";
import { TypeIcon } from "../type-name.tsx";
import { targetTitle, type ControlSummaryView, type Labels } from "../control-view-model.ts";
import { toLanes, type Lane, type TimelineEntry } from "./lanes.ts";

/** What an entry is, in a sentence for the tooltip, the line below and screen readers. */
export function describeEntry(entry: TimelineEntry, now: number, { t, f }: Labels): string {
  const window = f.nearWindow(entry.from, entry.to, now);
  if (entry.kind === "request") {
    const { request } = entry;
    return [
      t(`types.${request.type}.title`),
      targetTitle(request.target, t),
      window,
      t("requests.states.pending"),
    ].join(" · ");
  }
  const { control } = entry;
  const { delivered_kwh, energy_kwh } = control;
  return [
    t(`types.${control.type}.title`),
    targetTitle(control.target, t),
    window,
    describeState(displayStateAt(control, now), { t, f }),
    typeof delivered_kwh === "number"
      ? t("timeline.delivered", { energy: f.kwh(delivered_kwh, { signed: true }) })
      : t("timeline.planned", { energy: f.kwh(energy_kwh, { signed: true }) }),
    ...(control.issued_by ? [t("list.by", { name: control.issued_by })] : []),
  ].join(" · ");
}

const hrefOf = (entry: TimelineEntry) =>
  entry.kind === "control" ? `/controls/${encodeURIComponent(entry.id)}` : "/controls#requests";

const colours = {
  MAX_PRODUCTION: "border-production-mark bg-production-mark/20",
  ZERO_EXPORT: "border-curtailed bg-curtailed/20",
  MAX_CONSUMPTION: "border-consumption bg-consumption/20",
};

function getEntryClass(entry: TimelineEntry, now: number): string {
  if (entry.kind === "request") return "border-warn border-dashed bg-warn/10";
  const { name } = displayStateAt(entry.control, now);
  const isFaded = name === "overridden" || entry.to <= now;
  return classNames(
    colours[entry.control.type],
    entry.from > now && "border-dashed",
    isFaded && "opacity-70",
  );
}

const isWithin = (ms: number, { from, to }: Range) => ms >= from && ms < to;

const toLeft = (ms: number, range: Range) => toPosition({ from: ms, to: ms }, range).left;

const TICKS = 8;

/** Ticks on whole hours, every one, three, six or more of them. */
export function timelineTicks({ from, to }: Range): number[] {
  const hours = (to - from) / HOUR_MS;
  const every = ([1, 3, 6, 12, 24].find((each) => hours / each <= TICKS) ?? 48) * HOUR_MS;
  const ticks: number[] = [];
  for (let at = from; at < to; at += every) ticks.push(at);
  return ticks;
}

interface TrackProps {
  range: Range;
  now: number;
  onPoint: (entry: TimelineEntry | null) => void;
}

function StateIcon({ control, now }: { control: ControlSummaryView; now: number }) {
  const { tone, icon: Icon } = controlStateStyles[displayStateAt(control, now).name];
  return (
    <Icon
      aria-hidden
      className={classNames("size-3.5 shrink-0 @max-[3rem]:hidden", toneInk[tone])}
    />
  );
}

function Entry({ entry, range, now, onPoint }: TrackProps & { entry: TimelineEntry }) {
  const t = useTranslations("controls");
  const f = useFormats();
  const text = describeEntry(entry, now, { t, f });
  const { type } = entry.kind === "control" ? entry.control : entry.request;
  return (
    <li className="@container absolute inset-y-0.5 min-w-6" style={toBlockPosition(entry, range)}>
      <Link
        href={hrefOf(entry)}
        aria-label={text}
        title={text}
        onMouseEnter={() => onPoint(entry)}
        onMouseLeave={() => onPoint(null)}
        onFocus={() => onPoint(entry)}
        onBlur={() => onPoint(null)}
        className={classNames(
          "block h-full overflow-hidden rounded border-l-4 border-y border-r px-1 text-xs leading-6 whitespace-nowrap text-ink hover:brightness-95",
          getEntryClass(entry, now),
        )}
      >
        <span className="flex h-full items-center gap-1">
          <TypeIcon type={type} />
          {entry.kind === "control" && <StateIcon control={entry.control} now={now} />}
          <span className="@max-[5rem]:hidden">{t(`types.${type}.title`)}</span>
        </span>
      </Link>
    </li>
  );
}

function LaneTrack({ lane, ...track }: TrackProps & { lane: Lane }) {
  return (
    <div className="grid border-t border-line py-1 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <h3
        className="line-clamp-2 py-1.5 pr-3 text-sm leading-5 wrap-anywhere text-muted"
        title={lane.label}
      >
        {lane.label}
      </h3>
      <div className="relative">
        {lane.rows.map((row) => (
          <ul key={row[0]!.id} aria-label={lane.label} className="relative h-8">
            {row.map((entry) => (
              <Entry key={entry.id} entry={entry} {...track} />
            ))}
          </ul>
        ))}
        {isWithin(track.now, track.range) && (
          <span
            aria-hidden
            className="pointer-events-none absolute -inset-y-1 border-l-2 border-ink/60"
            style={{ left: toLeft(track.now, track.range) }}
          />
        )}
      </div>
    </div>
  );
}

function Axis({ range, now }: { range: Range; now: number }) {
  const t = useTranslations("controls.timeline");
  const f = useFormats();
  const span = range.to - range.from;
  const isLong = span > 26 * HOUR_MS;
  const isUnderNow = (tick: number, before: number, after: number) =>
    tick > now - before * span && tick < now + after * span;
  return (
    <div aria-hidden className="relative h-6 text-xs text-muted sm:ml-40">
      {timelineTicks(range).map((tick, i) => (
        <span
          key={tick}
          className={classNames(
            "absolute border-l border-line pl-1",
            i % 2 === 1 && "max-sm:hidden",
            isUnderNow(tick, 0.05, 0.04) && "invisible",
            isUnderNow(tick, 0.13, 0.1) && "max-sm:invisible",
          )}
          style={{ left: toLeft(tick, range) }}
        >
          {isLong ? f.weekday(tick) : f.time(tick)}
        </span>
      ))}
      {isWithin(now, range) && (
        <span
          className="absolute top-0 z-10 border-l-2 border-ink bg-surface pl-1 font-medium text-ink"
          style={{ left: toLeft(now, range) }}
        >
          {t("now")}
        </span>
      )}
    </div>
  );
}

/**
 * Controls and requests as blocks on lanes by target. Pointing at a block or focusing it says what it
 * is; a click or Enter opens it. Arrow keys move between blocks.
 */
export function ControlTimeline({
  controls,
  requests,
  range,
  now,
}: {
  controls: readonly ControlSummaryView[];
  requests: readonly ApprovalRequest[];
  range: Range;
  now: number;
}) {
  const t = useTranslations("controls");
  const f = useFormats();
  const [pointedAt, setPointedAt] = useState<TimelineEntry | null>(null);
  const lanes = useMemo(
    () => toLanes(controls, requests, range, t),
    [controls, requests, range, t],
  );
  if (lanes.length === 0) return <p className="text-muted">{t("timeline.none")}</p>;
  return (
    <section aria-label={t("timeline.title")} onKeyDown={moveFocus}>
      <Axis range={range} now={now} />
      {lanes.map((lane) => (
        <LaneTrack key={lane.id} lane={lane} range={range} now={now} onPoint={setPointedAt} />
      ))}
      <p className="mt-2 min-h-10 text-sm text-muted sm:min-h-5">
        {pointedAt ? (
          describeEntry(pointedAt, now, { t, f })
        ) : (
          <HintByPointer fine={t("timeline.hint")} coarse={t("timeline.hintTouch")} />
        )}
      </p>
    </section>
  );
}
