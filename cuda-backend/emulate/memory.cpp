// Memory and streams of the stand-in driver, on host memory. It is stricter than a card: allocations have guards behind
// them and start as junk, freed ones are kept for a while to recognise late accesses, and copies may not leave theirs.
// Functions that release something do so whatever error they report, as the driver does with errors of earlier work.
#include <stdlib.h>
#include <string.h>

#include <algorithm>
#include <chrono>
#include <list>
#include <map>
#include <string>
#include <thread>

#include "device.h"
#include "driver.h"
#include "scheduler.h"

namespace {

const size_t GUARD_BYTES = 256;
const unsigned char GUARD = 0xa5, JUNK = 0xff, FREED = 0xdb;
const size_t QUARANTINE_BYTES = size_t(64) << 20;

struct Allocation {
  char* raw;
  size_t bytes;
};

// Work is done when it is submitted; with the setting `event_delay_us` events are reached that much later.
struct Event {
  std::chrono::steady_clock::time_point time;
  std::chrono::microseconds delay{0};
  std::chrono::steady_clock::time_point end() const { return time + delay; }
};

std::map<Address, Allocation> live;
std::map<Address, Allocation> pinned;
std::list<std::pair<Address, Allocation>> quarantine;
size_t live_bytes = 0, quarantine_bytes = 0;

int check_guards() {
  for (const auto& entry : live) {
    const unsigned char* end = reinterpret_cast<unsigned char*>(entry.first + entry.second.bytes);
    for (size_t i = 0; i < GUARD_BYTES; i++) {
      if (end[i] == GUARD) continue;
      return fault(ILLEGAL_ADDRESS, "an allocation of " + std::to_string(entry.second.bytes) + " B was written " +
                                        std::to_string(i) + " B behind its end");
    }
  }
  return SUCCESS;
}

int copy(void* stream, Address target, Address source, size_t bytes, bool check_target, bool check_source) {
  if (bytes == 0) return SUCCESS;
  if ((check_target && room(target) < bytes) || (check_source && room(source) < bytes)) return INVALID_VALUE;
  return submit(stream, [=] {
    memmove(reinterpret_cast<void*>(target), reinterpret_cast<void*>(source), bytes);
    return int(SUCCESS);
  });
}

}  // namespace

size_t room(Address address) {
  for (const auto* map : {&live, &pinned}) {
    auto above = map->upper_bound(address);
    if (above == map->begin()) continue;
    --above;
    if (address < above->first + above->second.bytes) return size_t(above->first + above->second.bytes - address);
  }
  return 0;
}

std::string describe(Address address) {
  for (const auto& freed : quarantine)
    if (address >= freed.first && address < freed.first + freed.second.bytes) return "freed memory";
  return "no allocation";
}

int submit(void* stream, const Work& work) {
  Stream* s = static_cast<Stream*>(stream);
  if (!s || !s->capture) return work();
  s->capture->work.push_back(work);
  return SUCCESS;
}

bool is_device_memory(const void* address) {
  const Address at = reinterpret_cast<Address>(address);
  auto above = live.upper_bound(at);
  if (above == live.begin()) return false;
  --above;
  return at < above->first + above->second.bytes;
}

size_t emulated_live_bytes() { return live_bytes; }

EXPORT int cuMemGetInfo_v2(size_t* available, size_t* total) {
  DEVICE();
  *total = emulated_memory_bytes();
  *available = *total - std::min(*total, live_bytes);
  return SUCCESS;
}
EXPORT int cuMemAlloc_v2(Address* address, size_t bytes) {
  DEVICE();
  if (bytes == 0) return INVALID_VALUE;
  const bool paged = setting("paged_to_host", "false") == "true";
  if (!paged && live_bytes + bytes > emulated_memory_bytes()) return OUT_OF_MEMORY;
  char* raw = static_cast<char*>(malloc(bytes + GUARD_BYTES + 256));
  if (!raw) return OUT_OF_MEMORY;
  *address = (reinterpret_cast<Address>(raw) + 255) & ~255ull;
  memset(reinterpret_cast<void*>(*address), JUNK, bytes);
  memset(reinterpret_cast<void*>(*address + bytes), GUARD, GUARD_BYTES);
  live[*address] = {raw, bytes};
  live_bytes += bytes;
  return SUCCESS;
}
EXPORT int cuMemFree_v2(Address address) {
  CALL();
  const auto found = live.find(address);
  if (found == live.end()) return INVALID_VALUE;
  const int guards = context_lost() ? int(SUCCESS) : check_guards();
  const Allocation allocation = found->second;
  memset(reinterpret_cast<void*>(address), FREED, allocation.bytes);
  live.erase(found);
  live_bytes -= allocation.bytes;
  quarantine.push_back({address, allocation});
  quarantine_bytes += allocation.bytes;
  while (quarantine_bytes > QUARANTINE_BYTES) {
    quarantine_bytes -= quarantine.front().second.bytes;
    free(quarantine.front().second.raw);
    quarantine.pop_front();
  }
  const int injected = enter(__func__);
  return injected ? injected : guards;
}
EXPORT int cuMemHostAlloc(void** pointer, size_t bytes, unsigned) {
  DEVICE();
  char* raw = static_cast<char*>(malloc(bytes));
  if (!raw) return OUT_OF_MEMORY;
  *pointer = raw;
  pinned[reinterpret_cast<Address>(raw)] = {raw, bytes};
  return SUCCESS;
}
EXPORT int cuMemFreeHost(void* pointer) {
  CALL();
  if (pinned.erase(reinterpret_cast<Address>(pointer)) == 0) return INVALID_VALUE;
  free(pointer);
  return enter(__func__);
}
EXPORT int cuMemcpyHtoDAsync_v2(Address target, const void* source, size_t bytes, void* stream) {
  DEVICE();
  return copy(stream, target, reinterpret_cast<Address>(source), bytes, true, false);
}
EXPORT int cuMemcpyDtoHAsync_v2(void* target, Address source, size_t bytes, void* stream) {
  DEVICE();
  return copy(stream, reinterpret_cast<Address>(target), source, bytes, false, true);
}
EXPORT int cuMemcpyDtoDAsync_v2(Address target, Address source, size_t bytes, void* stream) {
  DEVICE();
  return copy(stream, target, source, bytes, true, true);
}
EXPORT int cuMemsetD8Async(Address target, unsigned char value, size_t bytes, void* stream) {
  DEVICE();
  return submit(stream, [=] {
    if (room(target) < bytes) return fault(ILLEGAL_ADDRESS, "a fill leaves its allocation: " + describe(target));
    memset(reinterpret_cast<void*>(target), value, bytes);
    return int(SUCCESS);
  });
}
EXPORT int cuStreamCreate(void** stream, unsigned) {
  DEVICE();
  *stream = new Stream;
  objects++;
  return SUCCESS;
}
EXPORT int cuStreamDestroy_v2(void* stream) {
  CALL();
  delete static_cast<Stream*>(stream);
  objects--;
  return enter(__func__);
}
EXPORT int cuStreamSynchronize(void*) {
  DEVICE();
  return check_guards();
}
EXPORT int cuStreamWaitEvent(void*, void*, unsigned) {
  DEVICE();
  return SUCCESS;
}
EXPORT int cuEventCreate(void** event, unsigned) {
  DEVICE();
  *event = new Event;
  objects++;
  return SUCCESS;
}
EXPORT int cuEventDestroy_v2(void* event) {
  CALL();
  delete static_cast<Event*>(event);
  objects--;
  return enter(__func__);
}
EXPORT int cuEventRecord(void* event, void*) {
  DEVICE();
  auto* own = static_cast<Event*>(event);
  own->time = std::chrono::steady_clock::now();
  own->delay = std::chrono::microseconds(setting_number("event_delay_us", 0));
  return SUCCESS;
}
EXPORT int cuEventQuery(void* event) {
  DEVICE();
  return std::chrono::steady_clock::now() >= static_cast<Event*>(event)->end() ? check_guards() : int(NOT_READY);
}
// An event knows its context, so a thread without one may wait; the setting `event_needs_context` is a driver that minds.
EXPORT int cuEventSynchronize(void* event) {
  ENTER();
  std::chrono::steady_clock::time_point end;
  {
    CALL();
    const bool minds = setting_number("event_needs_context", 0) != 0;
    if (const int state = minds ? context_state() : context_error()) return state;
    end = static_cast<Event*>(event)->end();
  }
  std::this_thread::sleep_until(end);
  CALL();
  return context_lost() ? context_error() : check_guards();
}
EXPORT int cuEventElapsedTime(float* ms, void* from, void* to) {
  DEVICE();
  const auto span = static_cast<Event*>(to)->time - static_cast<Event*>(from)->time;
  *ms = std::chrono::duration<float, std::milli>(span).count();
  return SUCCESS;
}

// What the engine holds: "bytes" of device memory, "allocations" of device and pinned memory, "objects" of all kinds.
EXPORT double qwerk_emulate_held(const char* what) {
  CALL();
  if (strcmp(what, "bytes") == 0) return double(live_bytes);
  if (strcmp(what, "allocations") == 0) return double(live.size() + pinned.size());
  return double(objects);
}
