"use client";

import { useState } from "react";
import { ProblemError } from "./request.ts";
import type { Problem } from "@/lib/contract/problem.ts";

/** Runs one call at a time and keeps why the last one was refused. */
export function useAction(onDone: () => void = () => undefined) {
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const run = async (call: () => Promise<unknown>) => {
    setPending(true);
    setProblem(null);
    try {
      await call();
      onDone();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      setProblem(error.problem);
    } finally {
      setPending(false);
    }
  };
  return { isPending, problem, run: (call: () => Promise<unknown>) => void run(call) };
}
