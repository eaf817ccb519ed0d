import { z } from "zod";
import { queryInteger } from "../../contract/index.ts";

export type FilteredQuery = Record<string, string | string[] | undefined>;

const paging = { page: queryInteger(0, 1_000_000, 0), page_size: queryInteger(1, 100, 25) };

/** Parses the search params of an audit page; invalid values are dropped. */
export function parseFilteredQuery<F extends z.ZodRawShape>(
  filter: F,
  params: FilteredQuery,
): z.output<z.ZodObject<F & typeof paging>> {
  const entries = Object.entries({ ...filter, ...paging }).map(([name, schema]) => {
    const value = [params[name]].flat()[0] || undefined;
    const read = (schema as z.ZodType).safeParse(value);
    return [name, read.success ? read.data : (schema as z.ZodType).parse(undefined)];
  });
  return Object.fromEntries(entries) as z.output<z.ZodObject<F & typeof paging>>;
}
