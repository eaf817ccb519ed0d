import { describe, expect, test } from "vitest";
import { ApiProblem, toApiProblem } from "../../../service/api/problems.ts";

const failing = (message: string, more: object = {}) => Object.assign(new Error(message), more);

/** The errors of the driver and Node for an unreachable database. */
const away: [string, Error][] = [
  ["nobody listens", failing("connect ECONNREFUSED", { code: "ECONNREFUSED", syscall: "connect" })],
  ["the socket's file is gone", failing("connect ENOENT", { code: "ENOENT", syscall: "connect" })],
  ["it hung up", failing("read ECONNRESET", { code: "ECONNRESET", syscall: "read" })],
  ["it no longer takes", failing("write EPIPE", { code: "EPIPE", syscall: "write" })],
  [
    "it ended before we wrote",
    failing("This socket has been ended by the other party", { code: "EPIPE" }),
  ],
  [
    "the stream was given up",
    failing("Cannot call write after a stream was destroyed", { code: "ERR_STREAM_DESTROYED" }),
  ],
  ["the stream was ended", failing("write after end", { code: "ERR_STREAM_WRITE_AFTER_END" })],
  ["the socket was closed", failing("Socket is closed", { code: "ERR_SOCKET_CLOSED" })],
  ["no address of a name answers", Object.assign(new AggregateError([]), { code: "ECONNREFUSED" })],
  ["the connection ended", failing("Connection terminated unexpectedly")],
  [
    "the connection had failed",
    failing("Client has encountered a connection error and is not queryable"),
  ],
  ["the connection was closed", failing("Client was closed and is not queryable")],
  ["none became free", failing("timeout exceeded when trying to connect")],
  ["none was made in time", failing("timeout expired")],
  ["it shuts down", failing("terminating connection", { code: "57P01" })],
  ["it crashed", failing("terminating connection", { code: "57P02" })],
  ["it starts", failing("the database system is starting up", { code: "57P03" })],
  ["it is full", failing("sorry, too many clients already", { code: "53300" })],
  ["its protocol broke", failing("connection failure", { code: "08006" })],
];

describe("an error of an unreachable database", () => {
  test.each(away)("is a 503 with Retry-After: %s", (_, error) => {
    for (const thrown of [error, new Error("Failed query", { cause: error })]) {
      const refusal = toApiProblem(thrown);
      expect([refusal.kind, refusal.headers]).toEqual(["unavailable", { "Retry-After": "5" }]);
    }
  });

  test.each([
    failing("duplicate key", { code: "23505" }),
    failing("column does not exist", { code: "42703" }),
    failing("no such file", { code: "ENOENT", syscall: "open" }),
    new TypeError("x is not a function"),
  ])("is not another kind of error: %s", (error) => {
    expect(toApiProblem(error)).toMatchObject({ kind: "internal" });
    expect(toApiProblem(error).detail).not.toContain(error.message);
  });

  test("is not a deliberate refusal", () => {
    const refusal = new ApiProblem("conflict", "It is taken.");
    expect(toApiProblem(refusal)).toBe(refusal);
  });
});
