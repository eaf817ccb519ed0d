import { topicLevel } from "../../service/gateway/mqtt/topics.ts";
import type { SiteStatus } from "../control/site.ts";

/** Topics of a bridge at Home Assistant's broker. */
export const homeTopics = (locationId: string) => {
  const base = `curtail-bridge/${topicLevel(locationId)}`;
  return {
    state: `${base}/state`,
    availability: `${base}/availability`,
    pause: `${base}/pause/set`,
    pauseHours: `${base}/pause-hours/set`,
  };
};

const NOT_IN_OBJECT_ID = /[^a-zA-Z0-9_-]/g;

/**
 * The discovery message of a bridge as a device of Home Assistant with its entities
 * (https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload, since 2024.11).
 */
export function discoveryMessage(locationId: string, allowsPause: boolean) {
  const id = `curtail_${locationId.replace(NOT_IN_OBJECT_ID, "_")}`;
  const topics = homeTopics(locationId);
  const entity = (name: string, field: string, more: object) => ({
    p: "sensor",
    name,
    unique_id: `${id}_${field}`,
    value_template: `{{ value_json.${field} }}`,
    ...more,
  });
  const time = { device_class: "timestamp" };
  const watts = { device_class: "power", unit_of_measurement: "W", state_class: "measurement" };
  const pause = {
    pause: {
      p: "switch",
      name: "Pause control",
      unique_id: `${id}_pause`,
      icon: "mdi:hand-back-right",
      command_topic: topics.pause,
      value_template: "{{ value_json.pause }}",
      payload_on: "ON",
      payload_off: "OFF",
    },
    pause_hours: {
      p: "number",
      name: "Pause for",
      unique_id: `${id}_pause_hours`,
      command_topic: topics.pauseHours,
      value_template: "{{ value_json.pause_hours }}",
      min: 1,
      max: 168,
      step: 1,
      unit_of_measurement: "h",
      mode: "box",
    },
    paused_until: entity("Paused until", "paused_until", time),
  };
  const components = {
    control: entity("Control", "control", {
      device_class: "enum",
      options: ["none", "ZERO_EXPORT", "MAX_PRODUCTION", "MAX_CONSUMPTION"],
    }),
    limit: entity("Limit", "limit_w", watts),
    until: entity("Control until", "until", time),
    outcome: entity("Outcome", "outcome", {
      device_class: "enum",
      options: ["none", "pending", "executed", "failed", "unsupported"],
    }),
    injection: entity("Net injection", "injection_w", watts),
    ...(allowsPause && pause),
  };
  const payload = {
    dev: { ids: [id], name: "Curtail bridge", mf: "Curtail", mdl: "Bridge" },
    o: { name: "curtail-bridge" },
    state_topic: topics.state,
    availability_topic: topics.availability,
    qos: 1,
    cmps: components,
  };
  return { topic: `homeassistant/device/${id}/config`, payload };
}

const OUTCOMES = ["unsupported", "failed", "executed"] as const;

/** The state message: what the site does, as flat fields. Absent values are null: "unknown". */
export function stateMessage(
  { setpoint, outcomes, injectionW, isPaused }: SiteStatus,
  pausedUntilMs: number,
  pauseHours: number,
  nowMs: number,
) {
  const worst = OUTCOMES.find((one) => outcomes.some(({ outcome }) => outcome === one));
  return {
    control: setpoint?.type ?? "none",
    control_id: setpoint?.controlId ?? null,
    limit_w: setpoint?.limitKw == null ? null : setpoint.limitKw * 1000,
    // To the full second, so that the state does not change with each turn.
    until: setpoint
      ? new Date(Math.round((nowMs + setpoint.leftMs) / 1000) * 1000).toISOString()
      : null,
    outcome: setpoint ? (worst ?? "pending") : "none",
    injection_w: injectionW === null ? null : Math.round(injectionW),
    pause: isPaused ? "ON" : "OFF",
    paused_until: isPaused ? new Date(pausedUntilMs).toISOString() : null,
    pause_hours: pauseHours,
  };
}
