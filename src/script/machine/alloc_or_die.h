/* Memory that a child process needs, and how the child ends without it. */
#ifndef WL_SCRIPT_MACHINE_ALLOC_OR_DIE_H
#define WL_SCRIPT_MACHINE_ALLOC_OR_DIE_H

#include <stddef.h>
#include <unistd.h>

/* Exit status of a child. */
enum wl_exit {
  WL_EXIT_FINE = 0, WL_EXIT_FAILED, WL_EXIT_MEMORY, WL_EXIT_PIPE,
  WL_EXIT_CAGE, /* it could not be shut in, and has run nothing */
  WL_EXIT_TIME, /* its time was over, and nothing but its end could stop it */
};

/* Memory that must be there: ends the process where it is not. */
static inline void *wl_alloc_or_die(void *memory) {
  if (memory == NULL) _exit(WL_EXIT_MEMORY);
  return memory;
}

#endif
