/** An error and its chain of causes; a database error is the last. */
export function getCauses(thrown: unknown): Error[] {
  const causes: Error[] = [];
  for (let error = thrown; error instanceof Error; error = error.cause) causes.push(error);
  return causes;
}

/** The SQLSTATE of a database error, or the code of a system error; undefined for others. */
export function getErrorCode(error: Error): string | undefined {
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : undefined;
}
