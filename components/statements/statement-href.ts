/** What a page of statements shows. */
export interface StatementLink {
  month: string;
  /** Whose statement staff look at; the bidding zone's when not given. */
  customer?: string | undefined;
  /** An issued version. */
  version?: number | undefined;
  /** Whether to check it. */
  check?: boolean;
}

/** The address of a statement. */
export function statementHref({ month, customer, version, check }: StatementLink): string {
  const query = new URLSearchParams({ month });
  if (customer) query.set("customer", customer);
  if (version !== undefined) query.set("version", String(version));
  if (check) query.set("check", "1");
  return `/statements?${query}`;
}
