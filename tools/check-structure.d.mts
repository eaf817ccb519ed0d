/** The structure faults of the source tree under `root`, one sentence each. */
export function structureFaults(root: string): string[];
