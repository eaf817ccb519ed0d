/** As high as the button that skips a request, so that nothing below it moves while it loads. */
export const SkipPlaceholder = () => <span className="mt-3 block min-h-10" />;
