/** How something is used: with a mouse and keys, or by touch. */
export const HintByPointer = ({ fine, coarse }: { fine: string; coarse: string }) => (
  <>
    <span className="pointer-coarse:hidden">{fine}</span>
    <span className="hidden pointer-coarse:inline">{coarse}</span>
  </>
);
