"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ChoiceCard } from "@/components/form/choice-card.tsx";
import { GroupSelect, type GroupPage } from "./group-select.tsx";
import { ZONE_NL, type Target } from "../control-draft.ts";

/** Chooses what to control: one group, or else the bidding zone. */
export function TargetSelect({
  known,
  chosen,
  onChoose,
}: {
  known: GroupPage;
  chosen: Target | null;
  onChoose: (target: Target | null) => void;
}) {
  const t = useTranslations("controls");
  const [kind, setKind] = useState(chosen?.kind ?? "group");
  const choose = (next: Target["kind"]) => {
    setKind(next);
    onChoose(next === "bidding_zone" ? ZONE_NL : null);
  };
  return (
    <>
      <div className="grid gap-2 sm:grid-cols-2">
        <ChoiceCard
          name="target"
          checked={kind === "group"}
          onChoose={() => choose("group")}
          title={t("console.target.group")}
          hint={t("console.target.groupHint")}
        />
        <ChoiceCard
          name="target"
          checked={kind === "bidding_zone"}
          onChoose={() => choose("bidding_zone")}
          title={t("target.zone", { id: ZONE_NL.id })}
          hint={t("console.target.zone")}
        />
      </div>
      {kind === "group" && <GroupSelect known={known} chosen={chosen} onChoose={onChoose} />}
    </>
  );
}
