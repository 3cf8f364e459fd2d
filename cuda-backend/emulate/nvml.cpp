// A stand-in for NVML: the monitoring functions qwerk reads. Like the real library it knows all devices, whatever
// CUDA_VISIBLE_DEVICES leaves. A device handle is its physical number plus one.
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <string>

#include "device.h"
#include "settings.h"

namespace {

enum Result { SUCCESS = 0, UNINITIALIZED = 1, INVALID_ARGUMENT = 2, NOT_FOUND = 6, INSUFFICIENT_SIZE = 7 };
enum Clock { CLOCK_GRAPHICS, CLOCK_SM, CLOCK_MEMORY };

struct Memory { unsigned long long total, free, used; };
struct Process {
  unsigned pid;
  unsigned long long used_bytes;
  unsigned gpu_instance, compute_instance;
};

int uses = 0;

long devices() { return setting_number("devices", 1); }
void* handle_of(long device) { return reinterpret_cast<void*>(device + 1); }
long device_of(void* handle) { return long(reinterpret_cast<intptr_t>(handle)) - 1; }
size_t others_bytes() { return size_t(setting_number("others_bytes", 0)); }

int put(char* out, unsigned length, const std::string& text) {
  if (text.size() + 1 > length) return INSUFFICIENT_SIZE;
  memcpy(out, text.c_str(), text.size() + 1);
  return SUCCESS;
}

}  // namespace

#define NVML()                            \
  do {                                    \
    ENTER();                              \
    if (uses == 0) return UNINITIALIZED;  \
  } while (0)

EXPORT int nvmlInit_v2() {
  ENTER();
  uses++;
  return SUCCESS;
}
EXPORT int nvmlShutdown() {
  uses--;
  return enter(__func__);
}
EXPORT const char* nvmlErrorString(int result) {
  switch (result) {
    case UNINITIALIZED: return "Uninitialized";
    case 3: return "Not Supported";
    case 4: return "Insufficient Permissions";
    case 9: return "Driver Not Loaded";
    default: return "Unknown Error";
  }
}
EXPORT int nvmlSystemGetDriverVersion(char* text, unsigned length) {
  NVML();
  return put(text, length, setting("driver_release", "580.65.06"));
}
EXPORT int nvmlDeviceGetCount_v2(unsigned* count) {
  NVML();
  *count = unsigned(devices());
  return SUCCESS;
}
EXPORT int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device) {
  NVML();
  if (index >= devices()) return INVALID_ARGUMENT;
  *device = handle_of(index);
  return SUCCESS;
}
EXPORT int nvmlDeviceGetName(void* device, char* text, unsigned length) {
  NVML();
  return put(text, length, "Emulated device " + std::to_string(device_of(device)));
}
EXPORT int nvmlDeviceGetUUID(void* device, char* text, unsigned length) {
  NVML();
  return put(text, length, emulated_uuid_text(int(device_of(device))));
}
EXPORT int nvmlDeviceGetPowerUsage(void* device, unsigned* milliwatts) {
  NVML();
  *milliwatts = unsigned(setting_number("power_milliwatts", 71500) + device_of(device));
  return SUCCESS;
}
EXPORT int nvmlDeviceGetEnforcedPowerLimit(void*, unsigned* milliwatts) {
  NVML();
  *milliwatts = unsigned(setting_number("power_limit_milliwatts", 350000));
  return SUCCESS;
}
EXPORT int nvmlDeviceGetClockInfo(void*, int clock, unsigned* mhz) {
  NVML();
  *mhz = clock == CLOCK_MEMORY ? 9501 : 1695;
  return SUCCESS;
}
EXPORT int nvmlDeviceGetMaxClockInfo(void*, int clock, unsigned* mhz) {
  NVML();
  *mhz = clock == CLOCK_MEMORY ? 9751 : 2100;
  return SUCCESS;
}
EXPORT int nvmlDeviceGetTemperature(void*, int sensor, unsigned* celsius) {
  NVML();
  if (sensor != 0) return INVALID_ARGUMENT;
  *celsius = unsigned(setting_number("celsius", 41));
  return SUCCESS;
}
EXPORT int nvmlDeviceGetMemoryInfo(void*, Memory* memory) {
  NVML();
  memory->total = emulated_memory_bytes();
  memory->used = emulated_live_bytes() + others_bytes();
  memory->free = memory->total - memory->used;
  return SUCCESS;
}
// Without room in `list`, says how many there are. Containers hide process ids: then the process itself is missing.
EXPORT int nvmlDeviceGetComputeRunningProcesses_v3(void*, unsigned* count, Process* list) {
  NVML();
  const bool hidden = setting_number("processes_hidden", 0) != 0;
  const unsigned there = hidden || emulated_live_bytes() == 0 ? 0 : 1, room = *count;
  *count = there;
  if (room < there) return INSUFFICIENT_SIZE;
  if (there) list[0] = {unsigned(getpid()), emulated_live_bytes(), 0xffffffffu, 0xffffffffu};
  return SUCCESS;
}
