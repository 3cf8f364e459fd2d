/**
 * The token side of the composition root: an artifact and a backend become an engine that takes token ids and gives
 * token ids. Apart from the text side, because the worker that owns the device loads this and no more: nothing here may
 * reach a tokenizer or a template.
 */
import type { Artifact } from "./artifact/open.ts";
import type { Backend } from "./backend/backend.ts";
import { FUSED_FEATURE } from "./base/caps.ts";
import { CapacityError, RequestError } from "./base/errors.ts";
import { shownValue } from "./base/refusal.ts";
import { PAGE_TOKENS } from "./base/step-block.ts";
import { type CompileTarget, compilePrograms, FLOAT_ROWS, loadRunner } from "./compile-model.ts";
import { checkEngineOptions, type TokenEngineOptions } from "./engine-options.ts";
import type { Model } from "./model/model.ts";
import { modelOf } from "./model/open.ts";
import type { PoolCapacity } from "./passes/lower.ts";
import { accountOf, type ProgramAccount } from "./program/account.ts";
import { sharedBuffers } from "./program/program.ts";
import type { Profile } from "./program/storage.ts";
import type { RunnerPrograms } from "./runtime/model-runner.ts";
import type { TokenEngine, TokenEngineInfo } from "./runtime/request.ts";
import { LocalTokenEngine } from "./runtime/token-engine.ts";

const DEFAULT_MAX_CONTEXT = 8192;
const DEFAULT_PREFILL_CHUNK = 256;

/**
 * Room the pools and the step block need.
 * @param options whose kinds were checked
 * @throws CapacityError `bad_max_context`
 */
export function planCapacity(
  maxPositions: number,
  options: TokenEngineOptions,
): { readonly maxContext: number; readonly prefillChunk: number; readonly capacity: PoolCapacity } {
  const maxContext = options.maxContext ?? Math.min(maxPositions, DEFAULT_MAX_CONTEXT);
  if (!Number.isInteger(maxContext) || maxContext < 2 || maxContext > maxPositions) {
    throw new CapacityError(
      "bad_max_context",
      `max context is ${shownValue(maxContext)}; this model takes whole numbers from 2 to ${maxPositions}`,
      { hint: `\`maxContext\` ${maxPositions} is the largest that fits the model`, data: { param: "maxContext" } },
    );
  }
  const maxLanes = options.maxLanes ?? 1;
  const prefillChunk = Math.min(options.prefillChunk ?? DEFAULT_PREFILL_CHUNK, maxContext);
  const pagesPerLane = Math.ceil(maxContext / PAGE_TOKENS);
  return {
    maxContext,
    prefillChunk,
    capacity: {
      maxRows: prefillChunk + maxLanes,
      maxLanes,
      maxOutputs: maxLanes,
      maxPagesPerLane: pagesPerLane,
      slots: maxLanes + 1,
      pages: maxLanes * pagesPerLane + 1,
    },
  };
}

/** A token engine before any of it is allocated. */
export interface TokenEnginePlan {
  readonly profile: Profile;
  readonly maxContext: number;
  readonly prefillChunk: number;
  readonly capacity: PoolCapacity;
  readonly programs: RunnerPrograms;
  /** Exact bytes of all its buffers. */
  readonly account: ProgramAccount;
  /** The account in the parts that people are shown. */
  readonly memory: TokenEngineInfo["memory"];
}

/**
 * What an engine would run and hold on a backend. No device is touched and no tensor read.
 * @throws CapacityError `bad_max_context`, `binding_too_large`; RequestError for options that mean nothing
 */
export function planTokenEngine(
  model: Model,
  target: CompileTarget,
  options: TokenEngineOptions = {},
): TokenEnginePlan {
  checkEngineOptions(options, {});
  const profile = options.profile ?? "exact";
  if (profile === "exact" && target.caps.features.has(FUSED_FEATURE)) {
    throw new RequestError("bad_profile", "profile is exact on a backend that fuses multiplication and addition", {
      hint: "`profile` fast goes with `fma`; or leave that out",
      data: { param: "profile" },
    });
  }
  const { maxContext, prefillChunk, capacity } = planCapacity(model.config.text.maxPositions, options);
  const activations = options.activations ?? "float";
  if (activations === "int8" && capacity.maxRows <= FLOAT_ROWS) {
    throw new RequestError(
      "bad_activations",
      `activations int8 has no effect: steps have at most ${capacity.maxRows} rows, and those of up to ${FLOAT_ROWS} keep floats`,
      {
        hint: "use a larger `prefillChunk`, or leave `activations` out",
        data: { param: "activations", rows: capacity.maxRows },
      },
    );
  }
  const programs = compilePrograms(model, target, { profile, activations, capacity, maxPositions: maxContext });
  const account = accountOf(sharedBuffers([...programs.argmax, ...programs.sample]), capacity);
  return { profile, maxContext, prefillChunk, capacity, programs, account, memory: memoryParts(account) };
}

function memoryParts(account: ProgramAccount): TokenEngineInfo["memory"] {
  const { weightBytes: weights, keyValueBytes: keyValues, stateBytes: states, totalBytes } = account;
  return { weights, keyValues, states, other: totalBytes - weights - keyValues - states };
}

/**
 * The model on a device, token ids in and out. Runs in the thread that calls it. When it throws, the backend holds nothing
 * of it.
 * @throws the reason of `signal` once it is aborted; RequestError for options that mean nothing; CapacityError, CompileError, ArtifactError, DeviceLostError as
 * their sources do
 */
export async function openTokenEngine(
  artifact: Artifact,
  backend: Backend,
  options: TokenEngineOptions = {},
): Promise<TokenEngine> {
  const model = modelOf(artifact);
  const plan = planTokenEngine(model, backend, options);
  const { profile, maxContext, prefillChunk, capacity } = plan;
  const runner = await loadRunner(model, backend, plan.programs, capacity, options);
  const info: TokenEngineInfo = {
    backend: backend.name,
    device: backend.caps.device,
    profile,
    vocabulary: model.config.text.vocabSize,
    maxContext,
    maxLanes: capacity.maxLanes,
    memory: plan.memory,
  };
  return new LocalTokenEngine(runner, info, { maxContext, prefillChunk, pages: capacity.pages });
}
