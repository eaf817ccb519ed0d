/** An error in the form it is logged. */
export interface LoggedError {
  type: string;
  message: string;
  stack?: string;
  cause?: LoggedError;
  [fact: string]: unknown;
}

export function redact(text: string): string;
export function loggedError(error: unknown): LoggedError;
