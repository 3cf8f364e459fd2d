// Facts of the stand-in's devices that its libraries share. Devices go by their physical number.
#pragma once
#include <stddef.h>

#include <string>

std::string emulated_uuid_text(int device);
size_t emulated_live_bytes();
size_t emulated_memory_bytes();
