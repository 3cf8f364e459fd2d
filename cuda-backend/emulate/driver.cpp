// A stand-in for libcuda: the driver functions qwerk uses, on host memory. Streams and graphs execute in order on the
// calling thread. It is stricter than a card: every pointer a kernel gets must lie in a live allocation, allocations
// have guards behind them and start as junk, and a fault is sticky like on the device, with its text as the error text.
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <chrono>
#include <list>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "device.h"
#include "image.h"
#include "scheduler.h"
#include "settings.h"

namespace {

enum Error {
  SUCCESS = 0, INVALID_VALUE = 1, OUT_OF_MEMORY = 2, NOT_INITIALIZED = 3, NO_DEVICE = 100, INVALID_DEVICE = 101,
  INVALID_IMAGE = 200, INVALID_CONTEXT = 201, NO_BINARY = 209, UNSUPPORTED_PTX = 222, INVALID_HANDLE = 400,
  NOT_FOUND = 500, ILLEGAL_ADDRESS = 700, LAUNCH_FAILED = 719
};

typedef unsigned long long Address;
const size_t GUARD_BYTES = 256;
const unsigned char GUARD = 0xa5, JUNK = 0xff, FREED = 0xdb;
const size_t QUARANTINE_BYTES = size_t(64) << 20;

struct Allocation {
  char* raw;
  size_t bytes;
};

struct Module {
  void* library;
};

struct Function {
  const EmulatedKernel* kernel;
  std::string name;
  int dynamic_shared_limit = 48 * 1024;
};

struct Work {
  enum Kind { LAUNCH, COPY, FILL } kind;
  Function* function;
  LaunchShape shape;
  std::vector<std::vector<char>> parameters;
  Address target, source;
  size_t bytes;
  unsigned char value;
};

struct Graph {
  std::vector<Work> work;
};

struct Stream {
  Graph* capture = nullptr;
};

struct Event {
  std::chrono::steady_clock::time_point time;
};

std::map<Address, Allocation> live;
std::map<Address, Allocation> pinned;
std::list<std::pair<Address, Allocation>> quarantine;
size_t live_bytes = 0, quarantine_bytes = 0;
long objects = 0;
bool initialized = false;
// Physical numbers of the devices that CUDA_VISIBLE_DEVICES leaves, in its order. Read by cuInit, as in the driver.
std::vector<int> visible;
bool current = false;
int sticky = SUCCESS;
std::string sticky_text;

int fault(int error, const std::string& text) {
  sticky = error;
  sticky_text = text;
  return error;
}

#define DEVICE()                          \
  do {                                    \
    if (!initialized) return NOT_INITIALIZED; \
    if (!current) return INVALID_CONTEXT; \
    if (sticky) return sticky;            \
  } while (0)

// Bytes from `address` to the end of its allocation, 0 when it lies in none.
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

int launch(const Work& work) {
  const Function& f = *work.function;
  std::vector<void*> parameters;
  for (int i = 0; i < f.kernel->parameters; i++) {
    char* value = const_cast<char*>(work.parameters[size_t(i)].data());
    parameters.push_back(value);
    if (!f.kernel->pointers[i]) continue;
    Address address;
    memcpy(&address, value, sizeof address);
    if (room(address) == 0)
      return fault(ILLEGAL_ADDRESS, "kernel " + f.name + ": parameter " + std::to_string(i) + " points at " + describe(address));
  }
  const std::string text = run_launch(*f.kernel, f.name.c_str(), parameters.data(), work.shape);
  return text.empty() ? int(SUCCESS) : fault(LAUNCH_FAILED, text);
}

int perform(const Work& work) {
  switch (work.kind) {
    case Work::LAUNCH:
      return launch(work);
    case Work::FILL:
      if (room(work.target) < work.bytes) return fault(ILLEGAL_ADDRESS, "a fill leaves its allocation: " + describe(work.target));
      memset(reinterpret_cast<void*>(work.target), work.value, work.bytes);
      return SUCCESS;
    case Work::COPY:
      memmove(reinterpret_cast<void*>(work.target), reinterpret_cast<void*>(work.source), work.bytes);
      return SUCCESS;
  }
  return INVALID_VALUE;
}

int submit(void* stream, const Work& work) {
  Stream* s = static_cast<Stream*>(stream);
  if (s && s->capture) {
    s->capture->work.push_back(work);
    return SUCCESS;
  }
  return perform(work);
}

int copy(void* stream, Address target, Address source, size_t bytes, bool check_target, bool check_source) {
  if (bytes == 0) return SUCCESS;
  if ((check_target && room(target) < bytes) || (check_source && room(source) < bytes)) return INVALID_VALUE;
  Work work = {};
  work.kind = Work::COPY;
  work.target = target;
  work.source = source;
  work.bytes = bytes;
  return submit(stream, work);
}

long attribute(int number) {
  const long capability = setting_number("compute_capability", 86);
  switch (number) {
    case 1: return 1024;                                         // threads per block
    case 5: case 6: case 7: return number == 5 ? 2147483647 : 65535;  // grid
    case 8: return 48 * 1024;                                    // static shared memory
    case 10: return 32;                                          // warp
    case 16: return setting_number("multiprocessors", 82);
    case 33: return 1;                                           // PCI bus
    case 38: return setting_number("l2_bytes", 6 << 20);
    case 39: return 1536;                                        // threads per multiprocessor
    case 75: return capability / 10;
    case 76: return capability % 10;
    case 81: return setting_number("shared_bytes", 99 * 1024) + 1024;  // per multiprocessor
    case 82: return 65536;                                       // registers per multiprocessor
    case 97: return setting_number("shared_bytes", 99 * 1024);   // opt-in
    default: return -1;
  }
}

// The toolkit an image was made by and the architecture it is for, in front of what follows.
bool takes_image(const ImageHeader& header, int* refusal) {
  const long driver = setting_number("driver_version", 13000), capability = setting_number("compute_capability", 86);
  const bool ptx = memcmp(header.magic, "QWERKPT1", 8) == 0;
  if (!ptx && memcmp(header.magic, "QWERKSO1", 8) != 0) *refusal = INVALID_IMAGE;
  else if (ptx && header.toolkit > driver) *refusal = UNSUPPORTED_PTX;
  else if (ptx && header.architecture > capability) *refusal = NO_BINARY;
  else if (!ptx && header.toolkit / 1000 > driver / 1000) *refusal = INVALID_IMAGE;
  else if (!ptx && (header.architecture / 10 != capability / 10 || header.architecture > capability)) *refusal = NO_BINARY;
  else return true;
  return false;
}

std::string lower(std::string text) {
  for (char& c : text) c = char(tolower((unsigned char)c));
  return text;
}

// The device that one entry of CUDA_VISIBLE_DEVICES names: a number, or a UUID or a beginning of one that no other
// device shares. -1 for an entry that names none.
int named_device(const std::string& entry, int devices) {
  char* end = nullptr;
  const long number = strtol(entry.c_str(), &end, 10);
  if (!entry.empty() && *end == 0) return number >= 0 && number < devices ? int(number) : -1;
  if (entry.rfind("GPU-", 0) != 0) return -1;
  int found = -1;
  for (int device = 0; device < devices; device++) {
    if (lower(emulated_uuid_text(device)).rfind(lower(entry), 0) != 0) continue;
    if (found >= 0) return -1;
    found = device;
  }
  return found;
}

// The list ends at the first entry that names no device; a device named twice leaves none.
std::vector<int> visible_devices() {
  const int devices = int(setting_number("devices", 1));
  std::vector<int> found;
  const char* list = getenv("CUDA_VISIBLE_DEVICES");
  if (!list) {
    for (int device = 0; device < devices; device++) found.push_back(device);
    return found;
  }
  std::stringstream entries(list);
  for (std::string entry; std::getline(entries, entry, ',');) {
    const int device = named_device(entry, devices);
    if (device < 0) break;
    for (int other : found) if (other == device) return {};
    found.push_back(device);
  }
  return found;
}

size_t memory_bytes() { return size_t(setting_number("memory_bytes", 24l << 30)); }

}  // namespace

bool is_device_memory(const void* address) {
  const Address at = reinterpret_cast<Address>(address);
  auto above = live.upper_bound(at);
  if (above == live.begin()) return false;
  --above;
  return at < above->first + above->second.bytes;
}

size_t emulated_live_bytes() { return live_bytes; }
size_t emulated_memory_bytes() { return memory_bytes(); }

// Each byte of a device's UUID is its number and the byte's.
unsigned char emulated_uuid_byte(int device, int i) { return (unsigned char)(0x10 * device + i); }
std::string emulated_uuid_text(int device) {
  std::string text = "GPU";
  for (int i = 0; i < 16; i++) {
    char hex[4];
    snprintf(hex, sizeof hex, "%02x", emulated_uuid_byte(device, i));
    text += (i == 0 || i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "") + std::string(hex);
  }
  return text;
}

// Functions that release something do so whatever error they report, as the driver does with errors of earlier work.
EXPORT int cuInit(unsigned) {
  ENTER();
  visible = visible_devices();
  if (visible.empty()) return NO_DEVICE;
  initialized = true;
  return SUCCESS;
}
EXPORT int cuDriverGetVersion(int* version) {
  ENTER();
  *version = int(setting_number("driver_version", 13000));
  return SUCCESS;
}
EXPORT int cuGetErrorName(int error, const char** text) {
  switch (error) {
    case INVALID_VALUE: *text = "CUDA_ERROR_INVALID_VALUE"; break;
    case OUT_OF_MEMORY: *text = "CUDA_ERROR_OUT_OF_MEMORY"; break;
    case NO_DEVICE: *text = "CUDA_ERROR_NO_DEVICE"; break;
    case INVALID_IMAGE: *text = "CUDA_ERROR_INVALID_IMAGE"; break;
    case UNSUPPORTED_PTX: *text = "CUDA_ERROR_UNSUPPORTED_PTX_VERSION"; break;
    case ILLEGAL_ADDRESS: *text = "CUDA_ERROR_ILLEGAL_ADDRESS"; break;
    case LAUNCH_FAILED: *text = "CUDA_ERROR_LAUNCH_FAILED"; break;
    default: *text = "CUDA_ERROR"; break;
  }
  return SUCCESS;
}
EXPORT int cuGetErrorString(int error, const char** text) {
  if (error == sticky && !sticky_text.empty()) *text = sticky_text.c_str();
  else cuGetErrorName(error, text);
  return SUCCESS;
}
EXPORT int cuDeviceGetCount(int* count) {
  ENTER();
  *count = int(visible.size());
  return SUCCESS;
}
EXPORT int cuDeviceGet(int* device, int ordinal) {
  ENTER();
  if (ordinal < 0 || ordinal >= int(visible.size())) return INVALID_DEVICE;
  *device = visible[size_t(ordinal)];
  return SUCCESS;
}
EXPORT int cuDeviceGetName(char* name, int length, int device) {
  ENTER();
  snprintf(name, size_t(length), "Emulated device %d", device);
  return SUCCESS;
}
EXPORT int cuDeviceGetUuid_v2(unsigned char* uuid, int device) {
  ENTER();
  for (int i = 0; i < 16; i++) uuid[i] = emulated_uuid_byte(device, i);
  return SUCCESS;
}
EXPORT int cuDeviceGetAttribute(int* value, int number, int) {
  ENTER();
  const long found = attribute(number);
  if (found < 0) return INVALID_VALUE;
  *value = int(found);
  return SUCCESS;
}
EXPORT int cuDeviceTotalMem_v2(size_t* bytes, int) {
  ENTER();
  *bytes = memory_bytes();
  return SUCCESS;
}
EXPORT int cuDevicePrimaryCtxRetain(void** context, int) {
  ENTER();
  if (!initialized) return NOT_INITIALIZED;
  *context = &current;
  objects++;
  sticky = SUCCESS;
  sticky_text.clear();
  return SUCCESS;
}
EXPORT int cuDevicePrimaryCtxRelease_v2(int) {
  objects--;
  return enter(__func__);
}
EXPORT int cuCtxSetCurrent(void* context) {
  ENTER();
  current = context != nullptr;
  return SUCCESS;
}
EXPORT int cuMemGetInfo_v2(size_t* available, size_t* total) {
  ENTER();
  DEVICE();
  *total = memory_bytes();
  *available = *total - live_bytes;
  return SUCCESS;
}
EXPORT int cuMemAlloc_v2(Address* address, size_t bytes) {
  ENTER();
  DEVICE();
  if (bytes == 0) return INVALID_VALUE;
  if (live_bytes + bytes > memory_bytes()) return OUT_OF_MEMORY;
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
  const auto found = live.find(address);
  if (found == live.end()) return INVALID_VALUE;
  const int guards = sticky ? SUCCESS : check_guards();
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
  ENTER();
  DEVICE();
  char* raw = static_cast<char*>(malloc(bytes));
  if (!raw) return OUT_OF_MEMORY;
  *pointer = raw;
  pinned[reinterpret_cast<Address>(raw)] = {raw, bytes};
  return SUCCESS;
}
EXPORT int cuMemFreeHost(void* pointer) {
  if (pinned.erase(reinterpret_cast<Address>(pointer)) == 0) return INVALID_VALUE;
  free(pointer);
  return enter(__func__);
}
EXPORT int cuMemcpyHtoDAsync_v2(Address target, const void* source, size_t bytes, void* stream) {
  ENTER();
  DEVICE();
  return copy(stream, target, reinterpret_cast<Address>(source), bytes, true, false);
}
EXPORT int cuMemcpyDtoHAsync_v2(void* target, Address source, size_t bytes, void* stream) {
  ENTER();
  DEVICE();
  return copy(stream, reinterpret_cast<Address>(target), source, bytes, false, true);
}
EXPORT int cuMemcpyDtoDAsync_v2(Address target, Address source, size_t bytes, void* stream) {
  ENTER();
  DEVICE();
  return copy(stream, target, source, bytes, true, true);
}
EXPORT int cuMemsetD8Async(Address target, unsigned char value, size_t bytes, void* stream) {
  ENTER();
  DEVICE();
  Work work = {};
  work.kind = Work::FILL;
  work.target = target;
  work.value = value;
  work.bytes = bytes;
  return submit(stream, work);
}
EXPORT int cuStreamCreate(void** stream, unsigned) {
  ENTER();
  DEVICE();
  *stream = new Stream;
  objects++;
  return SUCCESS;
}
EXPORT int cuStreamDestroy_v2(void* stream) {
  delete static_cast<Stream*>(stream);
  objects--;
  return enter(__func__);
}
EXPORT int cuStreamSynchronize(void*) {
  ENTER();
  DEVICE();
  return check_guards();
}
EXPORT int cuStreamWaitEvent(void*, void*, unsigned) {
  ENTER();
  DEVICE();
  return SUCCESS;
}
EXPORT int cuStreamBeginCapture_v2(void* stream, int) {
  ENTER();
  DEVICE();
  static_cast<Stream*>(stream)->capture = new Graph;
  objects++;
  return SUCCESS;
}
EXPORT int cuStreamEndCapture(void* stream, void** graph) {
  const int injected = enter(__func__);
  Stream* s = static_cast<Stream*>(stream);
  *graph = s->capture;
  s->capture = nullptr;
  if (!injected && !sticky) return SUCCESS;
  delete static_cast<Graph*>(*graph);
  *graph = nullptr;
  objects--;
  return injected ? injected : sticky;
}
EXPORT int cuGraphInstantiateWithFlags(void** executable, void* graph, unsigned long long) {
  ENTER();
  DEVICE();
  *executable = new Graph(*static_cast<Graph*>(graph));
  objects++;
  return SUCCESS;
}
EXPORT int cuGraphDestroy(void* graph) {
  delete static_cast<Graph*>(graph);
  objects--;
  return enter(__func__);
}
EXPORT int cuGraphExecDestroy(void* executable) {
  delete static_cast<Graph*>(executable);
  objects--;
  return enter(__func__);
}
EXPORT int cuGraphLaunch(void* executable, void* stream) {
  ENTER();
  DEVICE();
  if (static_cast<Stream*>(stream)->capture) return INVALID_VALUE;
  for (const Work& work : static_cast<Graph*>(executable)->work) {
    if (const int error = perform(work)) return error;
  }
  return SUCCESS;
}
EXPORT int cuEventCreate(void** event, unsigned) {
  ENTER();
  DEVICE();
  *event = new Event;
  objects++;
  return SUCCESS;
}
EXPORT int cuEventDestroy_v2(void* event) {
  delete static_cast<Event*>(event);
  objects--;
  return enter(__func__);
}
EXPORT int cuEventRecord(void* event, void*) {
  ENTER();
  DEVICE();
  static_cast<Event*>(event)->time = std::chrono::steady_clock::now();
  return SUCCESS;
}
EXPORT int cuEventQuery(void*) {
  ENTER();
  DEVICE();
  return check_guards();
}
EXPORT int cuEventSynchronize(void*) {
  ENTER();
  DEVICE();
  return check_guards();
}
EXPORT int cuEventElapsedTime(float* ms, void* from, void* to) {
  ENTER();
  DEVICE();
  const auto span = static_cast<Event*>(to)->time - static_cast<Event*>(from)->time;
  *ms = std::chrono::duration<float, std::milli>(span).count();
  return SUCCESS;
}

EXPORT int cuModuleLoadData(void** module, const void* image) {
  ENTER();
  DEVICE();
  ImageHeader header;
  memcpy(&header, image, sizeof header);
  int refusal = SUCCESS;
  if (!takes_image(header, &refusal)) return refusal;
  const char* bytes = static_cast<const char*>(image) + sizeof header;
  const size_t length = header.bytes;
  if (memcmp(bytes, "\x7f" "ELF", 4) != 0) return INVALID_IMAGE;
  char path[] = "/tmp/qwerk-module-XXXXXX";
  const int file = mkstemp(path);
  if (file < 0) return OUT_OF_MEMORY;
  size_t written = 0;
  while (written < length) {
    const ssize_t n = write(file, bytes + written, length - written);
    if (n <= 0) break;
    written += size_t(n);
  }
  close(file);
  void* library = written == length ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : nullptr;
  unlink(path);
  if (!library) return INVALID_IMAGE;
  *module = new Module{library};
  objects++;
  return SUCCESS;
}
EXPORT int cuModuleUnload(void* module) {
  Module* m = static_cast<Module*>(module);
  dlclose(m->library);
  delete m;
  objects--;
  return enter(__func__);
}
EXPORT int cuModuleGetFunction(void** function, void* module, const char* name) {
  ENTER();
  DEVICE();
  const void* found = dlsym(static_cast<Module*>(module)->library, (std::string(name) + "__emulated").c_str());
  if (!found) return NOT_FOUND;
  static std::list<Function> functions;
  functions.push_back({static_cast<const EmulatedKernel*>(found), name});
  *function = &functions.back();
  return SUCCESS;
}
EXPORT int cuFuncSetAttribute(void* function, int number, int value) {
  ENTER();
  DEVICE();
  if (number != 8 || value > attribute(97)) return INVALID_VALUE;
  static_cast<Function*>(function)->dynamic_shared_limit = value;
  return SUCCESS;
}
EXPORT int cuFuncGetAttribute(int* value, int number, void* function) {
  ENTER();
  DEVICE();
  const EmulatedKernel* kernel = static_cast<Function*>(function)->kernel;
  *value = number == 0 ? 1024 : number == 1 ? int(kernel->shared_end - kernel->shared_begin) : 0;
  return SUCCESS;
}
EXPORT int cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, void* function, int threads, size_t dynamic_bytes) {
  ENTER();
  DEVICE();
  const EmulatedKernel* kernel = static_cast<Function*>(function)->kernel;
  const size_t shared = size_t(kernel->shared_end - kernel->shared_begin) + dynamic_bytes + 1024;
  const long by_threads = 1536 / threads, by_shared = attribute(81) / long(shared);
  *blocks = int(setting_number("blocks_per_multiprocessor", by_threads < by_shared ? by_threads : by_shared));
  return SUCCESS;
}
EXPORT int cuLaunchKernel(void* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                          unsigned shared_bytes, void* stream, void** parameters, void**) {
  ENTER();
  DEVICE();
  Function* f = static_cast<Function*>(function);
  const bool grid = gx >= 1 && gy >= 1 && gz >= 1 && gx <= 2147483647u && gy <= 65535 && gz <= 65535;
  if (!grid || bx * by * bz < 1 || bx * by * bz > 1024 || int(shared_bytes) > f->dynamic_shared_limit) return INVALID_VALUE;
  Work work = {};
  work.kind = Work::LAUNCH;
  work.function = f;
  work.shape = {{gx, gy, gz}, {bx, by, bz}, shared_bytes, unsigned(setting_number("seed", 1))};
  for (int i = 0; i < f->kernel->parameters; i++) {
    const char* value = static_cast<const char*>(parameters[i]);
    work.parameters.emplace_back(value, value + f->kernel->sizes[i]);
  }
  return submit(stream, work);
}

// What the engine holds: "bytes" of device memory, "allocations" of device and pinned memory, "objects" of all kinds.
EXPORT double qwerk_emulate_held(const char* what) {
  if (strcmp(what, "bytes") == 0) return double(live_bytes);
  if (strcmp(what, "allocations") == 0) return double(live.size() + pinned.size());
  return double(objects);
}
