import { markHidden } from "../contract/hidden-characters.ts";
import { optionalMessage } from "./optional-message.ts";

/** The operation of each portal route that changes data. */
const routeOperations: Partial<Record<string, string>> = {
  "POST /api/account/alerts": "setAlertMails",
  "POST /api/account/alerts/read": "readAlerts",
  "POST /api/account/end-other-sessions": "endOtherSessions",
  "POST /api/account/language": "chooseLanguage",
  "POST /api/account/passkeys": "addPasskey",
  "POST /api/account/passkeys/start": "addPasskey",
  "DELETE /api/account/passkeys/{passkey_id}": "removePasskey",
  "POST /api/account/password": "changePassword",
  "POST /api/account/prove": "proveSelf",
  "POST /api/account/second-factor": "setUpSecondFactor",
  "DELETE /api/account/second-factor": "dropSecondFactor",
  "POST /api/account/second-factor/confirm": "setUpSecondFactor",
  "POST /api/account/second-factor/recovery-codes": "renewRecoveryCodes",
  "DELETE /api/account/sessions/{session_id}": "endSession",
  "POST /api/account/setup": "hideSetup",
  "POST /api/control-templates": "saveTemplate",
  "DELETE /api/control-templates/{template_id}": "deleteTemplate",
  "POST /api/invitations": "invite",
  "POST /api/invitations/accept": "acceptInvitation",
  "DELETE /api/invitations/{invitation_id}": "withdrawInvitation",
  "POST /api/passkey-sign-in": "signIn",
  "POST /api/saved-views": "saveView",
  "DELETE /api/saved-views/{view_id}": "deleteView",
  "POST /api/users/{account_id}/close": "closeAccount",
  "POST /api/users/{account_id}/end-sessions": "endSessions",
  "POST /api/users/{account_id}/level": "changeLevel",
  "POST /api/users/{account_id}/open": "openAccount",
  "POST /api/users/{account_id}/password-link": "sendPasswordLink",
  "POST /api/users/{account_id}/reset-second-factor": "resetSecondFactor",
};

/** The operation of a portal route that changes data, of its former path too; else the route. */
export const operationOfRoute = (route: string): string =>
  routeOperations[route.replace(" /api/people/", " /api/users/")] ?? route;

/** The message key of an operation's name; older entries have a route instead. */
export const operationKey = (operation: string): string =>
  `operations.${operationOfRoute(operation)}`;

/** The name of an audited operation in a file. */
export const operationName = (
  t: Parameters<typeof optionalMessage>[0],
  operation: string,
): string => optionalMessage(t, `audit.${operationKey(operation)}`, operation);

/** The `name=value` pairs in an audit target, in order; empty if it has none. */
export function targetParts(target: string): Partial<Record<string, string>> {
  const named = target.matchAll(/(?:^|\s)(\w+)=(.*?)(?=\s\w+=|$)/gs);
  return Object.fromEntries(
    [...named].map(([, name, value]) => [
      name!,
      name!.endsWith("_id") ? value! : markHidden(value!),
    ]),
  );
}

/** The text before the first name: the person concerned. */
export const targetWhom = (target: string): string =>
  (/^\w+=/.test(target) ? "" : (target.split(/\s\w+=/)[0] ?? "")).trim();

/** A target's noun, the name of its id and, if it has one, the page of the resource. */
export const namedThings = [
  { noun: "group", name: "group_id", page: "/groups" },
  { noun: "customer", name: "customer_id", page: "/customers" },
  { noun: "account", name: "account_id", page: null },
  { noun: "session", name: "session_id", page: null },
  { noun: "invitation", name: "invitation_id", page: null },
  { noun: "location", name: "location_id", page: "/locations" },
  { noun: "device", name: "device_id", page: "/devices" },
  { noun: "control", name: "control_id", page: "/controls" },
  { noun: "request", name: "request_id", page: null },
  { noun: "zone", name: "bidding_zone_id", page: null },
  { noun: "key", name: "key_id", page: null },
  { noun: "alert", name: "alert_id", page: null },
  { noun: "alertRule", name: "alert_rule_id", page: null },
  { noun: "webhook", name: "webhook_id", page: "/webhooks" },
] as const;
