import { ButtonLink } from "@/components/ui/button.tsx";
import { Mark } from "./mark.tsx";

/** An address behind which there is nothing for this account. */
export function NothingHere() {
  return (
    <div className="mx-auto grid min-h-[60dvh] max-w-md content-center gap-4">
      <Mark className="size-10" />
      <h1 className="text-xl font-semibold tracking-tight">There is nothing here</h1>
      <p className="text-muted">
        The address may be mistyped, what was here may be gone, or it is not for your account to
        see.
      </p>
      <div>
        <ButtonLink href="/" variant="primary">
          To the start
        </ButtonLink>
      </div>
    </div>
  );
}
