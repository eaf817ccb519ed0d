"use client";

import { useTranslations } from "next-intl";
import { classNames } from "@/components/ui/class-names.ts";
import { Empty } from "@/components/ui/states.tsx";
import { useTargetId } from "@/components/ui/use-target-id.ts";
import { useNow } from "@/components/ui/use-now.ts";
import {
  type DeviceParts,
  type LocationEquipment,
  filterMeasured,
  type ReadDevices,
  readParts,
} from "@/lib/energy/device-energy.ts";
import { NEGLIGIBLE_KWH } from "@/components/ui/format-energy.ts";
import { joinOverlapping } from "./net-event.ts";
import { NetEventEntry } from "./net-event-entry.tsx";
import { Fold, NarrativeEntry } from "./control-narrative-entry.tsx";
import { wasCancelledBeforeStart } from "@/lib/controls/control-state.ts";
import { byState } from "@/lib/controls/display-state.ts";
import { toMillis } from "@/lib/time/instant.ts";
import { isOverriddenWholly } from "@/lib/controls/precedence.ts";
import { hasNoEffect, isPast } from "./control-narrative.ts";
import { request, toFetched } from "@/components/api/request.ts";
import { useReading } from "@/components/api/use-operation.ts";
import { buildOperationUrl } from "@/components/api/routes.ts";
import type { DeviceHistoricalItem } from "@/lib/contract/historical.ts";
import type { LocatedControl } from "@/lib/contract/locations.ts";
import { TablePaging } from "@/components/table/table-paging.tsx";
import type { PageQuery } from "@/components/table/table-state.ts";
import { useTableUrlState } from "@/components/table/use-table-url-state.ts";

/**
 * What the devices of some locations measured during each of the controls that ended; null where
 * nothing is known. `initialParts` came with the page, by control id; the rest is read.
 */
function useDeviceParts(
  equipment: readonly LocationEquipment[],
  initialParts: Readonly<Record<string, DeviceParts>>,
  controls: readonly LocatedControl[],
  now: number,
): (control: LocatedControl) => DeviceParts | null {
  const unread = filterMeasured(controls, now).filter(
    ({ control_id }) => !(control_id in initialParts),
  );
  const key =
    equipment.length > 0 && unread.length > 0
      ? ["device-parts", ...unread.map(({ control_id }) => control_id)]
      : null;
  const read = async () => toFetched(await readParts(equipment, unread, readDevices));
  const { data } = useReading(key, read, {
    keepPreviousData: true,
    shouldRetryOnError: false,
  });
  return ({ control_id }) => initialParts[control_id] ?? data?.[control_id] ?? null;
}

const readDevices: ReadDevices = async (params, range) => {
  const call = buildOperationUrl("getLocationDeviceHistorical", params, range);
  return (await request<{ data: DeviceHistoricalItem[] }>(call)).data.data;
};

/**
 * The requests to a customer's installations in plain sentences: first current and coming ones, then
 * past ones, at most `maxItems` of each; overlapping ones are one event. Requests without effect are
 * collapsed. `equipment` are the
 * locations whose device energy is loaded if `parts` does not have it.
 */
export function Activity({
  page,
  serverNow,
  maxItems = Number.POSITIVE_INFINITY,
  heading: Heading = "h3",
  equipment = [],
  parts = {},
  allControls = page.items,
  valuedFor,
}: {
  page: { items: LocatedControl[]; complete: boolean };
  serverNow: number;
  maxItems?: number;
  heading?: "h2" | "h3";
  equipment?: readonly LocationEquipment[];
  parts?: Readonly<Record<string, DeviceParts>>;
  /** All that are known, where some are shown elsewhere: a newer one has priority over an older one. */
  allControls?: readonly LocatedControl[];
  /** The customer to whom the service says what a control was worth. */
  valuedFor?: string | undefined;
}) {
  const t = useTranslations("customerHome.activity");
  const now = useNow(10_000, serverNow);
  const target = useTargetId();
  const { coming, earlier } = sortActivity(page.items, now, allControls);
  const { events, without } = splitByEffect(earlier, allControls, maxItems);
  const partsOf = useDeviceParts(equipment, parts, events.flat(), now);
  if (page.items.length === 0) return <NoActivity complete={page.complete} />;
  const alone = (controls: readonly LocatedControl[]) => controls.map((control) => [control]);
  const groups = [
    { title: t("coming"), events: alone(coming.slice(0, maxItems)), folded: [] },
    { title: t("earlier"), events, folded: alone(without) },
  ];
  const entryOf = (control: LocatedControl, valued = valuedFor) => (
    <NarrativeEntry
      control={control}
      parts={partsOf(control)}
      now={now}
      allControls={allControls}
      valuedFor={valued}
    />
  );
  const entries = (listed: readonly LocatedControl[][]) => (
    <ol className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface">
      {listed.map((controls) => (
        <li
          key={controls[0]!.control_id}
          id={controls[0]!.control_id}
          className={classNames(
            "scroll-mt-20 px-4 py-4 sm:px-5",
            controls.some(({ control_id }) => control_id === target) && "bg-curtailed/5",
          )}
        >
          {controls.slice(1).map(({ control_id }) => (
            <span key={control_id} id={control_id} className="block scroll-mt-24" />
          ))}
          {controls.length === 1 ? (
            entryOf(controls[0]!)
          ) : (
            <NetEventEntry
              controls={controls}
              now={now}
              valuedFor={valuedFor}
              hasCharged={controls.some(
                (control) => (partsOf(control)?.batteryKwh ?? 0) <= -NEGLIGIBLE_KWH,
              )}
              entryOf={(control) => entryOf(control, undefined)}
            />
          )}
        </li>
      ))}
    </ol>
  );
  return (
    <div className="flex flex-col gap-5">
      {groups.map(
        ({ title, events: listed, folded }) =>
          listed.length + folded.length > 0 && (
            <section key={title} className="flex flex-col gap-2">
              <Heading className="font-medium text-muted">{title}</Heading>
              {listed.length > 0 && entries(listed)}
              {folded.length > 0 && (
                <Fold title={t("withoutEffect", { count: folded.length })}>{entries(folded)}</Fold>
              )}
            </section>
          ),
      )}
    </div>
  );
}

function NoActivity({ complete }: { complete: boolean }) {
  const t = useTranslations("customerHome.activity");
  return complete ? (
    <Empty title={t("nothing")} hint={t("nothingHint")} />
  ) : (
    <Empty title={t("notProvided")} hint={t("notProvidedHint")} />
  );
}

/**
 * Controls as customers read them at a moment (ms): what is under way or to come, the next one
 * first, then what is over, the latest first. One that was called off stays where it was expected
 * until it would have ended; one that newer of `allControls` replace wholly is over.
 */
export function sortActivity(
  controls: readonly LocatedControl[],
  now: number,
  allControls: readonly LocatedControl[] = controls,
) {
  const { active, scheduled, ended } = byState(controls, now);
  const isAhead = (control: LocatedControl) =>
    wasCancelledBeforeStart(control) && now < toMillis(control.time_to);
  const isOver = (control: LocatedControl) =>
    !wasCancelledBeforeStart(control) &&
    (isOverriddenWholly(control, allControls) || isPast(control, allControls, now));
  const ahead = [...scheduled, ...ended.filter(isAhead)].filter((control) => !isOver(control));
  ahead.sort((a, b) => toMillis(a.time_from) - toMillis(b.time_from));
  const overEarly = [...active, ...scheduled].filter(isOver).reverse();
  return {
    coming: [...active.filter((control) => !isOver(control)), ...ahead],
    earlier: [...overEarly, ...ended.filter((control) => !isAhead(control))],
  };
}

/**
 * The latest `max` events that changed something, of overlapping controls together, and the controls as
 * recent that did not.
 */
export function splitByEffect(
  earlier: readonly LocatedControl[],
  allControls: readonly LocatedControl[],
  max = Number.POSITIVE_INFINITY,
): { events: LocatedControl[][]; without: LocatedControl[] } {
  const hasEffect = (control: LocatedControl) => !hasNoEffect(control, allControls);
  const events = joinOverlapping(earlier.filter(hasEffect));
  const next = events[max]?.[0];
  const recent = next ? earlier.slice(0, earlier.indexOf(next)) : earlier;
  return {
    events: events.slice(0, max),
    without: recent.filter((control) => !hasEffect(control)),
  };
}

/** The way to older ones, where there are more than fit on a page. */
export function ActivityPaging({ total, query }: { total: number; query: PageQuery }) {
  const t = useTranslations("customerHome.activity");
  const { address } = useTableUrlState();
  if (total <= query.page_size && query.page === 0) return null;
  return (
    <div className="mt-4 rounded-lg border border-line bg-surface *:border-t-0">
      <TablePaging address={address} noun={t("noun")} query={query} total={total} />
    </div>
  );
}
