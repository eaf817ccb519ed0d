import { notFound } from "next/navigation";

/** An address nothing stands at is said inside the frame, where the way on is. */
export default function UnknownPage() {
  notFound();
}
