"use client";

import { CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

/** A dialog with one message, what belongs to it, and one button; `firm` as in `Dialog`. */
export function NoticeDialog({
  title,
  message,
  isWarning,
  action,
  firm = false,
  onClose,
  children,
}: {
  title: string;
  message: ReactNode;
  isWarning: boolean;
  /** Label of the button that closes it. */
  action: string;
  firm?: boolean;
  onClose: () => void;
  children?: ReactNode;
}) {
  const Icon = isWarning ? TriangleAlert : CircleCheck;
  return (
    <Dialog firm={firm} onClose={onClose} title={title}>
      <div className="flex flex-col gap-4">
        <p role="status" className="flex gap-2">
          <Icon
            aria-hidden
            className={`mt-0.5 size-4 shrink-0 ${isWarning ? "text-warn" : "text-good"}`}
          />
          {message}
        </p>
        {children}
        <div className="flex justify-end">
          <Button variant="primary" onClick={onClose}>
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
