import { register } from "tsx/esm/api";

register();
await import("./api-worker.ts");
