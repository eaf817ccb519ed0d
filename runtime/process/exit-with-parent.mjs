// Preloaded into the programs of the supervisor: when it has ended, for any reason, they end. It
// sends them the parts that it is restarting, which lib/http/down-parts.ts reads.
const DOWN_PARTS = Symbol.for("curtail.down-parts");

// The server that `next dev` forks has its own channel, which keeps it alive.
if (process.channel && !process.env.NEXT_PRIVATE_WORKER) {
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.on("message", (message) => {
    if (Array.isArray(message?.downParts)) globalThis[DOWN_PARTS] = message.downParts;
  });
  process.channel.unref();
}
