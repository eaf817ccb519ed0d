import type { Portal } from "../client/portal-client.ts";

const lists = ["listCustomers", "listLocations", "listGroups", "listControlSummaries"] as const;

/** The lists that a user may search from every page, where the service has them. */
export const getSearchableLists = ({ user, supports, isAllowed }: Portal) =>
  lists.filter(
    (list) =>
      supports(list) && isAllowed(list) && (user.role === "staff" || list === "listLocations"),
  );

/** Whether a user may pause all controls, and let them be accepted again. */
export const getPauseRights = ({ supports, isAllowed }: Portal) => {
  const may = (operation: "pauseControls" | "resumeControls") =>
    supports("getControlPause") && supports(operation) && isAllowed(operation);
  return { pause: may("pauseControls"), resume: may("resumeControls") };
};
