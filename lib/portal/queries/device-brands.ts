import type { Directory } from "@/lib/portal/directory/types.ts";

/** Brands among the first and the last devices by brand: no operation lists them all. */
export async function readDeviceBrands(directory: Directory): Promise<string[]> {
  const ends = await Promise.all(
    ["brand", "-brand"].map((sort) => directory.listDevices({ sort, page_size: 100 })),
  );
  const brands = ends.flatMap(({ items }) => items.map(({ brand }) => brand));
  return [...new Set(brands)].sort((a, b) => a.localeCompare(b));
}
