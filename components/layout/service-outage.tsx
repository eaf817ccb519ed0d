"use client";

import { useServiceUnavailable } from "@/components/api/service-availability.ts";
import { dynamic } from "@/components/ui/dynamic.tsx";

/** Its code is fetched once it is needed. */
const OutageBanner = dynamic(async () => (await import("./outage-banner.tsx")).OutageBanner);

/** The line on top of every page for as long as the service behind the portal is away. */
export function ServiceOutage({ initialSince }: { initialSince: string | null }) {
  const since = useServiceUnavailable(initialSince);
  return (
    <div role="status" className="sticky top-0 z-20">
      {since !== null && <OutageBanner since={since} />}
    </div>
  );
}
