"use client";

import { useTranslations } from "next-intl";
import { Empty } from "@/components/ui/states.tsx";
import { useNow } from "@/components/ui/use-now.ts";
import {
  type DeviceParts,
  type LocationEquipment,
  filterMeasured,
  type ReadDevices,
  readParts,
} from "@/lib/energy/device-energy.ts";
import { Fold, NarrativeEntry } from "./control-narrative-entry.tsx";
import { wasCancelledBeforeStart } from "@/lib/controls/control-state.ts";
import { byState } from "@/lib/controls/display-state.ts";
import { toMillis } from "@/lib/time/instant.ts";
import { isOverriddenWholly } from "./control-precedence.ts";
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
 * past ones, at most `maxItems` of each. Requests without effect are collapsed. `equipment` are the
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
  const { coming, earlier } = sortActivity(page.items, now, allControls);
  const { effective, without } = splitByEffect(earlier, allControls, maxItems);
  const partsOf = useDeviceParts(equipment, parts, effective, now);
  if (page.items.length === 0) return <NoActivity complete={page.complete} />;
  const groups = [
    { title: t("coming"), controls: coming.slice(0, maxItems), folded: [] },
    { title: t("earlier"), controls: effective, folded: without },
  ];
  const entries = (controls: readonly LocatedControl[]) => (
    <ol className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface">
      {controls.map((control) => (
        <li
          key={control.control_id}
          id={control.control_id}
          className="scroll-mt-20 px-4 py-4 target:bg-curtailed/5 sm:px-5"
        >
          <NarrativeEntry
            control={control}
            parts={partsOf(control)}
            now={now}
            allControls={allControls}
            valuedFor={valuedFor}
          />
        </li>
      ))}
    </ol>
  );
  return (
    <div className="flex flex-col gap-5">
      {groups.map(
        ({ title, controls, folded }) =>
          controls.length + folded.length > 0 && (
            <section key={title} className="flex flex-col gap-2">
              <Heading className="font-medium text-muted">{title}</Heading>
              {controls.length > 0 && entries(controls)}
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

/** The latest `max` that changed something, and those as recent that did not. */
function splitByEffect(
  earlier: readonly LocatedControl[],
  allControls: readonly LocatedControl[],
  max = Number.POSITIVE_INFINITY,
) {
  const effective: LocatedControl[] = [];
  const without: LocatedControl[] = [];
  for (const control of earlier) {
    if (hasNoEffect(control, allControls)) without.push(control);
    else if (effective.length < max) effective.push(control);
    else break;
  }
  return { effective, without };
}

/** The way to older ones, where there are more than fit on a page. */
export function ActivityPaging({ total, query }: { total: number; query: PageQuery }) {
  const t = useTranslations("customerHome.activity");
  const address = useTableUrlState();
  if (total <= query.page_size && query.page === 0) return null;
  return (
    <div className="mt-4 rounded-lg border border-line bg-surface *:border-t-0">
      <TablePaging address={address} noun={t("noun")} query={query} total={total} />
    </div>
  );
}
