import type { DestinationStream, Logger } from "pino";
import { openLog as open } from "../../lib/log/logger.ts";
import type { JobName, LeaseEvents } from "../store/leases.ts";
import type { ReplicaEvents } from "../store/read-replica.ts";

/** The service's log: JSON lines on standard output, or to what is given. */
export const openLog = (level: string, to?: DestinationStream): Logger =>
  open("service", level, to);

/** Logs when reads stop and begin to use the replica, once each. */
export const logReplica = (log: Logger, onRead: ReplicaEvents["onRead"]): ReplicaEvents => ({
  onRead,
  onStop: ({ state, error }) =>
    log.warn({ state, err: error }, "The read replica is not used; the primary answers"),
  onReturn: () => log.info("The read replica is used again"),
});

/** Logs when the leases of an instance change hands unexpectedly. */
export const logLeases = (
  log: Logger,
  instance: string,
  onTakeover: (lease: JobName) => void,
): LeaseEvents => ({
  onTakeover: (lease, { holder, since }) => {
    onTakeover(lease);
    log.warn({ lease, holder, since, instance }, "Took over a lease from a stalled instance");
  },
  onLost: (lease) => log.warn({ lease, instance }, "Lost a lease to another instance"),
  onRenewalFailed: (lease, error) =>
    log.warn({ lease, instance, err: error }, "Failed to renew a lease"),
});
