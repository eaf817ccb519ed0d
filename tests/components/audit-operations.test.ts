import { expect, test } from "vitest";
import { operationLabel } from "@/components/audit/audit-columns.tsx";
import { operationOfRoute } from "../../lib/i18n/audit-target.ts";
import { locales } from "@/lib/i18n/locales.ts";
import { auditedOperations } from "@/lib/portal/audit-log/audit.ts";
import { portalRoutes } from "@/lib/portal/auth/portal-routes.ts";
import { createTranslatorFor } from "./in-language.tsx";

const changingRoutes = Object.keys(portalRoutes).filter((route) => !route.startsWith("GET "));

test.each(locales)("every audited operation has a label in %s", (locale) => {
  const t = createTranslatorFor(locale, "audit") as never;
  for (const operation of [...auditedOperations, ...changingRoutes]) {
    const name = operationLabel(operation, t);
    expect(name, operation).not.toBe(operation);
    expect(name, operation).not.toMatch(/\/api\/|[{}]/);
  }
});

test("a refused request is filtered by the name of its operation", () => {
  expect(operationOfRoute("POST /api/users/{account_id}/close")).toBe("closeAccount");
  for (const route of changingRoutes)
    expect(auditedOperations, route).toContain(operationOfRoute(route));
});

test("an older entry with the former path of a route has the same name", () => {
  expect(operationOfRoute("POST /api/people/{account_id}/close")).toBe("closeAccount");
});
