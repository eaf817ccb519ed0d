// Preloaded into the programs the supervisor starts: when it is gone, however it went, they end. It
// sends them which parts it is starting again: lib/down-parts.ts reads them.
const DOWN_PARTS = Symbol.for("curtail.down-parts");

// The server that `next dev` forks has a channel of its own, which it lives by.
if (process.channel && !process.env.NEXT_PRIVATE_WORKER) {
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.on("message", (message) => {
    if (Array.isArray(message?.downParts)) globalThis[DOWN_PARTS] = message.downParts;
  });
  process.channel.unref();
}
