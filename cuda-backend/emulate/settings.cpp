// Settings, call counts and fault injection, guarded by one lock: the engine compiles from several threads. What is not
// set here is taken from the environment: QWERK_EMULATE_DEVICES for "devices".
#include "settings.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <map>
#include <mutex>

#include "scheduler.h"

namespace {
std::mutex lock;
std::map<std::string, std::string>& values() {
  static std::map<std::string, std::string> map;
  return map;
}
std::map<std::string, long>& calls() {
  static std::map<std::string, long> map;
  return map;
}
long total_calls = 0;

// The value set, else that of the environment, else nothing.
std::string find(const char* name) {
  const auto found = values().find(name);
  if (found != values().end() && !found->second.empty()) return found->second;
  std::string variable = "QWERK_EMULATE_";
  for (const char* c = name; *c; c++) variable += char(toupper((unsigned char)*c));
  const char* text = getenv(variable.c_str());
  return text ? text : "";
}
}  // namespace

std::string setting(const char* name, const char* otherwise) {
  std::lock_guard<std::mutex> guard(lock);
  const std::string found = find(name);
  return found.empty() ? otherwise : found;
}

long setting_number(const char* name, long otherwise) {
  const std::string text = setting(name, "");
  return text.empty() ? otherwise : atol(text.c_str());
}

std::string scratch(const char* name) {
  const char* temporary = getenv("TMPDIR");
  return setting("scratch", temporary && *temporary ? temporary : "/tmp") + "/qwerk-" + name + "-XXXXXX";
}

// The fault to inject is "function:n:error": the n-th call of the function from now, or of any when it is "*".
int enter(const char* function) {
  std::lock_guard<std::mutex> guard(lock);
  const long own = ++calls()[function];
  total_calls++;
  const std::string text = find("fault");
  if (text.empty()) return 0;
  const size_t first = text.find(':'), second = text.find(':', first + 1);
  const std::string wanted = text.substr(0, first);
  const long n = atol(text.c_str() + first + 1);
  const bool hit = wanted == "*" ? total_calls == n : wanted == function && own == n;
  if (!hit) return 0;
  const int error = atoi(text.c_str() + second + 1);
  return error;
}

EXPORT void qwerk_emulate_set(const char* name, const char* value) {
  std::lock_guard<std::mutex> guard(lock);
  values()[name] = value;
  if (strcmp(name, "fault") == 0) {
    calls().clear();
    total_calls = 0;
  }
}

// Calls of a function since the last fault was set ("*": of all), or a counter of the kernels.
EXPORT double qwerk_emulate_count(const char* name) {
  std::lock_guard<std::mutex> guard(lock);
  if (strcmp(name, "*") == 0) return double(total_calls);
  static const char* const counters[EMULATED_COUNTERS] = {"shared_conflicts", "global_bytes", "global_accesses",
                                                          "uncoalesced_accesses", "global_sectors", "minimum_sectors"};
  for (int i = 0; i < EMULATED_COUNTERS; i++) if (strcmp(name, counters[i]) == 0) return double(emulated_counters[i]);
  const auto found = calls().find(name);
  return found == calls().end() ? 0 : double(found->second);
}

// Names of the functions called since the last fault was set, with counts: "name count" per line.
EXPORT const char* qwerk_emulate_calls() {
  static std::string text;
  std::lock_guard<std::mutex> guard(lock);
  text.clear();
  for (const auto& entry : calls()) text += entry.first + " " + std::to_string(entry.second) + "\n";
  return text.c_str();
}
