import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: "./lib/portal/db/schema*.ts",
  out: "./lib/portal/db/migrations",
});
