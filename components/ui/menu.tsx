"use client";

import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { Button } from "@/components/ui/button.tsx";

/**
 * A button that shows a small sheet below itself. Escape, a press elsewhere and leaving it by
 * keyboard close it; Escape returns the focus to the button.
 */
export function Menu({
  label,
  icon,
  spelled = false,
  children,
}: {
  label: string;
  icon: ReactNode;
  /** Says its label also where there is little room. */
  spelled?: boolean;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    const leave = (event: Event) => {
      if (!ref.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", leave);
    document.addEventListener("focusin", leave);
    return () => {
      document.removeEventListener("pointerdown", leave);
      document.removeEventListener("focusin", leave);
    };
  }, [open]);

  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open) return;
    setOpen(false);
    ref.current?.querySelector("button")?.focus();
  };
  return (
    <div ref={ref} className="sm:relative" onKeyDown={closeByKey}>
      <Button
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="px-3!"
        aria-label={label}
      >
        {icon}
        <span className={spelled ? undefined : "max-lg:hidden"}>{label}</span>
      </Button>
      {open && (
        <div
          role="group"
          aria-label={label}
          className="absolute top-full right-0 z-30 mt-1 w-64 max-w-[calc(100vw-2rem)] rounded-lg border border-line bg-raised p-1.5 shadow-lg"
        >
          {children}
        </div>
      )}
    </div>
  );
}
