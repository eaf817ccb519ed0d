"use client";

import { useState } from "react";
import useSWR from "swr";
import { ProblemError, send } from "@/components/api/operation-client.ts";
import type { ApprovalRequest } from "@/lib/contract/control-requests.ts";
import type { ControlPreview } from "@/lib/contract/controls.ts";
import type { Problem } from "@/lib/contract/problem.ts";
import { operationsForTarget } from "../control-draft.ts";
import { toBodyTimes, describeWindow } from "../window.ts";

/** What a request would do now, and how reading that stands. */
export interface RequestPreview {
  offered: boolean;
  preview: ControlPreview | null;
  problem: Problem | null;
  retry: () => void;
}

const READ_ONCE = {
  revalidateIfStale: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  shouldRetryOnError: false,
};

/**
 * Asks what a request would do if it were approved as the question about it opens; nothing is
 * recorded or sent. Asked once: what a question is about does not change while it is asked.
 */
export function useRequestPreview(request: ApprovalRequest, offered: boolean): RequestPreview {
  const { id, target, type } = request;
  const [openedAt] = useState(() => Date.now());
  const { data, error, mutate } = useSWR<ControlPreview, ProblemError>(
    offered ? ["request-preview", id, openedAt] : null,
    () => {
      const { preview, params } = operationsForTarget(target);
      const body = { type, ...toBodyTimes(describeWindow(request), Date.now()) };
      return send(preview, { params: params as never, body });
    },
    READ_ONCE,
  );
  return {
    offered,
    preview: data ?? null,
    problem: error?.problem ?? null,
    retry: () => void mutate(undefined, { revalidate: true }),
  };
}
