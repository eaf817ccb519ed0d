import { CircleSlash, FlaskConical, Gauge } from "lucide-react";
import { Badge } from "@/components/ui/badge.tsx";
import type { DataSource } from "@/lib/contract/locations.ts";

/** Where measurements come from; a demo plant is never shown as a real one. */
export function DataSourceBadge({ source }: { source: DataSource }) {
  if (source === "simulated") {
    return (
      <Badge tone="simulated" icon={<FlaskConical aria-hidden />}>
        Simulated
      </Badge>
    );
  }
  if (source === "measured") {
    return (
      <Badge tone="good" icon={<Gauge aria-hidden />}>
        Measured
      </Badge>
    );
  }
  return (
    <Badge tone="neutral" icon={<CircleSlash aria-hidden />}>
      Nothing reports
    </Badge>
  );
}
