import { z } from "zod";
import {
  approvalReason,
  controlEffect,
  controlTarget,
  controlType,
  recordedReason,
} from "./controls.ts";
import { id, instant, listSchema, paging } from "./schema-types.ts";

/** A decision takes no options: an empty object. */
export const controlDecision = z.strictObject({}).meta({ id: "ControlDecision" });

/** State of an approval request. Only an approved one has a control, with a state of its own. */
const approvalRequestState = z
  .enum(["pending", "approved", "rejected", "expired"])
  .meta({ id: "ApprovalRequestState" });
export type ApprovalRequestState = z.infer<typeof approvalRequestState>;

export const approvalRequest = z
  .object({
    id,
    created_at: instant,
    expires_at: instant.meta({ description: "From then on it can no longer be approved" }),
    state: approvalRequestState,
    target: controlTarget,
    type: controlType,
    reason: recordedReason,
    time_from: instant.meta({ description: "Requested start; approved later, it starts then" }),
    time_to: instant,
    results: z.array(controlEffect).meta({ description: "As previewed when it was requested" }),
    locations: z.number().int().meta({ description: "Locations that would be addressed" }),
    devices: z.number().int().meta({ description: "Devices that would be addressed" }),
    energy_kwh: z.number().meta({ description: "Sum of the deltas over the window, in kWh" }),
    change_kw: z.number().meta({ description: "Largest change of a quarter-hour, in kW" }),
    needs: z.array(approvalReason).meta({ description: "Why it takes a second person" }),
    requested_by: z.string().meta({ description: "The actor, or the id of the API key" }),
    decided_by: z.string().nullable(),
    decided_at: instant.nullable(),
    control_id: id.nullable().meta({ description: "The control that the approval issued" }),
    replaces: id.nullable().optional().meta({
      description: "The control of the same target that the approval cancels; null for none",
    }),
  })
  .meta({ id: "ApprovalRequest", description: "A control that waits for a second person" });
export type ApprovalRequest = z.infer<typeof approvalRequest>;

export const approvalRequestList = listSchema(approvalRequest).meta({ id: "ApprovalRequestList" });
export type ApprovalRequestList = z.infer<typeof approvalRequestList>;
export const controlRequestsQuery = z.object({
  ...paging,
  state: approvalRequestState.optional(),
});
