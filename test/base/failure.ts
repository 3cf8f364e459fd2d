/** The typed error an action throws; whatever else it does fails the test that asks. */
import { expect } from "vitest";
import { QwerkError } from "../../src/base/errors.ts";

export async function failureOf(action: () => unknown): Promise<QwerkError> {
  try {
    await action();
  } catch (error) {
    expect(error).toBeInstanceOf(QwerkError);
    return error as QwerkError;
  }
  throw new Error("nothing was thrown");
}

/** The stable code of that error. */
export async function codeOf(action: () => unknown): Promise<string> {
  return (await failureOf(action)).code;
}
