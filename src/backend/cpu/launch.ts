/**
 * Where a launch of a WebAssembly body runs, and what must be copied because it lies in another memory: its values' rows
 * of the step, everything else whole. Apart from the loader because it is the one place that knows several memories.
 */
import { alignUp } from "../../base/bytes.ts";
import { invariant } from "../../base/invariant.ts";
import type { Access } from "../../base/operands.ts";
import type { BufferRef, Extents } from "../../program/program.ts";
import { type CpuBuffer, type Room, WasmRoom } from "./memory.ts";
import { RANGE_ALIGNMENT } from "./range-allocator.ts";
import type { PlannedLaunch, TouchedBytes } from "./step-plan.ts";
import type { BoundRun } from "./walk.ts";

export interface Binding {
  readonly buffer: CpuBuffer;
  readonly ref: BufferRef;
  readonly access: Access;
}

/** A launch as the loader lists it. */
export interface Entry {
  readonly launch: PlannedLaunch;
  readonly run: BoundRun;
}

/** Addresses of all rooms on one line, for comparing ranges. */
const ROOM_SPAN = 2 ** 40;
const roomNumbers = new WeakMap<Room, number>();
let rooms = 0;

function touched(room: Room, address: number, bytes: number, written: boolean): TouchedBytes {
  let number = roomNumbers.get(room);
  if (number === undefined) {
    number = rooms++;
    roomNumbers.set(room, number);
  }
  const start = number * ROOM_SPAN + address;
  return { start, end: start + bytes, written };
}

/** What a launch touches of its own bindings, where they lie. */
export function touchesOf(bindings: readonly Binding[]): TouchedBytes[] {
  return bindings.map(({ buffer, ref, access }) =>
    touched(buffer.room, buffer.addressOf(ref), ref.sizeBytes, access !== "read"),
  );
}

function roomOf({ buffer }: Binding): WasmRoom {
  invariant(buffer.room instanceof WasmRoom, `${buffer.name} is in no WebAssembly memory`);
  return buffer.room;
}

/** The memory of its largest binding. */
export function homeOf(bindings: readonly Binding[]): WasmRoom {
  return roomOf(bindings.reduce((a, b) => (b.ref.sizeBytes > a.ref.sizeBytes ? b : a)));
}

/** Bytes that copies of bindings from other memories take in a launch's own. */
export function copyBytes(home: WasmRoom, bindings: readonly Binding[]): number {
  const away = bindings.filter((binding) => roomOf(binding) !== home);
  return away.reduce((sum, { ref }) => sum + alignUp(ref.sizeBytes, RANGE_ALIGNMENT), 0);
}

/** A launch in its memory: addresses and ranges there, and the copies before and after it. */
export interface PlacedLaunch {
  readonly addresses: readonly number[];
  readonly touches: readonly TouchedBytes[];
  readonly before: readonly Entry[];
  readonly after: readonly Entry[];
}

/** @param copies where the copies lie in `home` */
export function placeLaunch(home: WasmRoom, bindings: readonly Binding[], copies: number): PlacedLaunch {
  const before: Entry[] = [];
  const after: Entry[] = [];
  let next = copies;
  const places = bindings.map((binding) => {
    const { buffer, ref, access } = binding;
    const there: Side = { room: roomOf(binding), address: buffer.addressOf(ref) };
    if (there.room === home) return there;
    const here: Side = { room: home, address: next };
    next += alignUp(ref.sizeBytes, RANGE_ALIGNMENT);
    // What the launch writes comes too, because it may write a part.
    before.push(copyEntry(there, here, ref));
    if (access !== "read") after.push(copyEntry(here, there, ref));
    return here;
  });
  return {
    addresses: places.map(({ address }) => address),
    touches: places.map(({ room, address }, i) => {
      const { ref, access } = bindings[i]!;
      return touched(room, address, ref.sizeBytes, access !== "read");
    }),
    before,
    after,
  };
}

interface Side {
  readonly room: WasmRoom;
  readonly address: number;
}

/** Bytes of a binding that a step of so many rows uses. */
function usedBytes({ sizeBytes, rows }: BufferRef, extents: Extents): number {
  return rows === undefined ? sizeBytes : Math.min(sizeBytes, alignUp(extents[rows.extent] * rows.bytes, 4));
}

function copyEntry(from: Side, to: Side, ref: BufferRef): Entry {
  const run: BoundRun = (tokens, sequences, outputs) => {
    const bytes = usedBytes(ref, { tokens, sequences, outputs });
    new Uint8Array(to.room.buffer, to.address, bytes).set(new Uint8Array(from.room.buffer, from.address, bytes));
  };
  const touches = [
    touched(from.room, from.address, ref.sizeBytes, false),
    touched(to.room, to.address, ref.sizeBytes, true),
  ];
  return { run, launch: { touches, divisible: false, size: once } };
}

/** Of a launch that gets the rows of the step and is one item. */
function once({ tokens, sequences, outputs }: Extents): readonly [number, number, number, number] {
  return [tokens, sequences, outputs, 1];
}
