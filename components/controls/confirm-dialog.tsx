"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import { isFinal } from "@/components/api/final.ts";
import { energyKwh } from "@/components/charts/series.ts";
import { Button } from "@/components/ui/button.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";
import { Field, TextInput } from "@/components/ui/field.tsx";
import { Failure } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/use-formats.ts";
import type { ControlPreview } from "@/lib/contract/controls.ts";
import type { Problem } from "@/lib/contract/problem.ts";
import { beginsAtOnce, passedOf, type KeptOrder } from "./kept-order.ts";
import { questionOf } from "./order.ts";
import { unheardSentence } from "./preview-notes.tsx";

/** What is asked for, and what is known of it before it is. */
interface Asked {
  order: KeptOrder;
  preview: ControlPreview | null;
  /** Whether the service takes controls back. */
  canCancel: boolean;
  /** Whether the service keeps reasons; else none is spoken of. */
  takesReason: boolean;
}

const strong = (chunks: ReactNode) => <strong className="font-semibold">{chunks}</strong>;

function WhoIsTold({ order: { type, approval }, preview }: Asked) {
  const words = approval ? "approval" : "confirm";
  const t = useTranslations("controls");
  const f = useFormats();
  const means = t(`types.${type}.means`);
  if (!preview) return <p>{t(`${words}.tellsUnknown`, { means })}</p>;
  const counted = (what: "devices" | "locations") =>
    t(`confirm.${what}`, { count: preview[what], shown: f.count(preview[what]) });
  const [devices, locations] = [counted("devices"), counted("locations")];
  return <p>{t.rich(`${words}.tells`, { devices, locations, means, strong })}</p>;
}

/** When it would run; one that begins at once begins in the minute it is confirmed in. */
function WhenText({ order }: Pick<Asked, "order">) {
  const t = useTranslations("controls");
  const f = useFormats();
  const { from, to } = order.window;
  if (!beginsAtOnce(order)) return f.window(from, to);
  return t(order.approval ? "approval.fromApproval" : "confirm.fromNow", { end: f.moment(to) });
}

function Facts({ order, preview, takesReason }: Asked) {
  const { window, reason } = order;
  const t = useTranslations("controls");
  const f = useFormats();
  const energy = preview && f.kwh(energyKwh(preview.results), { signed: true });
  const said = reason
    ? t("confirm.reasonHint", { reason: t(`reasons.${reason}`) })
    : t("confirm.reasonNone");
  const start = f.time(window.from);
  const facts: [string, ReactNode][] = [
    [t("confirm.when"), <WhenText key="when" order={order} />],
    [
      t("confirm.change"),
      energy &&
        (beginsAtOnce(order)
          ? t("confirm.changeIf", { energy, start })
          : t("confirm.changeOf", { energy })),
    ],
    [t("confirm.reason"), takesReason && said],
  ];
  return (
    <dl className="grid gap-x-4 rounded-md sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-1 border border-line bg-canvas px-3 py-2.5">
      {facts.map(
        ([label, fact]) =>
          fact && (
            <div key={label} className="contents">
              <dt className="text-muted max-sm:text-xs">{label}</dt>
              <dd className="font-medium max-sm:mb-1.5">{fact}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Consequence(asked: Asked) {
  const { order, preview, canCancel } = asked;
  const t = useTranslations("controls");
  const f = useFormats();
  const end = f.moment(order.window.to);
  return (
    <div className="flex flex-col gap-3 text-ink">
      <WhoIsTold {...asked} />
      <Facts {...asked} />
      {preview && preview.unheard > 0 && (
        <p className="text-warn">{unheardSentence(preview.unheard, { t, f })}</p>
      )}
      <p>{t(`types.${order.type}.consequence`)}</p>
      {order.approval ? (
        <p className="text-muted">{t("approval.requestedOnly")}</p>
      ) : (
        <p className="text-muted">
          {t(canCancel ? "confirm.endsCancel" : "confirm.ends", { end })} {t("confirm.accepted")}
        </p>
      )}
    </div>
  );
}

/** Asks for a zone's code; what does not match is told once it is as long as the code. */
function CodeField({
  code,
  typed,
  onType,
}: {
  code: string;
  typed: string;
  onType: (typed: string) => void;
}) {
  const t = useTranslations("controls.confirm");
  const isWrong = typed.trim().length >= code.length && typed.trim() !== code;
  return (
    <Field label={t("typeCode", { code })} error={isWrong ? t("wrongCode", { code }) : undefined}>
      <TextInput
        value={typed}
        onChange={(event) => onType(event.target.value)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
    </Field>
  );
}

/** That the question came too late, which the order's window tells. */
function Passed({ what, order }: Pick<Asked, "order"> & { what: "window" | "start" }) {
  const t = useTranslations("controls.confirm.passed");
  const f = useFormats();
  const { from, to } = order.window;
  return (
    <p role="alert" className="text-warn">
      {t(what, { start: f.time(from), end: f.time(to) })}
    </p>
  );
}

/** Where a window is chosen takes the focus, once the dialog has given it back. */
const toWindows = () =>
  setTimeout(() => document.querySelector<HTMLElement>("[name=window]:checked")?.focus());

/**
 * The last question before hardware is told; a bidding zone's code has to be typed. It is withdrawn
 * once its window has passed (at `now`, ms) and once the answer could only be the same.
 */
export function ConfirmDialog({
  now,
  pending,
  problem,
  onClose,
  onConfirm,
  ...asked
}: Asked & {
  now: number;
  pending: boolean;
  problem: Problem | null;
  onClose: () => void;
  onConfirm: () => void;
}) {
  const t = useTranslations("controls");
  const { order } = asked;
  const { target, approval } = order;
  const [typed, setTyped] = useState("");
  const keep = useRef<HTMLButtonElement>(null);
  const passed = pending ? null : passedOf(order, now);
  const needsCode = target.kind === "bidding_zone" && !passed;
  const isOver = passed !== null || (problem !== null && isFinal(problem));
  const isReady = !isOver && (!needsCode || typed.trim() === target.id);
  // An Enter that is held down must not answer the question it asked.
  useEffect(() => {
    if (!needsCode) keep.current?.focus();
  }, [needsCode, passed]);
  const leave = () => {
    if (pending) return;
    onClose();
    if (passed) toWindows();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !pending) onConfirm();
  };
  return (
    <Dialog
      open
      onClose={leave}
      title={questionOf(order, t)}
      description={<Consequence {...asked} />}
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        {needsCode && <CodeField code={target.id} typed={typed} onType={setTyped} />}
        {passed && <Passed what={passed} order={order} />}
        {problem && !passed && <Failure problem={problem} />}
        <p role="status" className="text-muted empty:hidden">
          {pending && t(approval ? "approval.sent" : "confirm.sent")}
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button ref={keep} onClick={leave} disabled={pending}>
            {t(passed ? "confirm.chooseAgain" : approval ? "approval.doNot" : "confirm.doNot")}
          </Button>
          <Button
            type="submit"
            variant={approval ? "primary" : "danger"}
            pending={pending}
            disabled={!isReady}
          >
            {t(approval ? "approval.send" : "confirm.issue")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
