export function sourcesHash(root: string): string;
export function isInstalled(root: string): boolean;
export function prepareDependencies(root: string, print?: (line: string) => void): Promise<void>;
export function preparePortal(root: string): Promise<void>;
export function preparePrograms(
  root: string,
  program: string,
  print?: (line: string) => void,
): Promise<string>;
