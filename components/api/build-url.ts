/**
 * The method and the filled-in address of a route, `METHOD /api/path` with `{names}` for the values,
 * which are percent-encoded.
 */
export function buildRouteUrl(
  route: string,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): { method: string; url: string } {
  const [method = "GET", path = ""] = route.split(" ");
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? "")),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  }
  return { method, url: search.size > 0 ? `${filled}?${search}` : filled };
}
