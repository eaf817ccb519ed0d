"use client";

import { useEffect, useRef, useState } from "react";
import { useHydrated } from "@/components/ui/use-hydrated.ts";
import { loadDraft, saveDraft, type Draft } from "../control-draft.ts";

/**
 * A draft control, saved with its page: a reload, going back to it and its address bring the
 * same draft, and nothing of it is sent by itself.
 */
export function useDraft(initial: Draft) {
  // What comes with the page was read from its address; gone back to, the page is drawn from before.
  const isHydrated = useHydrated();
  const [draft, setDraft] = useState(() => (isHydrated && loadDraft()) || initial);
  const initialDraft = useRef(draft);
  useEffect(() => {
    if (draft !== initialDraft.current) saveDraft(draft);
  }, [draft]);
  const change = (part: Partial<Draft>) => setDraft((current) => ({ ...current, ...part }));
  return { draft, change };
}
