// Host bodies of device/async-copy.cuh: a copy is only done at the wait that covers it; until then its target is junk.
#pragma once

inline void copy_async(void* target, const void* source, bool valid) {
  static const char zeros[16] = {};
  emulated_aligned(target, 16, "the target of copy_async");
  if (valid) emulated_aligned(source, 16, "the source of copy_async");
#ifdef __SANITIZE_THREAD__
  if (valid) emulated_runtime->access(source, 16, reinterpret_cast<const void*>(&copy_async));
#endif
  emulated_runtime->copy_async(target, valid ? source : zeros, 16);
}
inline void copy_async_commit() { emulated_runtime->commit_copies(); }
template <int N>
inline void copy_async_wait() { emulated_runtime->wait_copies(N); }
