const CAP = 15;
const FOOT = 29;
const WIDTH = 5;
const bars = [
  { x: 1.5, top: 20 },
  { x: 7.5, top: 10 },
  { x: 13.5, top: 4 },
  { x: 19.5, top: 7 },
  { x: 25.5, top: 18 },
];

/** The mark: a day in five bars, what a control takes off its peak in violet. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={className}>
      {bars.map(({ x, top }) => {
        const visible = Math.max(top, CAP);
        return (
          <g key={x}>
            <rect
              x={x}
              y={visible}
              width={WIDTH}
              height={FOOT - visible}
              fill="var(--production-mark)"
            />
            {top < CAP && (
              <rect x={x} y={top} width={WIDTH} height={CAP - 1.5 - top} fill="var(--curtailed)" />
            )}
          </g>
        );
      })}
    </svg>
  );
}
