import type { Logger } from "pino";
import { DAY_MS, localDate } from "../../lib/time/amsterdam.ts";
import type { AlertMetrics } from "../metrics/alert-metrics.ts";
import { findAlerts } from "../planning/alert-findings.ts";
import {
  lockAlertRule,
  readEnabledAlertRules,
  type TargetedAlertRule,
} from "../store/alert-rules.ts";
import {
  applyFindings,
  deleteAlertsBefore,
  resolveWithoutRule,
  toAlert,
  type AlertRow,
} from "../store/alerts.ts";
import type { Db, Store } from "../store/store.ts";
import { enqueueEvents, type NewEvent } from "../store/webhook-queue.ts";

interface Options {
  store: Pick<Store, "exclusively">;
  metrics: AlertMetrics;
  log: Pick<Logger, "error" | "warn" | "info">;
}

/** Resolved alerts are kept this long. */
const RETENTION_MS = 400 * DAY_MS;

/**
 * Raises, updates and resolves alerts each minute, at one instance at a time. Each rule is one
 * transaction, which also enqueues the events of its alerts.
 */
export class AlertRunner {
  private cleanedDay = "";

  constructor(private readonly options: Options) {}

  /** Called each minute. Never throws: the next minute tries again. */
  async run(nowMs: number): Promise<void> {
    const { store, log } = this.options;
    try {
      await store.exclusively("alerts", async (db) => {
        for (const rule of await readEnabledAlertRules(db))
          await this.runRule(db, rule, nowMs).catch((error: unknown) =>
            log.error({ alertRuleId: rule.id, err: error }, "Failed to evaluate an alert rule"),
          );
        this.note([], await db.transaction((tx) => resolveLeft(tx, nowMs)));
        await this.deleteOld(db, nowMs);
      });
    } catch (error) {
      log.warn({ err: error }, "Failed to evaluate alert rules");
    }
  }

  private async runRule(db: Db, rule: TargetedAlertRule, nowMs: number): Promise<void> {
    const findings = await findAlerts(db, rule, nowMs);
    if (findings === null) return;
    const { raised, resolved } = await db.transaction(async (tx) => {
      const current = await lockAlertRule(tx, rule.id);
      const isSame = current?.updatedAt.getTime() === rule.updatedAt.getTime();
      if (!isSame) return { raised: [], resolved: [] };
      const changed = await applyFindings(tx, rule, findings, nowMs);
      await enqueueAlerts(tx, "curtail.alert.raised", changed.raised, nowMs);
      await enqueueAlerts(tx, "curtail.alert.resolved", changed.resolved, nowMs);
      return changed;
    });
    this.note(raised, resolved);
  }

  private note(raised: readonly AlertRow[], resolved: readonly AlertRow[]): void {
    const { metrics, log } = this.options;
    for (const { id, kind } of raised) {
      metrics.raised(kind);
      log.info({ alertId: id, kind }, "Raised an alert");
    }
    for (const { id, kind } of resolved) {
      metrics.resolved(kind);
      log.info({ alertId: id, kind }, "Resolved an alert");
    }
  }

  private async deleteOld(db: Db, nowMs: number): Promise<void> {
    const today = localDate(nowMs);
    if (this.cleanedDay === today) return;
    await deleteAlertsBefore(db, nowMs - RETENTION_MS);
    this.cleanedDay = today;
  }
}

/** Resolves the alerts of rules that were disabled or deleted. */
async function resolveLeft(tx: Db, nowMs: number): Promise<AlertRow[]> {
  const resolved = await resolveWithoutRule(tx, nowMs);
  await enqueueAlerts(tx, "curtail.alert.resolved", resolved, nowMs);
  return resolved;
}

const enqueueAlerts = (
  tx: Db,
  type: "curtail.alert.raised" | "curtail.alert.resolved",
  rows: readonly AlertRow[],
  nowMs: number,
): Promise<void> =>
  enqueueEvents(
    tx,
    rows.map((row): NewEvent => ({
      type,
      timeMs: nowMs,
      subject: row.id,
      zone: row.zone,
      groupId: row.groupId,
      data: toAlert(row, nowMs),
    })),
    nowMs,
  );
