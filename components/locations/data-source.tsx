import { CircleSlash, Gauge } from "lucide-react";
import { SimulatedBadge } from "@/components/charts/history-chart.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import type { DataSource } from "@/lib/contract/locations.ts";

/** Where a location's measurements come from; a demo plant is never shown as a real one. */
export function DataSourceBadge({ source }: { source: DataSource }) {
  if (source === "simulated") return <SimulatedBadge />;
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
