import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: "./lib/portal/store/schema.ts",
  out: "./lib/portal/store/migrations",
});
