"use client";

import { useEffect, useRef, useState } from "react";
import { useHydrated } from "@/components/ui/use-hydrated.ts";
import { keepDraft, keptDraft } from "../draft-url-params.ts";
import type { Draft } from "../control-draft.ts";

/**
 * An order that is drawn up, kept with its page: a reload, going back to it and its address bring the
 * same draft, and nothing of it is sent by itself.
 */
export function useDraft(initial: Draft) {
  // What comes with the page was read from its address; gone back to, the page is drawn from before.
  const isHydrated = useHydrated();
  const [draft, setDraft] = useState(() => (isHydrated && keptDraft()) || initial);
  const drawn = useRef(draft);
  useEffect(() => {
    if (draft !== drawn.current) keepDraft(draft);
  }, [draft]);
  const change = (part: Partial<Draft>) => setDraft((current) => ({ ...current, ...part }));
  return { draft, change };
}
