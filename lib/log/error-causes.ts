/** An error, its cause, and so on: the database's error is the last. */
export function getCauses(thrown: unknown): Error[] {
  const causes: Error[] = [];
  for (let error = thrown; error instanceof Error; error = error.cause) causes.push(error);
  return causes;
}

/** The SQLSTATE of a database's error, the code of a system's; undefined for others. */
export function getErrorCode(error: Error): string | undefined {
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : undefined;
}
