// Modules and graphs of the stand-in driver: an image is a shared object that g++ made, a function a kernel in it. Every
// pointer a kernel gets must lie in a live allocation, and what the kernel's threads report is a sticky error. Code is
// loaded late: a capture takes no kernel that was neither loaded by request nor launched before.
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <list>
#include <string>
#include <vector>

#include "driver.h"
#include "image.h"
#include "scheduler.h"

namespace {

struct Module {
  void* library;
};

struct Function {
  const EmulatedKernel* kernel;
  std::string name;
  int dynamic_shared_limit = 48 * 1024;
  bool loaded = false;
};

typedef std::vector<std::vector<char>> Parameters;

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

int launch(const Function& f, const LaunchShape& shape, const Parameters& values) {
  std::vector<void*> parameters;
  for (int i = 0; i < f.kernel->parameters; i++) {
    char* value = const_cast<char*>(values[size_t(i)].data());
    parameters.push_back(value);
    if (!f.kernel->pointers[i]) continue;
    Address address;
    memcpy(&address, value, sizeof address);
    if (room(address) == 0)
      return fault(ILLEGAL_ADDRESS, "kernel " + f.name + ": parameter " + std::to_string(i) + " points at " + describe(address));
  }
  const LaunchFault found = run_launch(*f.kernel, f.name.c_str(), parameters.data(), shape);
  if (found.text.empty()) return SUCCESS;
  return fault(found.misaligned ? MISALIGNED_ADDRESS : LAUNCH_FAILED, found.text);
}

}  // namespace

EXPORT int cuModuleLoadData(void** module, const void* image) {
  DEVICE();
  ImageHeader header;
  memcpy(&header, image, sizeof header);
  int refusal = SUCCESS;
  if (!takes_image(header, &refusal)) return refusal;
  const char* bytes = static_cast<const char*>(image) + sizeof header;
  const size_t length = header.bytes;
  if (memcmp(bytes, "\x7f" "ELF", 4) != 0) return INVALID_IMAGE;
  std::string path = scratch("module");
  const int file = mkstemp(&path[0]);
  if (file < 0) return OUT_OF_MEMORY;
  size_t written = 0;
  while (written < length) {
    const ssize_t n = write(file, bytes + written, length - written);
    if (n <= 0) break;
    written += size_t(n);
  }
  close(file);
  void* library = written == length ? dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL) : nullptr;
  unlink(path.c_str());
  if (!library) return INVALID_IMAGE;
  *module = new Module{library};
  objects++;
  return SUCCESS;
}
EXPORT int cuModuleUnload(void* module) {
  CALL();
  Module* m = static_cast<Module*>(module);
  dlclose(m->library);
  delete m;
  objects--;
  return enter(__func__);
}
EXPORT int cuModuleGetFunction(void** function, void* module, const char* name) {
  DEVICE();
  const void* found = dlsym(static_cast<Module*>(module)->library, (std::string(name) + "__emulated").c_str());
  if (!found) return NOT_FOUND;
  static std::list<Function> functions;
  functions.push_back({static_cast<const EmulatedKernel*>(found), name});
  *function = &functions.back();
  return SUCCESS;
}
EXPORT int cuFuncLoad(void* function) {
  DEVICE();
  if (setting_number("driver_version", 13000) < 12040) return NOT_FOUND;
  static_cast<Function*>(function)->loaded = true;
  return SUCCESS;
}
EXPORT int cuFuncSetAttribute(void* function, int number, int value) {
  DEVICE();
  if (number != 8 || value > attribute(97)) return INVALID_VALUE;
  static_cast<Function*>(function)->dynamic_shared_limit = value;
  return SUCCESS;
}
EXPORT int cuFuncGetAttribute(int* value, int number, void* function) {
  DEVICE();
  const EmulatedKernel* kernel = static_cast<Function*>(function)->kernel;
  *value = number == 0 ? 1024 : number == 1 ? int(kernel->shared_end - kernel->shared_begin) : 0;
  return SUCCESS;
}
EXPORT int cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, void* function, int threads, size_t dynamic_bytes) {
  DEVICE();
  const EmulatedKernel* kernel = static_cast<Function*>(function)->kernel;
  const size_t shared = size_t(kernel->shared_end - kernel->shared_begin) + dynamic_bytes + 1024;
  const long by_threads = 1536 / threads, by_shared = attribute(81) / long(shared);
  *blocks = int(setting_number("blocks_per_multiprocessor", by_threads < by_shared ? by_threads : by_shared));
  return SUCCESS;
}
EXPORT int cuLaunchKernel(void* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                          unsigned shared_bytes, void* stream, void** parameters, void**) {
  DEVICE();
  Function& f = *static_cast<Function*>(function);
  const bool grid = gx >= 1 && gy >= 1 && gz >= 1 && gx <= 2147483647u && gy <= 65535 && gz <= 65535;
  if (!grid || bx * by * bz < 1 || bx * by * bz > 1024 || int(shared_bytes) > f.dynamic_shared_limit) return INVALID_VALUE;
  const Stream* s = static_cast<Stream*>(stream);
  if (s && s->capture && !f.loaded) return STREAM_CAPTURE_UNSUPPORTED;
  f.loaded = true;
  const LaunchShape shape = {{gx, gy, gz}, {bx, by, bz}, shared_bytes, unsigned(setting_number("seed", 1))};
  Parameters values;
  for (int i = 0; i < f.kernel->parameters; i++) {
    const char* value = static_cast<const char*>(parameters[i]);
    values.emplace_back(value, value + f.kernel->sizes[i]);
  }
  return submit(stream, [&f, shape, values] { return launch(f, shape, values); });
}
EXPORT int cuStreamBeginCapture_v2(void* stream, int) {
  DEVICE();
  static_cast<Stream*>(stream)->capture = new Graph;
  objects++;
  return SUCCESS;
}
EXPORT int cuStreamEndCapture(void* stream, void** graph) {
  CALL();
  const int injected = enter(__func__);
  Stream* s = static_cast<Stream*>(stream);
  *graph = s->capture;
  s->capture = nullptr;
  if (!injected && !context_lost()) return SUCCESS;
  delete static_cast<Graph*>(*graph);
  *graph = nullptr;
  objects--;
  return injected ? injected : context_state();
}
EXPORT int cuGraphInstantiateWithFlags(void** executable, void* graph, unsigned long long) {
  DEVICE();
  *executable = new Graph(*static_cast<Graph*>(graph));
  objects++;
  return SUCCESS;
}
EXPORT int cuGraphDestroy(void* graph) {
  CALL();
  delete static_cast<Graph*>(graph);
  objects--;
  return enter(__func__);
}
EXPORT int cuGraphExecDestroy(void* executable) {
  CALL();
  delete static_cast<Graph*>(executable);
  objects--;
  return enter(__func__);
}
EXPORT int cuGraphLaunch(void* executable, void* stream) {
  DEVICE();
  if (static_cast<Stream*>(stream)->capture) return INVALID_VALUE;
  for (const Work& work : static_cast<Graph*>(executable)->work) {
    if (const int error = work()) return error;
  }
  return SUCCESS;
}
