import type { ApprovalRequest } from "@/lib/contract/control-requests.ts";

export const ANNA = "anna@example.org";

/** A zone control requested by Anna, pending approval. */
export const pendingRequest: ApprovalRequest = {
  id: "creq_1",
  created_at: "2026-06-10T12:05:00Z",
  expires_at: "2026-06-10T12:20:00Z",
  state: "pending",
  target: { kind: "bidding_zone", id: "NL", name: "NL" },
  type: "MAX_CONSUMPTION",
  reason: null,
  time_from: "2026-06-10T12:05:00Z",
  time_to: "2026-06-10T13:00:00Z",
  results: [],
  locations: 12,
  devices: 15,
  energy_kwh: -40,
  change_kw: 52.4,
  needs: [{ code: "over-max-kw", detail: "", values: { requested: 52.4, limit: 50 } }],
  requested_by: ANNA,
  decided_by: null,
  decided_at: null,
  control_id: null,
};
