import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

/** A sheet of the page; with a title it is a section with a heading of level 2. */
export function Card({
  id,
  title,
  subtitle,
  actions,
  className,
  children,
}: {
  id?: string;
  title?: ReactNode;
  subtitle?: ReactNode;
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const Tag = title ? "section" : "div";
  return (
    <Tag
      id={id}
      className={classNames("min-w-0 rounded-lg border border-line bg-surface", className)}
    >
      {(title || actions) && (
        <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-4 sm:px-5">
          <div className="min-w-0">
            {title && <h2 className="text-base font-semibold">{title}</h2>}
            {subtitle && <p className="mt-0.5 text-muted">{subtitle}</p>}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
      )}
      <div className={classNames("p-4 sm:p-5", Boolean(title || actions) && "pt-3! sm:pt-3!")}>
        {children}
      </div>
    </Tag>
  );
}
