"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { updateAvailability } from "@/components/api/service-availability.ts";
import { Failure } from "@/components/api/failure.tsx";
import type { Problem } from "@/lib/contract/problem.ts";

/** A page's data could not be read: says why, and reads again on request, or by itself if it may help. */
export function LoadError({ problem }: { problem: Problem }) {
  const { refresh } = useRouter();
  useAutoRetry(problem, refresh);
  return <Failure problem={problem} onRetry={refresh} />;
}

const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 60_000;
/** What passes by itself: the service was not reached, or not in time. */
const isTemporary = new Set([503, 504]);

/** While the service is away the line on top looks after it; before that, later and later. */
function useAutoRetry(problem: Problem, refresh: () => void): void {
  const pauseMs = useRef(FIRST_PAUSE_MS);
  useEffect(() => {
    updateAvailability(problem);
    if (!isTemporary.has(problem.status) || problem.code === "service-away") return undefined;
    const timer = setTimeout(refresh, pauseMs.current);
    pauseMs.current = Math.min(pauseMs.current * 2, MAX_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [problem, refresh]);
}
