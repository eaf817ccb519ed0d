"use client";

import { useMemo, useState, type CSSProperties } from "react";
import { HintByPointer } from "@/components/ui/hint-by-pointer.tsx";
import { Link } from "@/components/ui/link.tsx";
import { moveFocus } from "@/components/ui/move-focus.ts";
import { filterInRange, type Range } from "./ranges.ts";
import { packRows, toBlockPosition, toPosition } from "./rows.ts";
import { coveredIntervals, type ShadedWindow } from "./series.ts";
import { useChartLabels } from "./use-chart-labels.ts";

/** More windows at the same time are listed on request. */
const MAX_ROWS = 4;

/** The windows with a page of their own, in rows so that blocks that would touch are told apart. */
export function windowRows(windows: readonly ShadedWindow[], range: Range) {
  const linked = filterInRange(windows, range).filter(({ href }) => href !== undefined);
  const sorted = linked.toSorted((a, b) => a.from - b.from || a.to - b.to);
  return packRows(sorted, range);
}

const toKey = ({ href, from }: ShadedWindow): string => `${href} ${from}`;

/**
 * The windows of a chart as blocks below its time axis: one lane for those that overlap no others. Pointing
 * at a block or focusing it says what it is, a click or Enter opens it. All blocks
 * are one Tab stop, and arrow keys move between them.
 */
export function WindowLanes({
  windows,
  range,
  now,
  plain,
  style,
}: {
  windows: readonly ShadedWindow[];
  /** The time axis. */
  range: Range;
  now: number;
  /** The wording for customers. */
  plain: boolean;
  /** Where the time axis lies. */
  style?: CSSProperties;
}) {
  const { t, f } = useChartLabels();
  const [pointedAt, setPointedAt] = useState<ShadedWindow | null>(null);
  const [showsAll, setShowsAll] = useState(false);
  const [focused, setFocused] = useState<string | null>(null);
  const rows = useMemo(() => windowRows(windows, range), [windows, range]);
  if (rows.length === 0) return null;
  const hidden = rows.slice(MAX_ROWS).flat().length;
  const visible = showsAll ? rows : rows.slice(0, MAX_ROWS);
  const links = visible.flat().map(toKey);
  const tabStop = focused !== null && links.includes(focused) ? focused : links[0];
  const describe = ({ from, to, label }: ShadedWindow) =>
    `${label} · ${f.nearWindow(from, to, now)}`;
  return (
    <section
      aria-label={t(plain ? "lanes.labelPlain" : "lanes.label")}
      onKeyDown={moveFocus}
      className="text-xs"
    >
      <div style={style}>
        {visible.map((row, index) => (
          <ul key={index} className="relative h-7 border-t border-line">
            {row.map((one) => (
              <li
                key={toKey(one)}
                className="@container absolute inset-y-px min-w-6"
                style={toBlockPosition(one, range)}
              >
                <Link
                  href={one.href!}
                  tabIndex={toKey(one) === tabStop ? 0 : -1}
                  aria-label={describe(one)}
                  title={describe(one)}
                  onMouseEnter={() => setPointedAt(one)}
                  onMouseLeave={() => setPointedAt(null)}
                  onFocus={() => {
                    setPointedAt(one);
                    setFocused(toKey(one));
                  }}
                  onBlur={() => setPointedAt(null)}
                  className="block h-full overflow-hidden rounded-xs border-l-3 border-curtailed bg-curtailed/20 px-1 leading-6 whitespace-nowrap hover:bg-curtailed/35"
                >
                  <span className="@max-[3rem]:hidden">{one.label}</span>
                </Link>
              </li>
            ))}
          </ul>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-x-3">
        <p className="min-h-8 content-center text-muted">
          {pointedAt ? describe(pointedAt) : <Hint plain={plain} />}
        </p>
        {hidden > 0 && !showsAll && (
          <button type="button" className="link min-h-8" onClick={() => setShowsAll(true)}>
            {t("lanes.showMore", { count: hidden })}
          </button>
        )}
      </div>
    </section>
  );
}

function Hint({ plain }: { plain: boolean }) {
  const { t } = useChartLabels();
  if (plain) return t("lanes.hintPlain");
  return <HintByPointer fine={t("lanes.hint")} coarse={t("lanes.hintTouch")} />;
}

/** Shades windows over a plot of another kind than the canvas; decorative, the lanes name them. */
export const WindowShades = ({
  windows,
  range,
}: {
  windows: readonly ShadedWindow[];
  range: Range;
}) =>
  coveredIntervals(filterInRange(windows, range)).map((one) => (
    <span
      key={one.from}
      aria-hidden
      style={toPosition(one, range)}
      className="pointer-events-none absolute inset-y-0 min-w-0.5 border-t-3 border-curtailed bg-curtailed/15"
    />
  ));
