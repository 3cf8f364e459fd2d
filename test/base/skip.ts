/** Why a test is skipped stands in its title, where whoever reads a report sees it. */
export function skipNote(reason: string | undefined): string {
  return reason === undefined ? "" : ` (skipped: ${reason})`;
}
