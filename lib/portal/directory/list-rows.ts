import type { Page } from "./types.ts";

/** As many rows as a page has that is read to the end of its list. */
export const PAGE_SIZE = 100;

/** Yields a list's rows from its first page on, each once; ends at a page with nothing new. */
export async function* listRows<Row extends { id: string }>(
  first: Page<Row>,
  read: (page: number) => Promise<Page<Row>>,
): AsyncGenerator<Row, void> {
  const seen = new Set<string>();
  let { items } = first;
  for (let page = 1; ; page++) {
    const fresh = items.filter(({ id }) => !seen.has(id));
    for (const row of fresh) {
      seen.add(row.id);
      yield row;
    }
    if (items.length < PAGE_SIZE || fresh.length === 0) return;
    ({ items } = await read(page));
  }
}
