// What stands in front of a compiled shared object: the caller of cuModuleLoadData passes a bare pointer, so its length is
// here, and what a real image says in its own header.
#pragma once

struct ImageHeader {
  char magic[8];  // "QWERKSO1" for a cubin, "QWERKPT1" for PTX
  unsigned long bytes;
  long toolkit;  // as cuDriverGetVersion counts: 13010 is 13.1
  long architecture;
};
