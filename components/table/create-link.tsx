import { Plus } from "lucide-react";
import { ButtonLink } from "@/components/ui/button.tsx";

/** The link to the form of a new resource. */
export function CreateLink({
  href,
  size,
  variant = "primary",
  children,
}: {
  href: string;
  size?: "sm";
  variant?: "primary" | "secondary";
  children: string;
}) {
  return (
    <ButtonLink href={href} size={size} variant={variant}>
      <Plus aria-hidden className="size-4" />
      {children}
    </ButtonLink>
  );
}
