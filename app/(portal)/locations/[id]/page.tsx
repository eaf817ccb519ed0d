import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { HistoryChart } from "@/components/charts/history-chart.tsx";
import { controlWindows } from "@/components/locations/control-windows.ts";
import { LocationFigures } from "@/components/locations/live-figures.tsx";
import { LocationFacts, LocationHeader } from "@/components/locations/location-facts.tsx";
import { Card } from "@/components/ui/card.tsx";
import { openPortal } from "@/lib/portal/door.ts";
import { requireUser } from "@/lib/portal/session.ts";
import { askedId, type OnePage } from "../../asked.ts";
import { load } from "../../load.tsx";
import { LocationControls, LocationDevicesCard } from "./belongings.tsx";
import { readLocation } from "./read-location.ts";

export const metadata: Metadata = { title: "Location" };

export default async function LocationPage(page: OnePage) {
  const id = await askedId(page);
  const portal = await openPortal(await requireUser());
  const { offers } = portal;
  const { data, failure } = await load(() => readLocation(portal, id));
  if (failure) return failure;
  const { location, devices, controls } = data;
  const isStaff = portal.user.role === "staff";
  if (!location && (offers("getLocation") || !isStaff)) notFound();

  return (
    <>
      <LocationHeader id={id} location={location} owner={isStaff} />
      <div className="grid gap-5">
        {offers("getLocationStatus") && <LocationFigures id={id} />}
        <Card title="Net injection">
          <HistoryChart
            kind="location"
            id={id}
            forecast={offers("getLocationForecast")}
            dataSource={location?.data_source}
            windows={controlWindows(controls.items)}
          />
        </Card>
        <LocationDevicesCard portal={portal} locationId={id} devices={devices} />
        {offers("listLocationControls") && (
          <LocationControls controls={controls} isStaff={isStaff} />
        )}
        {location && <LocationFacts location={location} />}
      </div>
    </>
  );
}
