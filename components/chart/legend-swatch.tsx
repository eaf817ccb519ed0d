/** The meaning of a colour. */
export const LegendSwatch = ({ colour, label }: { colour: string; label: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <span aria-hidden className={`size-2.5 rounded-xs ${colour}`} />
    {label}
  </span>
);
