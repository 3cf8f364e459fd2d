// The stand-in's devices and context: the facts they report, which of them CUDA_VISIBLE_DEVICES leaves, and the sticky
// error. Like on the device, an error of a kernel or of memory ends the context; its text becomes the error's text.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <sstream>
#include <string>
#include <vector>

#include "device.h"
#include "driver.h"

std::recursive_mutex driver_lock;
long objects = 0;

namespace {

bool initialized = false;
// The primary context lives while it is retained, and is another one each time. What is current is each thread's own.
int retained = 0;
long life = 0;
thread_local long current = 0;
// Physical numbers of the devices that CUDA_VISIBLE_DEVICES leaves, in its order. Read by cuInit, as in the driver.
std::vector<int> visible;
int sticky = SUCCESS;
std::string sticky_text;

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

}  // namespace

int context_state() {
  if (!initialized) return NOT_INITIALIZED;
  if (current == 0) return INVALID_CONTEXT;
  return current == life && retained > 0 ? sticky : int(CONTEXT_IS_DESTROYED);
}
int context_error() { return sticky; }
bool context_lost() { return sticky != SUCCESS; }
int fault(int error, const std::string& text) {
  sticky = error;
  sticky_text = text;
  return error;
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
    case 35: return 0;                                           // of the driver model for computing only (TCC)
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

size_t emulated_memory_bytes() { return size_t(setting_number("memory_bytes", 24l << 30)); }

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

EXPORT int cuInit(unsigned) {
  DRIVER();
  visible = visible_devices();
  if (visible.empty()) return NO_DEVICE;
  initialized = true;
  return SUCCESS;
}
EXPORT int cuDriverGetVersion(int* version) {
  DRIVER();
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
    case MISALIGNED_ADDRESS: *text = "CUDA_ERROR_MISALIGNED_ADDRESS"; break;
    case LAUNCH_FAILED: *text = "CUDA_ERROR_LAUNCH_FAILED"; break;
    default: *text = "CUDA_ERROR"; break;
  }
  return SUCCESS;
}
EXPORT int cuGetErrorString(int error, const char** text) {
  CALL();
  if (error == sticky && !sticky_text.empty()) *text = sticky_text.c_str();
  else cuGetErrorName(error, text);
  return SUCCESS;
}
EXPORT int cuDeviceGetCount(int* count) {
  DRIVER();
  *count = int(visible.size());
  return SUCCESS;
}
EXPORT int cuDeviceGet(int* device, int ordinal) {
  DRIVER();
  if (ordinal < 0 || ordinal >= int(visible.size())) return INVALID_DEVICE;
  *device = visible[size_t(ordinal)];
  return SUCCESS;
}
EXPORT int cuDeviceGetName(char* name, int length, int device) {
  DRIVER();
  snprintf(name, size_t(length), "Emulated device %d", device);
  return SUCCESS;
}
EXPORT int cuDeviceGetUuid_v2(unsigned char* uuid, int device) {
  DRIVER();
  for (int i = 0; i < 16; i++) uuid[i] = emulated_uuid_byte(device, i);
  return SUCCESS;
}
EXPORT int cuDeviceGetAttribute(int* value, int number, int) {
  DRIVER();
  const long found = attribute(number);
  if (found < 0) return INVALID_VALUE;
  *value = int(found);
  return SUCCESS;
}
EXPORT int cuDeviceTotalMem_v2(size_t* bytes, int) {
  DRIVER();
  *bytes = emulated_memory_bytes();
  return SUCCESS;
}
EXPORT int cuDevicePrimaryCtxRetain(void** context, int) {
  DRIVER();
  if (!initialized) return NOT_INITIALIZED;
  if (retained++ == 0) life++;
  *context = reinterpret_cast<void*>(life);
  objects++;
  sticky = SUCCESS;
  sticky_text.clear();
  return SUCCESS;
}
EXPORT int cuDevicePrimaryCtxRelease_v2(int) {
  CALL();
  retained--;
  objects--;
  return enter(__func__);
}
EXPORT int cuCtxSetCurrent(void* context) {
  DRIVER();
  current = reinterpret_cast<long>(context);
  return SUCCESS;
}
