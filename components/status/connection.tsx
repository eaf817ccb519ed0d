import { CircleHelp, Wifi, WifiOff } from "lucide-react";
import { Badge, type Tone } from "@/components/ui/badge.tsx";
import type { Connection } from "@/lib/contract/locations.ts";

const looks: Record<Connection, { tone: Tone; icon: typeof Wifi; word: string }> = {
  online: { tone: "good", icon: Wifi, word: "Online" },
  offline: { tone: "bad", icon: WifiOff, word: "Offline" },
  unknown: { tone: "neutral", icon: CircleHelp, word: "Not known" },
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
  const { tone, icon: Icon, word } = looks[connection];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {spelledOut && connection === "unknown" ? "Connection not known" : word}
    </Badge>
  );
}
