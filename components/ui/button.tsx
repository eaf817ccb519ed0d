"use client";

import { LoaderCircle } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Link } from "./link.tsx";
import { classNames } from "./class-names.ts";

interface ButtonStyle {
  variant?: "primary" | "secondary" | "danger" | "ghost";
  size?: "md" | "sm";
}

const variants = {
  primary: "bg-accent text-accent-ink hover:opacity-85 border-transparent",
  secondary: "bg-surface text-ink border-line-strong hover:bg-sunken",
  danger: "bg-bad-strong text-white border-transparent hover:opacity-85",
  ghost: "border-transparent text-ink hover:bg-sunken",
};

const sizes = {
  md: "min-h-10 px-4 gap-2 text-sm",
  sm: "min-h-8 px-3 gap-1.5 text-sm",
};

/** What makes something look like a button. */
export const buttonClass = ({ variant = "secondary", size = "md" }: ButtonStyle) =>
  classNames(
    "inline-flex max-w-full shrink-0 print:hidden items-center justify-center rounded-md border font-medium",
    "transition-[opacity,background-color] disabled:opacity-50 disabled:pointer-events-none",
    "aria-disabled:opacity-60 aria-disabled:pointer-events-none",
    variants[variant],
    sizes[size],
  );

/** A button; `pending` shows a spinner and takes no second press. */
export function Button({
  variant,
  size,
  pending = false,
  className,
  children,
  disabled,
  type = "button",
  ...rest
}: ComponentProps<"button"> & ButtonStyle & { pending?: boolean }) {
  return (
    <button
      type={type}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      className={classNames(buttonClass({ variant, size }), className)}
      {...rest}
    >
      {pending && <LoaderCircle aria-hidden className="size-4 animate-spin" />}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  variant,
  size,
  className,
  ...rest
}: ComponentProps<typeof Link> & ButtonStyle) {
  return <Link className={classNames(buttonClass({ variant, size }), className)} {...rest} />;
}

/** A small square button that shows an icon and is called by its label. */
export function IconButton({
  label,
  disabled = false,
  onPress,
  children,
}: {
  label: string;
  disabled?: boolean;
  onPress: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onPress}
      className="grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink aria-disabled:cursor-default aria-disabled:opacity-35 aria-disabled:hover:bg-transparent [&_svg]:size-4"
    >
      {children}
    </button>
  );
}
