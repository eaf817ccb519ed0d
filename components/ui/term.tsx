"use client";

import { useTranslations } from "next-intl";
import { useId, useRef, type KeyboardEvent, type ReactNode } from "react";
import type { Messages } from "@/lib/i18n/messages.ts";

const MARGIN = 8;

/** A term of the glossary; its meaning is shown while it is pointed at or has the focus. */
export function Term({ name, children }: { name: keyof Messages["terms"]; children: ReactNode }) {
  const t = useTranslations("terms");
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const meaning = useRef<HTMLSpanElement>(null);
  const show = () => {
    const [near, tip] = [button.current, meaning.current];
    if (!near || !tip || tip.matches(":popover-open")) return;
    tip.showPopover();
    const { left, top, bottom } = near.getBoundingClientRect();
    const { width, height } = tip.getBoundingClientRect();
    const below = bottom + height + MARGIN <= window.innerHeight;
    tip.style.left = `${Math.max(MARGIN, Math.min(left, window.innerWidth - width - MARGIN))}px`;
    tip.style.top = `${below ? bottom : Math.max(0, top - height)}px`;
  };
  const hide = () => meaning.current?.matches(":popover-open") && meaning.current.hidePopover();
  const hideByKey = (event: KeyboardEvent) => event.key === "Escape" && hide();
  return (
    <span onMouseEnter={show} onMouseLeave={hide} onKeyDown={hideByKey}>
      <button
        ref={button}
        type="button"
        aria-describedby={id}
        onFocus={show}
        onBlur={hide}
        className="cursor-help text-left underline decoration-line-strong decoration-dotted underline-offset-4"
      >
        {children}
      </button>
      <span
        ref={meaning}
        id={id}
        role="tooltip"
        popover="manual"
        className="fixed inset-auto m-0 max-w-72 rounded-md border border-line bg-raised px-3 py-2 text-sm font-normal tracking-normal text-ink shadow-lg"
      >
        {t(name)}
      </span>
    </span>
  );
}
