"use client";

import { CircleAlert, RotateCw } from "lucide-react";
import { Button, ButtonLink } from "@/components/ui/button.tsx";

/** A page that could not be made; `digest` finds its cause in the server's log. */
export function PageFailure({ digest, retry }: { digest?: string; retry: () => void }) {
  return (
    <div role="alert" className="mx-auto grid max-w-lg gap-4 py-16">
      <CircleAlert aria-hidden className="size-8 text-bad" />
      <h1 className="text-xl font-semibold">This page could not be shown</h1>
      <p className="text-muted">
        The portal or the service behind it did not answer as it should. Nothing was changed by
        this. Try again in a moment.
      </p>
      {digest && (
        <p className="text-xs text-muted">
          Reference <code>{digest}</code>
        </p>
      )}
      <div className="flex gap-2">
        <Button variant="primary" onClick={retry}>
          <RotateCw aria-hidden className="size-4" />
          Try again
        </Button>
        <ButtonLink href="/">To the start</ButtonLink>
      </div>
    </div>
  );
}
