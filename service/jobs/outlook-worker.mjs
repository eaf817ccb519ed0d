import { register } from "tsx/esm/api";

register();
await import("./outlook-worker.ts");
