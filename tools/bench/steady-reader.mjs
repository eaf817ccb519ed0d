import { Agent, request } from "node:http";

/**
 * Asks an address again and again at a steady rate, whether or not the last answer has come, so that the
 * wait of a request that a busy server would have got is counted. `node steady-reader.mjs URL KEY` reads, and
 * `node steady-reader.mjs URL KEY BODY` posts a body, less often. It says
 * "ready" after some answers; it counts from "count" on, and at "stop" it says the durations in ms.
 */
const [url, key, body] = process.argv.slice(2);
const [EVERY_MS, WARM_UP] = body === undefined ? [10, 50] : [1_000, 3];
const POLL_MS = 10;
const options = {
  method: body === undefined ? "GET" : "POST",
  headers: { "X-API-Key": key, "Content-Type": "application/json" },
};
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
let durations = [];
const failures = new Set();
let open = 0;

function send(dueMs) {
  open += 1;
  const settle = (failure) => {
    open -= 1;
    if (failure) failures.add(failure);
    durations.push(performance.now() - dueMs);
  };
  const sent = request(url, { ...options, agent }, (response) => {
    response.resume();
    response.on("end", () => settle(response.statusCode === 200 ? "" : `${response.statusCode}`));
  });
  sent.on("error", (error) => {
    // The server has closed an idle connection: as Node says, the request is to be sent again.
    if (sent.reusedSocket && error.code === "ECONNRESET") {
      open -= 1;
      send(dueMs);
    } else settle(error.code ?? error.message);
  });
  sent.end(body);
}

let dueMs = performance.now();
const timer = setInterval(() => {
  for (const now = performance.now(); dueMs <= now; dueMs += EVERY_MS) send(dueMs);
}, EVERY_MS / 2);
const warmingUp = setInterval(() => {
  if (durations.length < WARM_UP) return;
  clearInterval(warmingUp);
  process.send("ready");
}, POLL_MS);

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
  }, POLL_MS);
});
process.on("disconnect", () => process.exit(0));
