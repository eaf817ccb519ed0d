export function sourcesHash(root: string): string;
export function isInstalled(root: string): boolean;
export function prepareDependencies(root: string, print?: (line: string) => void): Promise<void>;
