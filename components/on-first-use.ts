/** What `make` answers, made when it is first asked for: a format costs a page its start. */
export function onFirstUse<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
