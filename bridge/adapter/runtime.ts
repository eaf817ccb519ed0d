/** The clocks of the bridge, in milliseconds. */
export interface Clock {
  /** Time of day; may jump. */
  nowMs(): number;
  /** Never jumps and never runs backwards. */
  monotonicMs(): number;
}

/** Where the bridge writes what it does. */
export interface BridgeLog {
  info(line: string): void;
  warn(line: string): void;
}
