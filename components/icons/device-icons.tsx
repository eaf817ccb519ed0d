import { SvgIcon, type IconProps } from "./svg-icon.tsx";

/** Panels on their stand. */
export const SolarIcon = (props: IconProps) => (
  <SvgIcon {...props}>
    <path d="M6 5h12l3 11H3z" />
    <path d="M4.5 10.5h15M10 5l-1 11M14 5l1 11" />
    <path d="M12 16v4M8.5 20h7" />
  </SvgIcon>
);

/** A battery, lying, partly full. */
export const BatteryIcon = (props: IconProps) => (
  <SvgIcon {...props}>
    <rect x="2.5" y="7" width="16.5" height="10" rx="2" />
    <path d="M21.5 10.5v3" />
    <path d="M6 10v4M9 10v4M12 10v4" />
  </SvgIcon>
);

/** A meter: a dial above its register. */
export const MeterIcon = (props: IconProps) => (
  <SvgIcon {...props}>
    <rect x="4" y="3" width="16" height="18" rx="2.5" />
    <path d="M7.5 12a4.5 4.5 0 0 1 9 0" />
    <path d="M12 12l2-2.6" />
    <path d="M8 16.5h8" />
  </SvgIcon>
);
