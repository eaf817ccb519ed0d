import { CircleHelp, Wifi, WifiOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge, type Tone } from "@/components/ui/badge.tsx";
import type { Connection } from "@/lib/contract/locations.ts";

const looks: Record<Connection, { tone: Tone; icon: typeof Wifi }> = {
  online: { tone: "good", icon: Wifi },
  offline: { tone: "bad", icon: WifiOff },
  unknown: { tone: "neutral", icon: CircleHelp },
};

/** Whether a location's devices are connected, as far as anything was heard of it. */
export function ConnectionBadge({
  connection,
  spelledOut = false,
}: {
  connection: Connection;
  /** Says that it speaks of the connection, where no heading does. */
  spelledOut?: boolean;
}) {
  const t = useTranslations("status.connection");
  const { tone, icon: Icon } = looks[connection];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {t(spelledOut && connection === "unknown" ? "unknownSpelledOut" : connection)}
    </Badge>
  );
}
