import { syncEarlyInput } from "@/components/ui/hydrate-input-value.ts";

/** Shows or hides the text of the form's password fields. */
export function ShowPassword({
  label,
  shown,
  onShow,
}: {
  label: string;
  shown: boolean;
  onShow: (shown: boolean) => void;
}) {
  return (
    <label className="flex min-h-6 items-center gap-2">
      <input
        ref={syncEarlyInput}
        type="checkbox"
        checked={shown}
        onChange={(event) => onShow(event.target.checked)}
        className="size-4 accent-(--accent)"
      />
      {label}
    </label>
  );
}
