"use client";

import { LimitsCard } from "@/components/preferences/limits-card.tsx";
import { TermsCard } from "@/components/value/terms-card.tsx";
import { RotationCard } from "./rotation-card.tsx";

/** What the service offers for a group, and what its reader may do with it. */
export interface GroupSettingsProps {
  groupId: string;
  /** `null`: not offered. */
  terms: { mayChange: boolean } | null;
  rotation: { mayChange: boolean } | null;
  hasLimits: boolean;
}

/** Contract terms, whose turn it is, and what customers may choose. */
export function GroupSettings({ groupId, terms, rotation, hasLimits }: GroupSettingsProps) {
  return (
    <div className="grid grid-cols-1 gap-4">
      {terms && <TermsCard subject={{ kind: "group", id: groupId }} {...terms} />}
      {rotation && <RotationCard groupId={groupId} {...rotation} />}
      {hasLimits && <LimitsCard groupId={groupId} />}
    </div>
  );
}
