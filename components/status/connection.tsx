import { useTranslations } from "next-intl";
import { OfflineIcon, OnlineIcon, UnknownIcon } from "@/components/icons/state-icons.tsx";
import { StyledBadge } from "@/components/ui/badge.tsx";
import type { StateStyle } from "@/components/ui/tone.ts";
import type { Connection } from "@/lib/contract/locations.ts";

const variants: Record<Connection, StateStyle> = {
  online: { tone: "good", icon: OnlineIcon },
  offline: { tone: "bad", icon: OfflineIcon },
  unknown: { tone: "neutral", icon: UnknownIcon },
};

/** Whether a location's devices are connected, where the service reports it. */
export function ConnectionBadge({
  connection,
  spelledOut = false,
}: {
  connection: Connection;
  /** Says that it speaks of the connection, where no heading does. */
  spelledOut?: boolean;
}) {
  const t = useTranslations("status.connection");
  return (
    <StyledBadge style={variants[connection]}>
      {t(spelledOut && connection === "unknown" ? "unknownSpelledOut" : connection)}
    </StyledBadge>
  );
}
