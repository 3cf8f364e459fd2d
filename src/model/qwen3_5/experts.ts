/**
 * The refusal of mixture of experts, in one place: a config, a model's name or a parameter may be what tells. What running
 * them would take is in ARCHITECTURE.md.
 */
import { UnsupportedError } from "../../base/errors.ts";

/** @param found what in the file says so, and where */
export function expertsRefused(found: string): UnsupportedError {
  return new UnsupportedError("mixture_of_experts", `mixture of experts is not supported yet (${found})`, {
    hint: "use a dense model of the family, such as Qwen3.8-27B",
  });
}
