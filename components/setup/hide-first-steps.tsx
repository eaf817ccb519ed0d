"use client";

import { useRouter } from "next/navigation";
import { sendPortalChange } from "@/components/api/portal-client.ts";
import { useAction } from "@/components/api/use-action.ts";
import { Button } from "@/components/ui/button.tsx";

/** Hides the first steps for good. */
export function HideFirstSteps({ label, failed }: { label: string; failed: string }) {
  const router = useRouter();
  const { isPending, problem, run } = useAction(() => router.refresh());
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      {problem && (
        <p role="alert" className="text-sm text-bad">
          {failed}
        </p>
      )}
      <Button
        size="sm"
        variant="ghost"
        pending={isPending}
        onClick={() => run(() => sendPortalChange("POST /api/account/setup"))}
      >
        {label}
      </Button>
    </div>
  );
}
