import { CircleSlash, FlaskConical, Gauge } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge, type Tone } from "@/components/ui/badge.tsx";
import type { DataSource } from "@/lib/contract/locations.ts";

const looks: Record<DataSource, { tone: Tone; icon: typeof Gauge }> = {
  simulated: { tone: "simulated", icon: FlaskConical },
  measured: { tone: "good", icon: Gauge },
  none: { tone: "neutral", icon: CircleSlash },
};

/** Where measurements come from; a demo plant is never shown as a real one. */
export function DataSourceBadge({ source }: { source: DataSource }) {
  const t = useTranslations("status.source");
  const { tone, icon: Icon } = looks[source];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {t(source)}
    </Badge>
  );
}
