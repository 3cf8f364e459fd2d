// What the parts of the stand-in driver share: results, the context with its sticky error, and how work reaches a
// stream. Work runs on the calling thread when it is submitted, or becomes a part of the graph that is being captured.
// Calls may come from several threads at once; every function that touches what is here begins with CALL.
#pragma once
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "settings.h"

enum Error {
  SUCCESS = 0, INVALID_VALUE = 1, OUT_OF_MEMORY = 2, NOT_INITIALIZED = 3, NO_DEVICE = 100, INVALID_DEVICE = 101,
  INVALID_IMAGE = 200, INVALID_CONTEXT = 201, NO_BINARY = 209, UNSUPPORTED_PTX = 222, INVALID_HANDLE = 400,
  NOT_FOUND = 500, NOT_READY = 600, ILLEGAL_ADDRESS = 700, CONTEXT_IS_DESTROYED = 709, MISALIGNED_ADDRESS = 716, LAUNCH_FAILED = 719,
  STREAM_CAPTURE_UNSUPPORTED = 900
};

typedef unsigned long long Address;

// Held by one call at a time, but for its waits.
extern std::recursive_mutex driver_lock;
#define CALL() const std::lock_guard<std::recursive_mutex> alone(driver_lock)

// Objects of all kinds the engine holds, but for memory.
extern long objects;

// Why a call may not go on: no initialisation, no living context of this thread, or the sticky error.
int context_state();
// The sticky error, which every thread sees, and whether there is one.
int context_error();
bool context_lost();
// Makes an error sticky, with its text.
int fault(int error, const std::string& text);
long attribute(int number);

// The beginning of most functions: counted, with the error that is injected for it, and alone.
#define DRIVER() \
  ENTER();       \
  CALL()
// The beginning of those that need a context.
#define DEVICE() \
  DRIVER();      \
  if (const int state = context_state()) return state

// Bytes from `address` to the end of its allocation, 0 when it lies in none; and in words where that is.
size_t room(Address address);
std::string describe(Address address);

typedef std::function<int()> Work;
struct Graph {
  std::vector<Work> work;
};
struct Stream {
  Graph* capture = nullptr;
};
int submit(void* stream, const Work& work);
