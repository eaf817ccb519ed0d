"use client";

import { useServiceAway } from "@/components/api/service-availability.ts";
import { later } from "@/components/ui/dynamic.tsx";

/** Its code is fetched once it is needed. */
const ServiceBanner = later(async () => (await import("./outage-banner.tsx")).ServiceBanner);

/** The line on top of every page for as long as the service behind the portal is away. */
export function ServiceAway({ drawn }: { drawn: string | null }) {
  const since = useServiceAway(drawn);
  return (
    <div role="status" className="sticky top-0 z-20">
      {since !== null && <ServiceBanner since={since} />}
    </div>
  );
}
