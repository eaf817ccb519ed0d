"use client";

import { useState } from "react";
import { Link } from "@/components/ui/link.tsx";
import { moveFocus } from "@/components/ui/move-focus.ts";

/** A bar that opens its day; no `href` for one without. */
interface BarLink {
  key: number;
  /** What the bar shows, for a tooltip and screen readers. */
  label: string;
  href: string | null;
}

/** Links over bars: one stop of the Tab key, arrow keys move between them. */
export function BarLinks({ links, label }: { links: readonly BarLink[]; label: string }) {
  const [active, setActive] = useState(links.findLast(({ href }) => href !== null)?.key);
  return (
    <div
      role="group"
      aria-label={label}
      onKeyDown={moveFocus}
      className="absolute inset-0 flex gap-px sm:gap-0.5"
    >
      {links.map(({ key, href, label: title }) =>
        href === null ? (
          <span key={key} className="flex-1" />
        ) : (
          <Link
            key={key}
            href={href}
            aria-label={title}
            title={title}
            tabIndex={key === active ? 0 : -1}
            onFocus={() => setActive(key)}
            className="flex-1 rounded-xs hover:bg-ink/10"
          />
        ),
      )}
    </div>
  );
}
