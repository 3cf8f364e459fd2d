// Fibers: stacks that one operating-system thread switches between. On x86-64 a switch saves the callee-saved registers
// only; elsewhere it falls back to ucontext. A fiber that is dropped in the middle is never resumed.
#pragma once
#include <stddef.h>
#include <sys/mman.h>

#if !defined(__x86_64__)
#include <ucontext.h>
#endif

typedef void (*FiberEntry)(void*);

struct FiberContext {
#if defined(__x86_64__)
  void* stack_pointer = nullptr;
#else
  ucontext_t context;
#endif
};

#if defined(__x86_64__)
extern "C" void fiber_switch(void** save, void* load);
extern "C" void fiber_start();
asm(R"(
.text
.globl fiber_switch
.hidden fiber_switch
.type fiber_switch, @function
fiber_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
.size fiber_switch, .-fiber_switch
.globl fiber_start
.hidden fiber_start
.type fiber_start, @function
fiber_start:
  movq %r12, %rdi
  callq *%rbx
  ud2
.size fiber_start, .-fiber_start
)");

inline void fiber_prepare(FiberContext& fiber, char* stack, size_t bytes, FiberEntry entry, void* argument) {
  void** top = reinterpret_cast<void**>(reinterpret_cast<size_t>(stack + bytes) & ~size_t(15));
  // Popped in the order r15 r14 r13 r12 rbx rbp, then the return address; two words keep the call 16-byte aligned.
  *--top = nullptr;
  *--top = nullptr;
  *--top = reinterpret_cast<void*>(&fiber_start);
  *--top = nullptr;
  *--top = reinterpret_cast<void*>(entry);
  *--top = argument;
  *--top = nullptr;
  *--top = nullptr;
  *--top = nullptr;
  fiber.stack_pointer = top;
}
inline void fiber_swap(FiberContext& from, FiberContext& to) { fiber_switch(&from.stack_pointer, to.stack_pointer); }
#else
inline void fiber_trampoline(unsigned el, unsigned eh, unsigned al, unsigned ah) {
  const FiberEntry entry = reinterpret_cast<FiberEntry>(size_t(eh) << 32 | el);
  entry(reinterpret_cast<void*>(size_t(ah) << 32 | al));
}
inline void fiber_prepare(FiberContext& fiber, char* stack, size_t bytes, FiberEntry entry, void* argument) {
  getcontext(&fiber.context);
  fiber.context.uc_stack.ss_sp = stack;
  fiber.context.uc_stack.ss_size = bytes;
  fiber.context.uc_link = nullptr;
  const size_t e = reinterpret_cast<size_t>(entry), a = reinterpret_cast<size_t>(argument);
  makecontext(&fiber.context, reinterpret_cast<void (*)()>(fiber_trampoline), 4, unsigned(e), unsigned(e >> 32),
              unsigned(a), unsigned(a >> 32));
}
inline void fiber_swap(FiberContext& from, FiberContext& to) { swapcontext(&from.context, &to.context); }
#endif

inline char* fiber_stack(size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<char*>(memory);
}
