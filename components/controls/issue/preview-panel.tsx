"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ControlChart } from "@/components/controls/charts/control-charts.dynamic.tsx";
import { classNames } from "@/components/ui/class-names.ts";
import { dynamic } from "@/components/ui/dynamic.tsx";
import { Failure } from "@/components/api/failure.tsx";
import { Empty, Loading } from "@/components/ui/states.tsx";
import type { ControlPreview } from "@/lib/contract/controls.ts";
import type { UnissuedControl } from "./preview-worth.tsx";
import type { Problem } from "@/lib/contract/problem.ts";

const PreviewFigures = dynamic(async () => (await import("./preview-figures.tsx")).PreviewFigures);

function PreviewResult({
  preview,
  isOld,
  takesRequests,
  worthOf,
  action,
}: Pick<PreviewState, "isOld" | "takesRequests" | "worthOf"> & {
  preview: ControlPreview;
  action: ReactNode;
}) {
  return (
    <div
      aria-busy={isOld}
      className={classNames("flex flex-col gap-4 transition-opacity", isOld && "opacity-60")}
    >
      <PreviewFigures preview={preview} takesRequests={takesRequests} worthOf={worthOf} />
      {action}
      <ControlChart effects={preview.results} rebound={preview.rebound} />
    </div>
  );
}

interface PreviewState {
  offered: boolean;
  /** What takes a second person can be requested here. */
  takesRequests: boolean;
  /** The control to be valued in euros; null if the service does not value it. */
  worthOf: UnissuedControl | null;
  preview: ControlPreview | null;
  /** The preview is of the previous draft. */
  isOld: boolean;
  problem: Problem | null;
  isLoading: boolean;
  onRetry: () => void;
}

function WithoutPreview({ offered, problem, isLoading, onRetry }: PreviewState) {
  const t = useTranslations("controls.preview");
  if (!offered) return <Empty title={t("notOffered")} hint={t("notOfferedHint")} />;
  if (problem) return <Failure problem={problem} onRetry={onRetry} />;
  if (isLoading) return <Loading label={t("loading")} />;
  return <Empty title={t("nothingYet")} hint={t("nothingYetHint")} />;
}

/** The expected effect of a control, where the service offers a preview, and the submit `action`. */
export function PreviewPanel({ action, ...state }: PreviewState & { action: ReactNode }) {
  const { preview, problem, isOld, takesRequests, worthOf } = state;
  if (preview && !problem)
    return (
      <PreviewResult
        preview={preview}
        isOld={isOld}
        takesRequests={takesRequests}
        worthOf={worthOf}
        action={action}
      />
    );
  return (
    <div className="flex flex-col gap-4">
      <WithoutPreview {...state} />
      {action}
    </div>
  );
}
