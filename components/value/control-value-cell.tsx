"use client";

import { useEffect, useRef, useState } from "react";
import { NotGiven } from "@/components/table/common-columns.tsx";
import { useOperation } from "@/components/api/use-operation.ts";
import { useFormats } from "@/components/ui/use-formats.ts";

/**
 * What a control is worth to the supplier by its latest revision, in a cell of a table. It is read
 * once the cell is visible: the value of a large control takes a second.
 */
export function ControlValueCell({ controlId }: { controlId: string }) {
  const f = useFormats();
  const cell = useRef<HTMLSpanElement>(null);
  const [isVisible, setVisible] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setVisible(true);
    });
    observer.observe(cell.current!);
    return () => observer.disconnect();
  }, []);
  const { data } = useOperation(
    "getControlValue",
    isVisible ? { params: { control_id: controlId } } : null,
  );
  const eur = data?.revisions.at(-1)?.supplier.eur;
  return (
    <span ref={cell} className="inline-block min-w-4">
      {data && typeof eur !== "number" && <NotGiven />}
      {typeof eur === "number" ? f.eur(eur, { signed: true }) : "\u00a0"}
    </span>
  );
}
