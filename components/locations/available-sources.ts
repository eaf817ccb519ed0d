import { allSubjects, type Subject } from "@/components/chart/measurement-source.ts";
import type { KnownDevice } from "@/lib/portal/directory/types.ts";

/** Whose power a location's chart can show: the connection's, and of what devices stand there. */
export const subjectsAt = (devices: readonly Pick<KnownDevice, "device_type">[]): Subject[] =>
  allSubjects.filter(
    (subject) =>
      subject === "CONNECTION" || devices.some(({ device_type }) => device_type === subject),
  );
