/**
 * How long tests wait for a process, a page or a terminal before they call it hung and say what it showed last. Shorter
 * than a test's own limit, which shows nothing; longer than any wait on a machine that does ten things at once.
 */
export const HANG_MS = 300_000;
