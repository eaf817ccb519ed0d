import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: "./service/store/schema*.ts",
  out: "./service/store/migrations",
});
