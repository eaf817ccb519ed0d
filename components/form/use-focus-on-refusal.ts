"use client";

import { useEffect, useRef } from "react";

/** Moves the focus to the first invalid field of a form each time the number of refusals grows. */
export function useFocusOnRefusal(refusals: number) {
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusals > 0) ref.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [refusals]);
  return ref;
}
