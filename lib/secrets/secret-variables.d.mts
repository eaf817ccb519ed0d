type Source = Record<string, string | undefined>;

export const SECRET_VARIABLES: readonly string[];
export function fileVariable(name: string): string;
export function readSecretFiles(source: Source): { values: Source; faults: string[] };
export function currentSecrets(): string[];
