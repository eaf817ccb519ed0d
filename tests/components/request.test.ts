import { afterEach, describe, expect, test, vi } from "vitest";
import { isOutcomeUnknown, ProblemError, request } from "@/components/api/request.ts";
import { isSignedOut } from "@/components/api/session-expiry.ts";

const order = { method: "POST", url: "/api/groups/g/control" };
const reading = { method: "GET", url: "/api/controls" };

const answering = (answer: () => Promise<Response>) => vi.stubGlobal("fetch", vi.fn(answer));
const problemOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail("should have failed"),
    (error: ProblemError) => error.problem,
  );

afterEach(() => void vi.unstubAllGlobals());

describe("a request to the portal", () => {
  test("returns the body and the total of the list", async () => {
    answering(async () => Response.json({ data: [] }, { headers: { "X-Total-Count": "61" } }));
    expect(await request(reading)).toMatchObject({ data: { data: [] }, total: 61 });
  });

  test("that is refused throws the portal's problem", async () => {
    const problem = { type: "urn:x", title: "T", status: 422, detail: "d", request_id: "r" };
    answering(async () => Response.json(problem, { status: 422 }));
    expect(await problemOf(request(order, {}))).toEqual(problem);
  });

  test("without an answer leaves a change unknown, and fails a read", async () => {
    answering(async () => Promise.reject(new TypeError("connection lost")));
    expect(isOutcomeUnknown(await problemOf(request(order, {})))).toBe(true);
    expect(isOutcomeUnknown(await problemOf(request(reading)))).toBe(false);
    const preview = { method: "POST", url: "/api/groups/g/control/preview" };
    expect(isOutcomeUnknown(await problemOf(request(preview, {})))).toBe(false);
  });

  test("that changes something is not sent while offline, and reports that", async () => {
    answering(async () => Response.json({ data: [] }));
    vi.stubGlobal("navigator", { onLine: false });
    const problem = await problemOf(request(order, {}));
    expect(problem.type).toBe("urn:curtail:problem:offline");
    expect(isOutcomeUnknown(problem)).toBe(false);
    expect(fetch).not.toHaveBeenCalled();
    expect(await request(reading)).toMatchObject({ data: { data: [] } });
  });

  test("answered with something other than JSON fails", async () => {
    answering(async () => new Response("<html>", { status: 200 }));
    expect(isOutcomeUnknown(await problemOf(request(order, {})))).toBe(true);
  });

  test("signals that the session ended until a request succeeds again", async () => {
    const answers = async (status: number) => {
      answering(async () => Response.json({ title: "T", status }, { status }));
      await request(reading).catch(() => undefined);
      return isSignedOut();
    };
    expect(await answers(403)).toBe(false);
    expect(await answers(401)).toBe(true);
    expect(await answers(503)).toBe(true);
    expect(await answers(200)).toBe(false);
  });

  test("recognises the portal's unknown outcomes by their type", () => {
    const problem = { title: "", status: 502, detail: "", request_id: "" };
    const isUnknown = (kind: string) =>
      isOutcomeUnknown({ ...problem, type: `urn:curtail:problem:${kind}` });
    expect(isUnknown("control-unknown")).toBe(true);
    expect(isUnknown("unavailable")).toBe(false);
  });
});
