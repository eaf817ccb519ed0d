import type { ControlPause } from "../../lib/contract/index.ts";
import { pause, readPause, resume } from "../store/control-pause.ts";
import { lockAcceptance } from "../store/controls.ts";
import type { Db } from "../store/store.ts";
import { getRequester } from "./admission-checks.ts";
import type { Change } from "./idempotency.ts";
import type { Deps } from "./deps.ts";
import type { Handlers } from "./register-operations.ts";

/**
 * Pauses and resumes new controls. It holds the acceptance lock: after the response, no instance
 * accepts a control.
 */
export const controlPause = (
  deps: Deps,
): Handlers<"getControlPause" | "pauseControls" | "resumeControls"> => {
  const switched = (change: Change<ControlPause>, turn: (tx: Db) => Promise<void>) =>
    change(async (tx) => {
      await lockAcceptance(tx);
      await turn(tx);
      return readPause(tx);
    });
  return {
    getControlPause: async () => ({
      ...(await readPause(deps.db)),
      setpoints_late_since: await getLateSince(deps),
    }),
    pauseControls: ({ body, change, ...sent }) =>
      switched(change, (tx) => pause(tx, getRequester(sent), body.reason.trim(), deps.now())),
    resumeControls: ({ change }) => switched(change, resume),
  };
};

/** When setpoints were last sent, if dispatch is overdue. */
async function getLateSince({ lateJobs }: Deps): Promise<string | null> {
  const late = (await lateJobs()).find(({ name }) => name === "dispatch");
  return late?.last.toISOString() ?? null;
}
