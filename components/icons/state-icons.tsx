import { SvgIcon, type IconProps } from "./svg-icon.tsx";

/** A plug in its socket. */
export const OnlineIcon = (props: IconProps) => (
  <SvgIcon {...props}>
    <path d="M2.5 12h5M16.5 12h5" />
    <path d="M7.5 8h4.5v8H7.5zM12 8h4.5v8H12z" />
  </SvgIcon>
);

/** A plug beside its socket. */
export const OfflineIcon = (props: IconProps) => (
  <SvgIcon {...props}>
    <path d="M1.5 12h3.5M19 12h3.5" />
    <path d="M5 8h4v8H5zM15 8h4v8h-4z" />
    <path d="M9 10.5h1.5M9 13.5h1.5" />
  </SvgIcon>
);

/** Unknown. */
export const UnknownIcon = (props: IconProps) => (
  <SvgIcon {...props}>
    <circle cx="12" cy="12" r="8.5" strokeDasharray="2.6 2.8" />
    <path d="M9.7 9.8a2.4 2.4 0 1 1 3.4 2.2c-.8.4-1.1.8-1.1 1.6M12 16.4v.01" />
  </SvgIcon>
);

/** A needle on its scale: measured. */
export const MeasuredIcon = (props: IconProps) => (
  <SvgIcon {...props}>
    <path d="M3.5 17a8.5 8.5 0 0 1 17 0" />
    <path d="m12 17 4-5M3.5 17h17" />
  </SvgIcon>
);

/** A curve in a dashed frame: simulated. */
export const SimulatedIcon = (props: IconProps) => (
  <SvgIcon {...props}>
    <rect x="3" y="4" width="18" height="16" rx="2" strokeDasharray="2.6 2.8" />
    <path d="M6.5 15c2 0 2.5-6 5.5-6s3.5 6 5.5 6" />
  </SvgIcon>
);

/** A scale without a needle. */
export const NothingReportsIcon = (props: IconProps) => (
  <SvgIcon {...props}>
    <path d="M3.5 17a8.5 8.5 0 0 1 17 0z" strokeDasharray="2.6 2.8" />
  </SvgIcon>
);

/** Confirmed as executed. */
export const ExecutedIcon = (props: IconProps) => (
  <SvgIcon {...props}>
    <rect x="3.5" y="3.5" width="17" height="17" rx="4" />
    <path d="m8 12.3 2.8 2.800L16.2 9.3" />
  </SvgIcon>
);

/** Not done. */
export const FailedIcon = (props: IconProps) => (
  <SvgIcon {...props}>
    <rect x="3.5" y="3.5" width="17" height="17" rx="4" />
    <path d="m9 9 6 6M15 9l-6 6" />
  </SvgIcon>
);

/** Sent, and awaited. */
export const PendingIcon = (props: IconProps) => (
  <SvgIcon {...props}>
    <rect x="3.5" y="3.5" width="17" height="17" rx="4" strokeDasharray="2.6 2.8" />
    <path d="M8 12v.01M12 12v.01M16 12v.01" strokeWidth="2.2" />
  </SvgIcon>
);

/** Not supported by the device. */
export const UnsupportedIcon = (props: IconProps) => (
  <SvgIcon {...props}>
    <rect x="3.5" y="3.5" width="17" height="17" rx="4" />
    <path d="M8 12h8" />
  </SvgIcon>
);

/** Not sent: the line ends before the device. */
export const NotSentIcon = (props: IconProps) => (
  <SvgIcon {...props}>
    <path d="M2.5 12h7M7 9l3 3-3 3" strokeDasharray="2.6 2.8" />
    <rect x="13.5" y="6" width="8" height="12" rx="2" />
  </SvgIcon>
);
