// One fiber per CUDA thread. A block's warps are run in an order drawn from the seed, each until all its lanes wait;
// a warp's meeting is resolved when all its lanes have come to the same one, a barrier when the whole block has. If
// nothing can go on, threads have diverged, and the report says where each side stands.
#include "scheduler.h"

#include <string.h>

#include <algorithm>
#include <map>
#include <vector>

#include "fiber.h"

unsigned long emulated_counters[EMULATED_COUNTERS];

namespace {

const size_t STACK_BYTES = 256 * 1024;
const unsigned char JUNK = 0xff;

enum State { READY, AT_BARRIER, IN_MEETING, ENDED };

struct Copy {
  void* target;
  const void* source;
  unsigned bytes;
};

// Bytes of global memory that the lanes of a warp touch at once.
struct WarpAccess {
  std::vector<std::pair<size_t, unsigned>> ranges;
};

// The how-manieth passage of a thread through a place in the kernel: the lanes of a warp make it together.
typedef std::pair<const void*, unsigned> Passage;

struct Fiber {
  FiberContext context;
  char* stack = nullptr;
  EmulatedThread identity;
  State state = ENDED;
  int line = 0;
  void* argument = nullptr;
  EmulatedResolve resolve = nullptr;
  unsigned mask = 0;
  std::vector<Copy> open;
  std::vector<std::vector<Copy>> groups;
  std::map<const void*, unsigned> passages;
};

struct Block {
  const EmulatedKernel* kernel = nullptr;
  const char* name = "";
  void** parameters = nullptr;
  std::vector<Fiber*> fibers;
  unsigned threads = 0;
  Fiber* running = nullptr;
  FiberContext scheduler;
  std::vector<char> dynamic_shared;
  LaunchFault fault;
  std::vector<std::map<Passage, WarpAccess>> accesses;
  unsigned long random = 0;
};

Block block;

unsigned draw(unsigned below) {
  block.random = block.random * 6364136223846793005ul + 1442695040888963407ul;
  return unsigned(block.random >> 33) % below;
}

std::string place(const Fiber& fiber) {
  const EmulatedThread& t = fiber.identity;
  return "block (" + std::to_string(t.block.x) + ", " + std::to_string(t.block.y) + ", " + std::to_string(t.block.z) +
         ") thread (" + std::to_string(t.thread.x) + ", " + std::to_string(t.thread.y) + ", " +
         std::to_string(t.thread.z) + ")";
}

std::string standing(const Fiber& fiber) {
  if (fiber.state == AT_BARRIER) return "waits at the barrier of line " + std::to_string(fiber.line);
  if (fiber.state == IN_MEETING) return "waits for its warp";
  return fiber.state == ENDED ? "has ended" : "runs";
}

void fail(const std::string& text) {
  if (block.fault.text.empty()) block.fault.text = std::string("kernel ") + block.name + ": " + text;
}

void wait() {
  Fiber* self = block.running;
  fiber_swap(self->context, block.scheduler);
}

void apply(const std::vector<Copy>& copies) {
  for (const Copy& copy : copies) memcpy(copy.target, copy.source, copy.bytes);
}

void barrier(int line) {
  block.running->state = AT_BARRIER;
  block.running->line = line;
  wait();
}
void meet(void* mine, EmulatedResolve resolve, unsigned mask, int line) {
  Fiber* self = block.running;
  self->state = IN_MEETING;
  self->argument = mine;
  self->resolve = resolve;
  self->mask = mask;
  self->line = line;
  wait();
}
void* dynamic_shared() {
  const size_t at = reinterpret_cast<size_t>(block.dynamic_shared.data());
  return reinterpret_cast<void*>((at + 127) & ~size_t(127));
}
void copy_async(void* target, const void* source, unsigned bytes) {
  block.running->open.push_back({target, source, bytes});
  memset(target, JUNK, bytes);
}
void commit_copies() {
  block.running->groups.push_back(std::move(block.running->open));
  block.running->open.clear();
}
void wait_copies(unsigned in_flight) {
  std::vector<std::vector<Copy>>& groups = block.running->groups;
  while (groups.size() > in_flight) {
    apply(groups.front());
    groups.erase(groups.begin());
  }
}
void count(int counter, unsigned long amount) { emulated_counters[counter] += amount; }

void access(const void* address, unsigned bytes, const void* place) {
  if (!is_device_memory(address)) return;
  Fiber* self = block.running;
  const EmulatedThread& t = self->identity;
  const unsigned warp = (t.thread.x + t.threads.x * (t.thread.y + t.threads.y * t.thread.z)) / 32;
  WarpAccess& found = block.accesses[warp][{place, self->passages[place]++}];
  found.ranges.push_back({reinterpret_cast<size_t>(address), bytes});
}
void yield() { wait(); }

// A fault ends the launch: the thread is never resumed.
void misaligned(const void* address, unsigned needed, const char* what, unsigned line) {
  const std::string where = line == 0 ? "" : " in line " + std::to_string(line);
  fail(place(*block.running) + " accesses " + what + where + " " +
       std::to_string(reinterpret_cast<size_t>(address) % needed) + " B behind a multiple of " + std::to_string(needed));
  block.fault.misaligned = true;
  wait();
}

const EmulatedRuntime runtime = {barrier,     meet,  dynamic_shared, copy_async, commit_copies,
                                 wait_copies, count, access,         yield,      misaligned};

const size_t SECTOR_BYTES = 32;

// Sectors that the access touches, and those that its distinct bytes would fill.
void count_sectors(WarpAccess& access) {
  std::sort(access.ranges.begin(), access.ranges.end());
  size_t sectors = 0, bytes = 0, covered_to = 0, next_sector = 0;
  for (const auto& range : access.ranges) {
    const size_t end = range.first + range.second;
    if (end <= covered_to) continue;
    bytes += end - std::max(range.first, covered_to);
    covered_to = end;
    const size_t first = std::max(range.first / SECTOR_BYTES, next_sector), last = (end - 1) / SECTOR_BYTES;
    if (last < first) continue;
    sectors += last - first + 1;
    next_sector = last + 1;
  }
  const size_t minimum = (bytes + SECTOR_BYTES - 1) / SECTOR_BYTES;
  count(EMULATED_GLOBAL_ACCESSES, 1);
  count(EMULATED_UNCOALESCED_ACCESSES, sectors > minimum);
  count(EMULATED_GLOBAL_SECTORS, sectors);
  count(EMULATED_MINIMUM_SECTORS, minimum);
}

void count_block_accesses() {
  for (auto& warp : block.accesses) {
    for (auto& entry : warp) count_sectors(entry.second);
    warp.clear();
  }
}

void thread_main(void* argument) {
  Fiber* self = static_cast<Fiber*>(argument);
  block.kernel->call(block.parameters);
  if (!self->open.empty() || !self->groups.empty()) fail(place(*self) + " ended with copies in flight");
  self->state = ENDED;
  for (;;) wait();
}

void run_lane(Fiber* fiber) {
  block.running = fiber;
  *block.kernel->current = &fiber->identity;
  fiber_swap(block.scheduler, fiber->context);
}

// Resolves one meeting of the warp that starts at `first`, if all lanes of its mask have come.
bool resolve_meeting(unsigned first, unsigned lanes) {
  for (unsigned leader = 0; leader < lanes; leader++) {
    Fiber* head = block.fibers[first + leader];
    if (head->state != IN_MEETING || !(head->mask >> leader & 1u)) continue;
    void* arguments[32] = {};
    bool complete = true;
    for (unsigned i = 0; i < 32 && complete; i++) {
      if (!(head->mask >> i & 1u)) continue;
      if (i >= lanes) { fail(place(*head) + " names lane " + std::to_string(i) + " that its warp does not have"); return false; }
      Fiber* lane = block.fibers[first + i];
      complete = lane->state == IN_MEETING && lane->resolve == head->resolve && lane->mask == head->mask;
      arguments[i] = lane->argument;
    }
    if (!complete) continue;
    head->resolve(arguments);
    for (unsigned i = 0; i < lanes; i++) if (arguments[i]) block.fibers[first + i]->state = READY;
    return true;
  }
  return false;
}

bool run_warp(unsigned first) {
  const unsigned lanes = block.threads - first < 32 ? block.threads - first : 32;
  bool moved = false;
  do {
    const unsigned start = draw(lanes);
    for (unsigned i = 0; i < lanes; i++) {
      Fiber* fiber = block.fibers[first + (start + i) % lanes];
      if (fiber->state != READY) continue;
      moved = true;
      run_lane(fiber);
      if (!block.fault.text.empty()) return false;
    }
  } while (resolve_meeting(first, lanes));
  return moved && block.fault.text.empty();
}

void report_divergence() {
  const Fiber* waiting = nullptr;
  for (unsigned i = 0; i < block.threads; i++) if (block.fibers[i]->state != ENDED && !waiting) waiting = block.fibers[i];
  for (unsigned i = 0; i < block.threads; i++) {
    const Fiber& other = *block.fibers[i];
    if (other.state == waiting->state && other.line == waiting->line) continue;
    fail("divergence: " + place(*waiting) + " " + standing(*waiting) + ", " + place(other) + " " + standing(other));
    return;
  }
  fail("divergence: " + place(*waiting) + " " + standing(*waiting) + " and nobody else comes");
}

// Lets every thread through when all stand at one barrier. False when the block is done or stuck.
bool pass_barrier() {
  unsigned ended = 0;
  bool together = true;
  for (unsigned i = 0; i < block.threads; i++) {
    const Fiber& fiber = *block.fibers[i];
    ended += fiber.state == ENDED;
    together = together && fiber.state == AT_BARRIER && fiber.line == block.fibers[0]->line;
  }
  if (ended == block.threads) return false;
  if (!together) { report_divergence(); return false; }
  for (unsigned i = 0; i < block.threads; i++) block.fibers[i]->state = READY;
  return true;
}

void run_block() {
  const unsigned warps = (block.threads + 31) / 32;
  block.accesses.resize(warps);
  std::vector<unsigned> order(warps);
  for (unsigned w = 0; w < warps; w++) order[w] = w;
  do {
    for (unsigned w = warps; w > 1; w--) std::swap(order[w - 1], order[draw(w)]);
    for (bool moved = true; moved;) {
      moved = false;
      for (unsigned w : order) moved = run_warp(32 * w) || moved;
      if (!block.fault.text.empty()) return;
    }
  } while (pass_barrier());
}

bool prepare_fibers(const LaunchShape& shape, unsigned x, unsigned y, unsigned z) {
  while (block.fibers.size() < block.threads) {
    Fiber* fiber = new Fiber;
    fiber->stack = fiber_stack(STACK_BYTES);
    if (!fiber->stack) return false;
    block.fibers.push_back(fiber);
  }
  const unsigned* t = shape.threads;
  for (unsigned i = 0; i < block.threads; i++) {
    Fiber* fiber = block.fibers[i];
    fiber->identity = {{i % t[0], i / t[0] % t[1], i / (t[0] * t[1])},
                       {x, y, z},
                       {t[0], t[1], t[2]},
                       {shape.blocks[0], shape.blocks[1], shape.blocks[2]}};
    fiber->state = READY;
    fiber->line = 0;
    fiber->open.clear();
    fiber->groups.clear();
    fiber->passages.clear();
    // Stacks start at different cache sets: they all lie at the same distance from each other.
    fiber_prepare(fiber->context, fiber->stack, STACK_BYTES - i * 320 % 20480, thread_main, fiber);
  }
  return true;
}

}  // namespace

LaunchFault run_launch(const EmulatedKernel& kernel, const char* name, void** parameters, const LaunchShape& shape) {
  block.kernel = &kernel;
  block.name = name;
  block.parameters = parameters;
  block.threads = shape.threads[0] * shape.threads[1] * shape.threads[2];
  block.fault = {};
  block.random = shape.seed * 2654435761ul + 12345;
  block.dynamic_shared.resize(shape.dynamic_shared_bytes + 256);
  *kernel.runtime = &runtime;
  for (unsigned z = 0; z < shape.blocks[2]; z++) {
    for (unsigned y = 0; y < shape.blocks[1]; y++) {
      for (unsigned x = 0; x < shape.blocks[0]; x++) {
        // Shared memory holds junk at first, as on a card.
        if (kernel.shared_begin) memset(kernel.shared_begin, JUNK, size_t(kernel.shared_end - kernel.shared_begin));
        memset(block.dynamic_shared.data(), JUNK, block.dynamic_shared.size());
        if (!prepare_fibers(shape, x, y, z)) return {std::string(name) + ": no memory for thread stacks"};
        run_block();
        count_block_accesses();
        if (!block.fault.text.empty()) return block.fault;
      }
    }
  }
  return {};
}
