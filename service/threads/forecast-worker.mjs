import { register } from "tsx/esm/api";

register();
await import("./forecast-worker.ts");
