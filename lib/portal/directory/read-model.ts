import { controlsDirectory, locatedControlsDirectory } from "./controls.ts";
import { customersDirectory, groupsDirectory } from "./customers.ts";
import { devicesDirectory, locationsDirectory } from "./locations.ts";
import type { LocalCache } from "./local-cache.ts";
import type { Directory, Lookup } from "./types.ts";

export function assembleDirectory(
  portal: Pick<Lookup, "user" | "supports" | "call">,
  cache: LocalCache,
  now: () => Date,
): Directory {
  const lookup: Lookup = { ...portal, cache, now };
  return {
    ...customersDirectory(lookup),
    ...groupsDirectory(lookup),
    ...locationsDirectory(lookup),
    ...devicesDirectory(lookup),
    ...controlsDirectory(lookup),
    ...locatedControlsDirectory(lookup),
  };
}
