export function sourcesHash(root: string): string;
export function isInstalled(root: string, forDevelopers?: boolean): boolean;
export function prepareDependencies(
  root: string,
  print?: (line: string) => void,
  forDevelopers?: boolean,
): Promise<void>;
export function preparePortal(root: string): Promise<void>;
export function preparePrograms(
  root: string,
  program: string,
  print?: (line: string) => void,
): Promise<string>;
