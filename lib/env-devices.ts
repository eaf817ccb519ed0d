import { z } from "zod";

/** How devices are reached, and who plays those of the demo. */
export const deviceSettings = {
  MQTT_URL: z
    .string()
    .regex(/^(mqtts?|wss?):\/\//, "must start with mqtts:// or mqtt://")
    .optional(),
  MQTT_USERNAME: z.string().optional(),
  MQTT_PASSWORD: z.string().optional(),
  MQTT_CA_FILE: z.string().optional(),
  MQTT_CLIENT_ID: z.string().optional(),
  MQTT_TOPIC_PREFIX: z.string().optional(),
  DEMO_DEVICES: z.enum(["service", "mqtt"], "must be service or mqtt").default("service"),
};
