import type { SVGProps } from "react";

export type IconProps = SVGProps<SVGSVGElement>;

/** The frame of every icon: 24 by 24, stroke width 1.6, in the text colour. */
export function SvgIcon({ children, ...rest }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      {...rest}
    >
      {children}
    </svg>
  );
}
