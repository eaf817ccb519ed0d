/** Called by Next.js once at the start of the portal. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  // The service client reports these calls itself, by operation.
  process.env.NEXT_OTEL_FETCH_DISABLED = "1";
  const { startTracing } = await import("./lib/tracing/start-tracing.ts");
  await startTracing("curtail-portal");
}
