/* Has the branches that child processes take count for libFuzzer, too (AFL++ has them in shared
 * memory, and no such section). In a file of its own, which has no branches that count: else
 * what it names would stand for its own alone. */
#include <sys/mman.h>

#include "fuzz.h"

/* Where the branches are counted. */
extern uint8_t counters[] __asm__("__start___sancov_cntrs") __attribute__((weak));
extern uint8_t counters_end[] __asm__("__stop___sancov_cntrs") __attribute__((weak));
int LLVMFuzzerInitialize(int *argc, char ***argv);

/* Whole pages of it become memory that forked processes share. */
__attribute__((no_sanitize("coverage", "address")))
int LLVMFuzzerInitialize(int *argc, char ***argv) {
  enum { PAGE = 4096 };
  (void)argc, (void)argv;
  if (!counters) return 0;
  uint8_t *from = counters + (PAGE - (uintptr_t)counters % PAGE) % PAGE;
  size_t size = counters_end - from > PAGE ? (size_t)(counters_end - from) / PAGE * PAGE : 0;
  if (size > 0 && mmap(from, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED,
                       -1, 0) == MAP_FAILED) abort();
  return 0;
}
