import type { ReactNode } from "react";

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
