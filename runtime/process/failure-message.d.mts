export function failureMessage(error: unknown, folder?: string): string;
