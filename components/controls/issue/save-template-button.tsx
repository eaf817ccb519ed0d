"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button.tsx";
import type { Draft, Repeatable } from "../control-draft.ts";
import type { Window } from "../window.ts";

/** Offers to save a draft as a template, once it has all that a template needs. */
export function SaveTemplateButton({
  draft,
  window,
  onSave,
}: {
  draft: Draft;
  window: Window | null;
  onSave: (order: Repeatable) => void;
}) {
  const t = useTranslations("controls.templates");
  const { target, type, reason } = draft;
  if (!target || !type || !window) return null;
  const order = { target, type, reason, durationMs: window.to - window.from };
  return (
    <Button
      size="sm"
      variant="ghost"
      className="mt-2 -ml-3 max-sm:min-h-11"
      onClick={() => onSave(order)}
    >
      {t("save")}
    </Button>
  );
}
