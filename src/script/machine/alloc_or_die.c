#include "script/machine/alloc_or_die.h"

#include <stddef.h>
#include <unistd.h>

void *wl_alloc_or_die(void *memory) {
  if (memory == NULL) _exit(WL_EXIT_MEMORY);
  return memory;
}
