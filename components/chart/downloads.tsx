"use client";

import { FileText, Image } from "lucide-react";
import { useState } from "react";
import type { LineChartData } from "./line-chart.tsx";
import type { ExportLabels } from "./png-export.ts";
import { useChartLabels } from "./use-chart-labels.ts";

/** What a chart is as a file; each is made when somebody asks for it. */
export interface Files {
  /** Name without its ending. */
  name: string;
  drawing: LineChartData | null;
  picture: ExportLabels;
  /** The numbers as CSV, in parts. */
  csv: () => Promise<string[]>;
}

/** The chart as a picture, and its numbers as a file for a spreadsheet. */
export function Downloads({ files }: { files: Files }) {
  const { t } = useChartLabels();
  const [hasFailed, setFailed] = useState(false);
  const { name, drawing, picture, csv } = files;
  async function save(make: () => Promise<void>) {
    setFailed(false);
    await make().catch(() => setFailed(true));
  }
  async function savePicture() {
    if (!drawing) return;
    const { renderPng } = await import("./png-export.ts");
    download(await renderPng(drawing, picture), `${name}.png`);
  }
  async function saveNumbers() {
    const { CSV_TYPE } = await import("@/lib/export/csv.ts");
    download(new Blob(await csv(), { type: CSV_TYPE }), `${name}.csv`);
  }
  return (
    <div role="group" aria-label={t("download.label")} className="flex items-center">
      <SaveButton kind="png" isReady={drawing !== null} onPress={() => void save(savePicture)} />
      <SaveButton kind="csv" isReady={drawing !== null} onPress={() => void save(saveNumbers)} />
      <span role="status" className="text-xs text-bad">
        {hasFailed && t("download.failed")}
      </span>
    </div>
  );
}

const icons = { png: Image, csv: FileText };

function SaveButton({
  kind,
  isReady,
  onPress,
}: {
  kind: "png" | "csv";
  isReady: boolean;
  onPress: () => void;
}) {
  const { t } = useChartLabels();
  const Icon = icons[kind];
  return (
    <button
      type="button"
      title={t(`download.${kind}Hint`)}
      aria-label={t(`download.${kind}Name`)}
      aria-disabled={!isReady || undefined}
      onClick={isReady ? onPress : undefined}
      className="inline-flex min-h-8 items-center gap-1.5 rounded-md px-2 text-xs font-medium text-muted hover:bg-sunken hover:text-ink aria-disabled:opacity-35"
    >
      <Icon aria-hidden className="size-4" />
      {t(`download.${kind}`)}
    </button>
  );
}

/** Hands a file to the reader's browser to keep. */
function download(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
