/**
 * The headers of a page: `X-Total-Count`, and `Link` with relative addresses. `asOf` names the
 * newest item of the first page; carried along, it keeps later pages still while new items arrive.
 */
export function pageHeaders(url: string, total: number, asOf?: string): Record<string, string> {
  const at = new URL(url);
  const page = Number(at.searchParams.get("page") ?? 0);
  const size = Number(at.searchParams.get("page_size") ?? 10);
  const last = Math.max(0, Math.ceil(total / size) - 1);
  const link = (rel: string, to: number) => {
    const query = new URLSearchParams(at.searchParams);
    query.set("page", String(to));
    query.set("page_size", String(size));
    if (asOf) query.set("as_of", asOf);
    return `<${at.pathname}?${query}>; rel="${rel}"`;
  };
  const links = [
    link("first", 0),
    ...(page > 0 ? [link("prev", Math.min(page - 1, last))] : []),
    ...(page < last ? [link("next", page + 1)] : []),
    link("last", last),
  ];
  return { "X-Total-Count": String(total), Link: links.join(", ") };
}
