"use client";

import { useRouter } from "next/navigation";
import { Failure } from "@/components/ui/states.tsx";
import type { Problem } from "@/lib/contract/problem.ts";

/** A page's data could not be read: says why, and reads again on request. */
export function Failed({ problem }: { problem: Problem }) {
  const router = useRouter();
  return <Failure problem={problem} onRetry={() => router.refresh()} />;
}
