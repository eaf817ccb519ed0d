import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Whether the code of this part of the page runs: not on the server, nor in the first drawing of what came from it. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
