/** What a reader refuses with, for tests: a refusal is always typed and always has a place. */
import { expect } from "vitest";
import { RequestError } from "../../src/base/errors.ts";

export function refusalOf(read: () => unknown): RequestError {
  let taken: unknown;
  try {
    taken = read();
  } catch (error) {
    expect(error).toBeInstanceOf(RequestError);
    expect((error as RequestError).data["param"]).toEqual(expect.any(String));
    return error as RequestError;
  }
  throw new Error(`nothing was refused: ${JSON.stringify(taken)}`);
}
