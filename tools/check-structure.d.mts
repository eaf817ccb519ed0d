/** What breaks the structure of the source tree under `root`, a sentence each. */
export function structureFaults(root: string): string[];
