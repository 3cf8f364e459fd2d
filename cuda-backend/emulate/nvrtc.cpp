// A stand-in for libnvrtc: a program is compiled by g++ against the emulation's headers into a shared object, which is
// then the "cubin". The in-memory headers the engine passes are ignored: files of the same names are in the
// emulation's folder, with host bodies where the device's text would not do.
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "image.h"
#include "settings.h"

extern char** environ;

namespace {

enum Result { SUCCESS = 0, OUT_OF_MEMORY = 1, INVALID_INPUT = 3, INVALID_PROGRAM = 4, INVALID_OPTION = 5, COMPILATION = 6 };

const int ARCHITECTURES[] = {75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121};

struct Program {
  std::string source, name, log, cubin, ptx;
};

struct Version { int major, minor; };
Version version() {
  Version v = {13, 0};
  sscanf(setting("nvrtc_version", "13.0").c_str(), "%d.%d", &v.major, &v.minor);
  return v;
}

std::string image_of(const char* magic, long architecture, const std::string& library) {
  const Version v = version();
  ImageHeader header = {};
  memcpy(header.magic, magic, sizeof header.magic);
  header.bytes = library.size();
  header.toolkit = 1000 * v.major + 10 * v.minor;
  header.architecture = architecture;
  return std::string(reinterpret_cast<const char*>(&header), sizeof header) + library;
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// Names of the entry points: the identifier before the parameters of each __global__ function.
std::vector<std::string> entries(const std::string& source) {
  std::vector<std::string> names;
  for (size_t at = source.find("__global__"); at != std::string::npos; at = source.find("__global__", at + 1)) {
    size_t open = source.find('(', at);
    const size_t bounds = source.find("__launch_bounds__", at);
    if (bounds < open) open = source.find('(', source.find(')', open));
    size_t end = open;
    while (end > at && isspace((unsigned char)source[end - 1])) end--;
    size_t start = end;
    while (start > at && (isalnum((unsigned char)source[start - 1]) || source[start - 1] == '_')) start--;
    names.push_back(source.substr(start, end - start));
  }
  return names;
}

// Every `__shared__ type name[...];` as a macro of kernel.h that takes its parts. What is written in another way keeps
// its `__shared__`, which nothing defines.
std::string place_shared(const std::string& source) {
  static const std::regex declaration(R"(__shared__\s+([^;\n]*?)(\w+)((\s*\[[^;\n]*?\])*)\s*;)");
  return std::regex_replace(source, declaration, "EMULATED_SHARED($1, $2, $3)");
}

int run(const std::vector<std::string>& arguments, const std::string& log) {
  std::vector<char*> argv;
  for (const std::string& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 2, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  pid_t child;
  const int spawned = posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (spawned != 0) return -1;
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// The architecture of an option "--gpu-architecture=sm_86" or "=compute_86"; 0 when this compiler does not know it.
int architecture_of(const std::string& option) {
  const size_t digits = option.find_last_of('_');
  for (int a : ARCHITECTURES) if (digits != std::string::npos && option.substr(digits + 1) == std::to_string(a)) return a;
  return 0;
}

}  // namespace

EXPORT int nvrtcVersion(int* major, int* minor) {
  ENTER();
  *major = version().major;
  *minor = version().minor;
  return SUCCESS;
}
EXPORT const char* nvrtcGetErrorString(int result) {
  switch (result) {
    case SUCCESS: return "NVRTC_SUCCESS";
    case INVALID_OPTION: return "NVRTC_ERROR_INVALID_OPTION";
    case COMPILATION: return "NVRTC_ERROR_COMPILATION";
    default: return "NVRTC_ERROR";
  }
}
EXPORT int nvrtcGetNumSupportedArchs(int* count) {
  ENTER();
  *count = sizeof ARCHITECTURES / sizeof *ARCHITECTURES;
  return SUCCESS;
}
EXPORT int nvrtcGetSupportedArchs(int* list) {
  ENTER();
  memcpy(list, ARCHITECTURES, sizeof ARCHITECTURES);
  return SUCCESS;
}
EXPORT int nvrtcCreateProgram(void** program, const char* source, const char* name, int, const char* const*,
                              const char* const*) {
  ENTER();
  *program = new Program{source, name ? name : "program", "", "", ""};
  return SUCCESS;
}
EXPORT int nvrtcDestroyProgram(void** program) {
  ENTER();
  delete static_cast<Program*>(*program);
  *program = nullptr;
  return SUCCESS;
}
EXPORT int nvrtcCompileProgram(void* handle, int count, const char* const* options) {
  ENTER();
  Program* program = static_cast<Program*>(handle);
  const std::string include = setting("include", "");
  std::string folder = scratch("compile");
  if (!mkdtemp(&folder[0])) return OUT_OF_MEMORY;
  const std::string source = folder + "/" + program->name, object = folder + "/kernel.so", log = folder + "/log";
  std::string text = place_shared(program->source);
  for (const std::string& name : entries(program->source)) text += "EMULATED_EXPORT(" + name + ")\n";
  std::ofstream(source) << text;
  std::vector<std::string> command = {setting("compiler", "g++"), "-x", "c++"};
  std::stringstream flags(setting("flags", ""));
  for (std::string flag; flags >> flag;) command.push_back(flag);
  for (const char* flag : {"-shared", "-include"}) command.push_back(flag);
  command.push_back(include + "/kernel.h");
  command.push_back("-I" + include);
  int architecture = 75;
  bool real = false;
  for (int i = 0; i < count; i++) {
    const std::string option = options[i];
    if (option.rfind("--gpu-architecture=", 0) == 0) {
      architecture = architecture_of(option);
      real = option.find("=sm_") != std::string::npos;
    }
    if (option.rfind("-D", 0) == 0) command.push_back(option);
  }
  for (const std::string& argument : {std::string("-o"), object, source}) command.push_back(argument);
  const bool understood = architecture != 0;
  const int status = understood ? run(command, log) : 1;
  program->log = understood ? read_file(log) : "nvrtc: error: invalid value for --gpu-architecture";
  const std::string library = status == 0 ? read_file(object) : "";
  for (const std::string& path : {source, object, log}) unlink(path.c_str());
  rmdir(folder.c_str());
  if (!understood) return INVALID_OPTION;
  if (library.empty()) return COMPILATION;
  program->ptx = image_of("QWERKPT1", architecture, library);
  if (real) program->cubin = image_of("QWERKSO1", architecture, library);
  return SUCCESS;
}
EXPORT int nvrtcGetProgramLogSize(void* handle, size_t* bytes) {
  ENTER();
  *bytes = static_cast<Program*>(handle)->log.size() + 1;
  return SUCCESS;
}
EXPORT int nvrtcGetProgramLog(void* handle, char* log) {
  ENTER();
  const Program* program = static_cast<Program*>(handle);
  memcpy(log, program->log.c_str(), program->log.size() + 1);
  return SUCCESS;
}
EXPORT int nvrtcGetCUBINSize(void* handle, size_t* bytes) {
  ENTER();
  *bytes = static_cast<Program*>(handle)->cubin.size();
  return *bytes == 0 ? int(INVALID_PROGRAM) : int(SUCCESS);
}
EXPORT int nvrtcGetCUBIN(void* handle, char* image) {
  ENTER();
  const Program* program = static_cast<Program*>(handle);
  memcpy(image, program->cubin.data(), program->cubin.size());
  return SUCCESS;
}
EXPORT int nvrtcGetPTXSize(void* handle, size_t* bytes) {
  ENTER();
  *bytes = static_cast<Program*>(handle)->ptx.size();
  return *bytes == 0 ? int(INVALID_PROGRAM) : int(SUCCESS);
}
EXPORT int nvrtcGetPTX(void* handle, char* image) {
  ENTER();
  const Program* program = static_cast<Program*>(handle);
  memcpy(image, program->ptx.data(), program->ptx.size());
  return SUCCESS;
}
