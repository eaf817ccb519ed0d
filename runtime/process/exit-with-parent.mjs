// Preloaded into the programs the supervisor starts: when it is gone, however it went, they end.
if (process.channel) {
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel.unref();
}
