import { Agent, get } from "node:http";

/**
 * Asks an address again and again at a steady rate, whether or not the last answer has come, so that the
 * wait of a request that a busy server would have got is counted. `node steady-reader.mjs URL KEY` says
 * "ready" after some answers; it counts from "count" on, and at "stop" it says the durations in ms.
 */
const EVERY_MS = 10;
const WARM_UP = 50;
const [url, key] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
let durations = [];
const failures = new Set();
let open = 0;

function request(dueMs) {
  open += 1;
  const settle = (failure) => {
    open -= 1;
    if (failure) failures.add(failure);
    durations.push(performance.now() - dueMs);
  };
  const sent = get(url, { agent, headers: { "X-API-Key": key } }, (response) => {
    response.resume();
    response.on("end", () => settle(response.statusCode === 200 ? "" : `${response.statusCode}`));
  });
  sent.on("error", (error) => {
    // The server has closed an idle connection: as Node says, the request is to be sent again.
    if (sent.reusedSocket && error.code === "ECONNRESET") {
      open -= 1;
      request(dueMs);
    } else settle(error.code ?? error.message);
  });
}

let dueMs = performance.now();
const timer = setInterval(() => {
  for (const now = performance.now(); dueMs <= now; dueMs += EVERY_MS) request(dueMs);
}, EVERY_MS / 2);
const warmingUp = setInterval(() => {
  if (durations.length < WARM_UP) return;
  clearInterval(warmingUp);
  process.send("ready");
}, EVERY_MS);

process.on("message", (message) => {
  if (message === "count") {
    durations = [];
    return;
  }
  const ending = setInterval(() => {
    if (durations.length > 0) clearInterval(timer);
    if (durations.length === 0 || open > 0) return;
    clearInterval(ending);
    process.send({ durations, failures: [...failures] });
  }, EVERY_MS);
});
process.on("disconnect", () => process.exit(0));
