"use client";

import { useState } from "react";
import { send } from "@/components/api/operation-client.ts";
import { toFetched } from "@/components/api/request.ts";
import { useReading } from "@/components/api/use-operation.ts";
import type { ApprovalRequest } from "@/lib/contract/control-requests.ts";
import type { ControlPreview } from "@/lib/contract/controls.ts";
import type { Problem } from "@/lib/contract/problem.ts";
import { operationsForTarget } from "../control-draft.ts";
import { toBodyTimes, parseWindow } from "../window.ts";

/** The effect a request would have now, and the state of reading it. */
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
 * Previews a request as its dialog opens; nothing is recorded or sent. It is read once, so that what the
 * dialog confirms does not change while it is open.
 */
export function useRequestPreview(request: ApprovalRequest, offered: boolean): RequestPreview {
  const { id, target, type } = request;
  const [openedAt] = useState(() => Date.now());
  const { data, problem, mutate } = useReading<ControlPreview>(
    offered ? ["request-preview", id, openedAt] : null,
    async () => {
      const { preview, params } = operationsForTarget(target);
      const body = { type, ...toBodyTimes(parseWindow(request), Date.now()) };
      return toFetched(await send(preview, { params: params as never, body }));
    },
    READ_ONCE,
  );
  return { offered, preview: data ?? null, problem, retry: mutate };
}
