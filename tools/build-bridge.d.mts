/** Builds the bridge as one file that runs with Node alone. @returns its path */
export function buildBridge(outfile?: string): Promise<string>;
