import { toneFill } from "@/components/ui/tone.ts";
import { useFormats } from "@/components/ui/use-formats.ts";

/** A number beside a place of the navigation, `label` says what it counts; nothing where it is 0. */
export function NavCount({
  count,
  label,
  tone,
}: {
  count: number;
  label: string;
  tone: keyof typeof toneFill;
}) {
  const f = useFormats();
  if (count === 0) return null;
  return (
    <span
      className={`nav-count absolute top-1 left-1/2 ml-2 min-w-4.5 rounded-full ${toneFill[tone]} px-1 text-center text-[0.6875rem]/4.5 font-semibold text-canvas lg:static lg:ml-auto`}
    >
      <span aria-hidden>{f.count(count)}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
