import { SvgIcon, type IconProps } from "./svg-icon.tsx";

/** Bars that grow towards the grid's line and past it. */
export const MaxProductionIcon = (props: IconProps) => (
  <SvgIcon {...props}>
    <path d="M4 20v-4M9 20v-7M14 20v-10" />
    <path d="M19 20V5M15.5 8.5 19 5l3.5 3.5" />
  </SvgIcon>
);

/** A line nothing goes beyond. */
export const ZeroExportIcon = (props: IconProps) => (
  <SvgIcon {...props}>
    <path d="M3 7h18" />
    <path d="M5 20v-6M9.67 20v-9M14.33 20v-9M19 20v-6" />
    <path d="M9.67 3.5v.01M14.33 3.5v.01" />
  </SvgIcon>
);

/** Bars that hang below the line: power drawn from the grid. */
export const MaxConsumptionIcon = (props: IconProps) => (
  <SvgIcon {...props}>
    <path d="M4 4v4M9 4v7M14 4v10" />
    <path d="M19 4v15M15.5 15.5 19 19l3.5-3.5" />
  </SvgIcon>
);

/** A window that is still to come. */
export const ScheduledIcon = (props: IconProps) => (
  <SvgIcon {...props}>
    <path d="M3 20h18" />
    <path d="M8 16.5V6h8v10.5" strokeDasharray="2.2 2.6" />
  </SvgIcon>
);

/** A window that runs: its part that has passed is full. */
export const ActiveIcon = (props: IconProps) => (
  <SvgIcon {...props}>
    <path d="M3 20h18M8 16.5V6h8v10.5z" />
    <path d="M8 6h4v10.5H8z" fill="currentColor" />
    <path d="M12 2.5v1" />
  </SvgIcon>
);

/** A window that has passed. */
export const EndedIcon = (props: IconProps) => (
  <SvgIcon {...props}>
    <path d="M3 20h18" />
    <path d="M8 6h8v10.5H8z" fill="currentColor" />
  </SvgIcon>
);

/** A window that was cut off. */
export const CancelledIcon = (props: IconProps) => (
  <SvgIcon {...props}>
    <path d="M3 20h18M8 16.5V6h8v10.5z" />
    <path d="M4.5 17 19.5 5" />
  </SvgIcon>
);

/** A window another one lies over. */
export const SupersededIcon = (props: IconProps) => (
  <SvgIcon {...props}>
    <path d="M3 20h18M5 16.5V6h6" />
    <path d="M10 9.5h9v7h-9z" fill="currentColor" />
  </SvgIcon>
);
