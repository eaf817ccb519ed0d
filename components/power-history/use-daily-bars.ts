"use client";

import { useEffect, useState } from "react";

const load = async () => ({
  ...(await import("./daily-sums.ts")),
  ...(await import("./daily-bars.ts")),
});

type Code = Awaited<ReturnType<typeof load>>;

/** The code that draws a bar per day; null where quarter-hours are drawn. */
export interface DailyBars {
  code: Code | null;
  isLoading: boolean;
}

/** Loads the code of day bars when it is first wanted. Quarter-hours are drawn if it cannot be loaded. */
export function useDailyBars(isWanted: boolean): DailyBars {
  const [code, setCode] = useState<Code | "failed" | null>(null);
  useEffect(() => {
    if (!isWanted || code !== null) return;
    let isCurrent = true;
    void load().then(
      (loaded) => isCurrent && setCode(loaded),
      () => isCurrent && setCode("failed"),
    );
    return () => {
      isCurrent = false;
    };
  }, [isWanted, code]);
  const loaded = code === "failed" ? null : code;
  return { code: isWanted ? loaded : null, isLoading: isWanted && code === null };
}
