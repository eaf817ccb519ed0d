"use client";

import { useTranslations } from "next-intl";
import { Empty } from "@/components/ui/states.tsx";
import { useNow } from "@/components/ui/use-now.ts";
import type { OwnControl } from "@/lib/contract/locations.ts";
import type { DeviceParts, Equipped } from "@/lib/energy/device-energy.ts";
import { Fold } from "./fold.tsx";
import { ToldEntry } from "./control-narrative-entry.tsx";
import { byEffect, toldOrder } from "./control-narrative-order.ts";
import { useDeviceParts } from "./use-device-energy.ts";

/**
 * What a customer's installations were, are or will be asked to do, in plain sentences: first what
 * is under way or to come, then what is over; `most` of each. What changed nothing is folded.
 * `places` are the locations whose devices are asked what they did meanwhile, where `parts` do not
 * tell it yet.
 */
export function OwnControls({
  page,
  serverNow,
  most = Number.POSITIVE_INFINITY,
  heading: Heading = "h3",
  places = [],
  parts = {},
  among = page.items,
}: {
  page: { items: OwnControl[]; complete: boolean };
  serverNow: number;
  most?: number;
  heading?: "h2" | "h3";
  places?: readonly Equipped[];
  parts?: Readonly<Record<string, DeviceParts>>;
  /** All that are known, where some are shown elsewhere: a newer one goes before an older one. */
  among?: readonly OwnControl[];
}) {
  const t = useTranslations("home.happened");
  const now = useNow(10_000, serverNow);
  const { coming, earlier } = toldOrder(page.items, now, among);
  const { effective, without } = byEffect(earlier, among, most);
  const partsOf = useDeviceParts(places, parts, effective, now);
  if (page.items.length === 0) return <Nothing complete={page.complete} />;
  const groups = [
    { title: t("coming"), controls: coming.slice(0, most), folded: [] },
    { title: t("earlier"), controls: effective, folded: without },
  ];
  const entries = (controls: readonly OwnControl[]) => (
    <ol className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface">
      {controls.map((control) => (
        <li key={control.control_id} className="px-4 py-4 sm:px-5">
          <ToldEntry control={control} parts={partsOf(control)} now={now} among={among} />
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

function Nothing({ complete }: { complete: boolean }) {
  const t = useTranslations("home.happened");
  return complete ? (
    <Empty title={t("nothing")} hint={t("nothingHint")} />
  ) : (
    <Empty title={t("notTold")} hint={t("notToldHint")} />
  );
}
