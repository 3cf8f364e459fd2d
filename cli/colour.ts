/**
 * Colours for both output streams, each decided by itself: one may be a terminal while the other is a file. NO_COLOR
 * switches them off, FORCE_COLOR on (0 and false: off), NO_COLOR first.
 */
import pc from "picocolors";

export function wantsColour(
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>> = process.env,
): boolean {
  if (env["NO_COLOR"]) return false;
  const forced = env["FORCE_COLOR"];
  if (forced) return forced !== "0" && forced !== "false";
  return stream.isTTY === true && env["TERM"] !== "dumb";
}

export const stdoutColours = pc.createColors(wantsColour(process.stdout));
export const stderrColours = pc.createColors(wantsColour(process.stderr));
