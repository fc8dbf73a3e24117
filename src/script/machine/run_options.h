/* The options of a run, and its progress. */
#ifndef WL_SCRIPT_MACHINE_RUN_OPTIONS_H
#define WL_SCRIPT_MACHINE_RUN_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wl_arch;
struct wl_chip;
struct wl_diag;
struct wl_plan;
struct wl_run;
struct wl_run_program;

/* The memory of a run that nobody grants more or less. */
#define WL_RUN_MEMORY ((size_t)256 << 20)

struct wl_setting { const char *name, *value; }; /* one name=value of the user */

struct wl_run_options {
  const char *name;             /* script as the user named it, for messages */
  const char *text;             /* its source; copied */
  size_t size;
  bool one_line;                /* text is the expression of -e */
  const struct wl_setting *settings; /* parameter values that replace the script's */
  size_t setting_count;
  bool edited;                  /* settings are older than the text: what it has no use for
                                 * is left out */
  const struct wl_arch *arch;
  const struct wl_chip *chip;   /* of it; NULL: the one that stands for it */
  bool arch_given;              /* by the user: what the script says of it does not count */
  uint16_t multiprocessors;     /* that blocks are dealt to; 0: those of the chip that stands for
                                 * the generation */
  uint32_t registers;           /* of a thread, as the compiler gives them; 0: not known */
  double seconds;               /* processor time of each process */
  size_t memory;                /* Lua heap of one process, bytes; see wl_memory_granted() */
  uint64_t accesses;            /* lane accesses of the whole grid */
  size_t keep;                  /* steps that the trace keeps */
  unsigned workers;             /* processes; 0: one per online processor */
  bool one_by_one;              /* threads never run all lanes at once: for tests */
  bool rubric;                  /* text is a rubric: it has no kernel, and is not run */
  bool head_only;               /* end once the head is known: no block runs */
  bool attended;                /* somebody waits at a screen: the run gives way to it */
  void (*tell)(void *to, struct wl_run *run); /* hears of a run that is waited for, now and then; */
  void *tell_to;                /* with NULL at its end. NULL: nobody */
  const struct wl_run_program *program; /* NULL: the text is a script */
  bool want_values;             /* keep what arrays hold at the end: wl_run_values() */
  uint8_t *fill;                /* borrowed, as wl_values_create() makes it: what the */
  uint64_t filled;              /* arrays of these bits hold before the kernel runs */
};

/* What runs in place of the director of a script. begin() makes what one run needs, NULL and a
 * diag: it cannot; child() is the life of its process; end() frees what begin() made. */
struct wl_run_program {
  void *(*begin)(const struct wl_run_options *o, struct wl_diag *d);
  void (*child)(const struct wl_plan *plan, const void *of);
  void (*end)(void *of);
};

enum wl_run_state {
  WL_RUN_BUSY,
  WL_RUN_DONE,
  WL_RUN_FAILED, /* wl_run_diag() says why; trace and analysis hold what came before */
};

/* Written without a lock: all but `used` is only read once the process is dead. */
struct wl_progress_beacon {
  uint32_t token, thread, block;
  uint32_t at_once; /* blocks that all went lane by lane at once: see simt.h */
  uint32_t used;    /* milliseconds of a processor, for who waits */
  bool overdue;     /* it ended since nothing else could stop it */
};

#endif
