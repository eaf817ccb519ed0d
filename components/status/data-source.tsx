import { useTranslations } from "next-intl";
import {
  MeasuredIcon,
  NothingReportsIcon,
  SimulatedIcon,
} from "@/components/icons/state-icons.tsx";
import { Badge, type Tone } from "@/components/ui/badge.tsx";
import type { DataSource } from "@/lib/contract/locations.ts";

const looks: Record<DataSource, { tone: Tone; icon: typeof MeasuredIcon }> = {
  simulated: { tone: "simulated", icon: SimulatedIcon },
  measured: { tone: "good", icon: MeasuredIcon },
  none: { tone: "neutral", icon: NothingReportsIcon },
};

/** Where measurements come from; a demo plant is never shown as a real one. */
export function DataSourceBadge({ source }: { source: DataSource }) {
  const t = useTranslations("status.source");
  const { tone, icon: Icon } = looks[source];
  return (
    <Badge tone={tone} icon={<Icon />}>
      {t(source)}
    </Badge>
  );
}
