import { expect, type APIRequestContext } from "@playwright/test";

/** The body of an invitation in the portal's API. */
type Invitee =
  | { role: "staff"; email: string; level: "viewer" | "operator" | "admin"; language: "en" | "nl" }
  | { role: "customer"; email: string; customer_id: string };

async function post<Answer>(
  request: APIRequestContext,
  path: string,
  data: object,
  portalUrl: string,
): Promise<Answer> {
  const answer = await request.post(path, { headers: { Origin: portalUrl }, data });
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json() as Promise<Answer>;
}

/** A unique address, also if a test runs again on the same data. */
export const newAddress = (who: string): string =>
  `${who}-${Math.random().toString(36).slice(2, 8)}@example.org`;

/** Invites someone; returns the token of their link. */
export async function invited(
  request: APIRequestContext,
  portalUrl: string,
  invitee: Invitee,
): Promise<string> {
  type Answer = { link: string };
  const { link } = await post<Answer>(request, "/api/invitations", invitee, portalUrl);
  return new URL(link, portalUrl).pathname.split("/").at(-1)!;
}

/** Accepts an invitation, as a user who follows its link. */
export const accepted = (
  request: APIRequestContext,
  portalUrl: string,
  person: { token: string; name: string; password: string },
): Promise<object> => post(request, "/api/invitations/accept", person, portalUrl);
