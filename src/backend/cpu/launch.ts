/**
 * A launch of a WebAssembly body, bound: in which memory it runs, at which addresses, and what must be copied because
 * it lies in another memory. Apart from the backend because it is a plan: made once at load, run every step.
 */
import { alignUp } from "../../base/bytes.ts";
import { invariant } from "../../base/invariant.ts";
import type { Access } from "../../base/operands.ts";
import type { BufferRef } from "../../program/program.ts";
import { type CpuBuffer, WasmRoom } from "./memory.ts";
import { RANGE_ALIGNMENT } from "./range-allocator.ts";

export interface Binding {
  readonly buffer: CpuBuffer;
  readonly ref: BufferRef;
  readonly access: Access;
}

/** A binding that lies in another memory than its launch runs in. */
export interface Copy {
  readonly binding: Binding;
  readonly home: WasmRoom;
  readonly address: number;
}

export interface Place {
  readonly room: WasmRoom;
  readonly addresses: readonly number[];
  readonly copies: readonly Copy[];
}

function roomOf({ buffer }: Binding): WasmRoom {
  invariant(buffer.room instanceof WasmRoom, `${buffer.name} is in no WebAssembly memory`);
  return buffer.room;
}

/** Where a launch runs: in the memory of its largest binding. @throws CapacityError when the copies have no room there */
export function placeLaunch(bindings: readonly Binding[]): Place {
  const largest = bindings.reduce((a, b) => (b.ref.sizeBytes > a.ref.sizeBytes ? b : a));
  const room = roomOf(largest);
  const away = bindings.filter((binding) => roomOf(binding) !== room);
  const bytes = away.reduce((sum, { ref }) => sum + alignUp(ref.sizeBytes, RANGE_ALIGNMENT), 0);
  let next = bytes === 0 ? 0 : room.own("copies", bytes);
  const copies: Copy[] = [];
  const addresses = bindings.map((binding) => {
    if (!away.includes(binding)) return binding.buffer.addressOf(binding.ref);
    const address = next;
    next += alignUp(binding.ref.sizeBytes, RANGE_ALIGNMENT);
    copies.push({ binding, home: roomOf(binding), address });
    return address;
  });
  return { room, addresses, copies };
}

function bytesAt(room: WasmRoom, address: number, bytes: number): Uint8Array {
  return new Uint8Array(room.buffer, address, bytes);
}

/** Brings what lies elsewhere; of what the launch writes too, because it may write a part. */
export function copyIn(room: WasmRoom, copies: readonly Copy[]): void {
  for (const { binding, home, address } of copies) {
    const { buffer, ref } = binding;
    bytesAt(room, address, ref.sizeBytes).set(bytesAt(home, buffer.addressOf(ref), ref.sizeBytes));
  }
}

/** Takes back what the launch wrote. */
export function copyOut(room: WasmRoom, copies: readonly Copy[]): void {
  for (const { binding, home, address } of copies) {
    const { buffer, ref, access } = binding;
    if (access === "read") continue;
    bytesAt(home, buffer.addressOf(ref), ref.sizeBytes).set(bytesAt(room, address, ref.sizeBytes));
  }
}
