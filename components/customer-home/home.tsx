"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useSignedOut } from "@/components/api/session-expiry.ts";
import { useOperation } from "@/components/api/use-operation.ts";
import type { ListPage } from "@/components/table/data-table.tsx";
import { LostEnergyCard } from "@/components/value/value.dynamic.tsx";
import { Link } from "@/components/ui/link.tsx";
import { Empty } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { useNow } from "@/components/ui/use-now.ts";
import type { LocatedControl } from "@/lib/contract/locations.ts";
import { agendaAt, CurrentControl, hasControlToday } from "./current-control.tsx";
import type { DeviceParts, LocationEquipment } from "@/lib/energy/device-energy.ts";
import type { HomeLocation, SupplierContact } from "@/lib/portal/queries/customer-home.ts";
import { requestWindows } from "./request-windows.ts";
import { LocationCard } from "./location-card.tsx";
import { Activity } from "./activity.tsx";
import { WhyCard } from "./why-card.tsx";

/** As many of the latest controls as a customer's start reads. */
const CONTROLS_QUERY = 50;
/** The maximum number of controls of each kind on the start page. */
const MAX_CONTROLS = 3;

/** As many locations are followed live: a browser opens few connections to one host. */
const LIVE = 2;

function useCustomerControls(customerId: string, initial: ListPage<LocatedControl>, at: number) {
  const input = {
    params: { customer_id: customerId },
    query: { page_size: CONTROLS_QUERY },
  };
  const initialPage = { data: { data: initial.items }, total: initial.total, at };
  return useOperation("listCustomerControls", initial.complete ? input : null, {
    refreshInterval: 30_000,
    fallbackData: initialPage,
    revalidateOnMount: false,
  });
}

/** A customer's start page: the current control, today per location, and recent controls. */
export function Home({
  customerId,
  locations,
  controls,
  equipment,
  parts,
  valuedFor,
  optsOut,
  contact,
  serverNow,
}: {
  customerId: string;
  locations: ListPage<HomeLocation>;
  controls: ListPage<LocatedControl>;
  equipment: readonly LocationEquipment[];
  parts: Readonly<Record<string, DeviceParts>>;
  /** The customer to whom the service says what controls were worth. */
  valuedFor?: string | undefined;
  /** The customer who can opt out of a single control at the service. */
  optsOut?: string | undefined;
  contact: SupplierContact;
  serverNow: number;
}) {
  const t = useTranslations("customerHome");
  const { count } = useFormats();
  const now = useNow(10_000, serverNow);
  const read = useCustomerControls(customerId, controls, serverNow);
  const items = read.data?.data ?? controls.items;
  const isStale = useSignedOut() || read.isStale;
  const { current, next } = agendaAt(items, now);
  const hasControl = hasControlToday(items, now);
  const labels = useTranslations("controls");
  const windows = useMemo(() => requestWindows(items, labels), [items, labels]);
  const hasInstallation = locations.items.length > 0;
  const others = items.filter(
    (control) => control !== current?.control && control !== next?.control,
  );
  return (
    <div className="flex flex-col gap-6">
      {controls.complete && (hasInstallation || current || next) && (
        <CurrentControl
          controls={items}
          now={now}
          staleSince={isStale ? read.at : null}
          optOut={
            optsOut === undefined
              ? undefined
              : { customerId: optsOut, onChange: () => void read.mutate() }
          }
        />
      )}
      <section aria-label={t("locations")} className="flex flex-col gap-3">
        {!hasInstallation && <Empty title={t("noLocations")} hint={t("noLocationsHint")} />}
        <div className="grid items-start gap-4 md:grid-cols-2 2xl:grid-cols-3">
          {locations.items.map((location, index) => (
            <LocationCard
              key={location.id}
              location={location}
              live={index < LIVE}
              renderedAt={serverNow}
              now={now}
              hasControl={hasControl}
              windows={windows}
            />
          ))}
        </div>
        {locations.total > locations.items.length && (
          <Link className="link self-start py-1" href="/locations">
            {t("allLocations", { count: count(locations.total) })}
          </Link>
        )}
      </section>
      {(others.length > 0 || !(current ?? next)) && (
        <section className="flex flex-col gap-3">
          <div className="flex flex-wrap items-baseline justify-between gap-3">
            <h2 className="text-lg font-semibold tracking-tight">{t("activity.title")}</h2>
            {items.length > 0 && (
              <Link className="link py-1 text-muted" href="/controls">
                {t("activity.all")}
              </Link>
            )}
          </div>
          <Activity
            page={{ items: others, complete: controls.complete }}
            serverNow={serverNow}
            maxItems={MAX_CONTROLS}
            equipment={equipment}
            parts={parts}
            allControls={items}
            valuedFor={valuedFor}
          />
        </section>
      )}
      {valuedFor !== undefined && (
        <LostEnergyCard customerId={valuedFor} view="customer" locations={locations.items} />
      )}
      <WhyCard contact={contact} />
    </div>
  );
}
