import type { OperationId, QueryOf } from "../../lib/contract/index.ts";
import {
  checkStatement,
  isMonthOver,
  isMonthRecorded,
  issueStatement,
  readCurrentStatement,
  readIssuedStatement,
} from "../planning/statement-versions.ts";
import { getMonth } from "../../lib/time/month.ts";
import { getCustomer } from "../store/customers.ts";
import { listStatementVersions, type StatementSubject } from "../store/statements.ts";
import type { Db } from "../store/store.ts";
import type { Deps } from "./deps.ts";
import { ApiProblem, invalid, parseBiddingZone, unknown } from "./problems.ts";
import type { Handlers } from "./register-operations.ts";

type StatementOperation = Extract<OperationId, `${string}Statement`>;
type VersionQuery = Pick<QueryOf<"getCustomerStatement">, "version">;

/** Statements of a month: read with what is known now, issued, and checked later. */
export const statements = ({ now }: Deps): Handlers<StatementOperation> => {
  const ofCustomer = async (
    db: Db,
    params: { customer_id: string; month: string },
    { isIssued = false } = {},
  ) => {
    const subject = {
      kind: "customer",
      subjectId: params.customer_id,
      month: params.month,
    } as const;
    // What was issued to a customer stays on record when the customer is deleted.
    const hasVersions = async () => (await listStatementVersions(db, subject)).length > 0;
    if (!(await getCustomer(db, params.customer_id)) && !(isIssued && (await hasVersions())))
      throw unknown("customer");
    return begun(subject);
  };
  const ofZone = (params: { bidding_zone_id: string; month: string }) => {
    const subjectId = parseBiddingZone(params.bidding_zone_id);
    return begun({ kind: "bidding_zone", subjectId, month: params.month });
  };
  const begun = (subject: StatementSubject): StatementSubject => {
    if (subject.month <= getMonth(now())) return subject;
    throw invalid([{ pointer: "path/month", detail: "must have begun" }]);
  };
  const read = async (db: Db, subject: StatementSubject, { version }: VersionQuery) => {
    if (version === undefined) return readCurrentStatement(db, subject, now());
    const issued = await readIssuedStatement(db, subject, Number(version));
    if (!issued) throw unknown("version of this statement");
    return issued;
  };
  const check = async (db: Db, subject: StatementSubject, { version }: VersionQuery) => {
    const wanted = version === undefined ? undefined : Number(version);
    const checked = await checkStatement(db, subject, wanted, now());
    if (!checked) throw unknown("version of this statement");
    return checked;
  };
  const refuseUnrecorded = async (db: Db, subject: StatementSubject) => {
    const { month } = subject;
    if (await isMonthRecorded(db, subject, now())) return;
    throw new ApiProblem(
      "conflict",
      isMonthOver(subject, now())
        ? `The last quarter-hours of the month ${month} are not recorded yet. A statement is issued once they are, as a rule within a minute of their end.`
        : `The month ${month} has not ended. A statement is issued from the first day of the next month on.`,
    );
  };
  return {
    getCustomerStatement: async ({ db, params, query }) =>
      read(db, await ofCustomer(db, params, { isIssued: query.version !== undefined }), query),

    issueCustomerStatement: ({ params, caller, requestId, change }) =>
      change(async (tx) => {
        const subject = await ofCustomer(tx, params);
        await refuseUnrecorded(tx, subject);
        const operation = "issueCustomerStatement";
        return issueStatement(tx, subject, now(), { caller, requestId, operation });
      }),

    checkCustomerStatement: async ({ db, params, query }) =>
      check(db, await ofCustomer(db, params, { isIssued: true }), query),

    getBiddingZoneStatement: ({ db, params, query }) => read(db, ofZone(params), query),

    issueBiddingZoneStatement: ({ params, caller, requestId, change }) =>
      change(async (tx) => {
        const subject = ofZone(params);
        await refuseUnrecorded(tx, subject);
        const operation = "issueBiddingZoneStatement";
        return issueStatement(tx, subject, now(), { caller, requestId, operation });
      }),

    checkBiddingZoneStatement: ({ db, params, query }) => check(db, ofZone(params), query),
  };
};
