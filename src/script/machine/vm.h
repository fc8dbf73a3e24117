/* The machine that runs a script, as data: its arrays, its threads and what they did.
 * Lives in a child process; running out of memory there ends the process. */
#ifndef WL_SCRIPT_MACHINE_VM_H
#define WL_SCRIPT_MACHINE_VM_H

#include <lauxlib.h>
#include <lua.h>
#include <signal.h>

#include "core/trace/lesson_data.h"
#include "core/trace/trace_head.h"
#include "script/machine/path_position.h"
#include "script/machine/run_options.h"
#include "script/machine/thread_state.h"
#include "script/syntax/tokens.h"

struct wl_api_row;
struct wl_send;
struct wl_engine;
struct wl_judge;
struct wl_lane_log;
struct wl_run_options;
struct wl_simt;
struct wl_touched;

enum { WL_MAX_VIEWS = 512, WL_MAX_THREADS = 1024, WL_KNOWN_PLACES = 256 };

/* What at() says of a label, and how far the lanes of its warp have come (lesson_stops.h). */
enum { WL_LABEL_TEXT = 64 };
struct wl_at {
  uint32_t label;              /* the token that ends it */
  uint32_t block, warp, pass;  /* pass: from 1, of each lane */
  uint32_t passed[WL_LANES];   /* how often each lane has come by, in this block */
  bool marked, asked;          /* its stop, its question has been sent */
  char title[160];             /* as in struct wl_step; an empty one: no stop */
};

/* A place that was looked up before. */
struct wl_known_place { uint64_t site; struct wl_source_span place; };

struct wl_vm {
  lua_State *L;
  const struct wl_run_options *options;
  const struct wl_api_row *api;  /* the language: api[api_count] */
  size_t api_count;
  struct wl_source *source;
  struct wl_head head;
  struct wl_view view[WL_MAX_VIEWS];
  unsigned views;
  uint8_t *memory[WL_SPACES];
  uint64_t used[WL_SPACES];
  size_t heap, heap_limit;       /* of Lua, bytes */
  struct wl_lane host, *lane;    /* lane[threads] */
  unsigned threads;
  lua_State **idle;              /* coroutines without a thread */
  unsigned idles;
  struct wl_lane_log *log;            /* log[WL_LANES] */
  struct wl_positions positions;
  struct wl_step step;           /* under construction */
  struct wl_known_place place[WL_KNOWN_PLACES];
  struct wl_at at[WL_MAX_STOPS]; /* of lesson.stop[], one by one */
  struct wl_lesson_data lesson;
  uint32_t block, phase;
  uint64_t changes, spin_changes; /* of memory; when lanes in a loop were last looked at … */
  uint32_t spin_turns;           /* … how often since then: schedule.c */
  uint32_t released;             /* how often lanes were let go on: schedule.c */
  struct wl_send *emit;          /* NULL at file level */
  struct wl_touched *touch;        /* NULL where no other process runs beside us */
  uint64_t accesses;
  uint64_t made, sent;           /* steps of the block: by this try to run it, and of them all … */
  uint64_t before;               /* … of the blocks before */
  const struct wl_engine *engine; /* runs all lanes of a warp at once; NULL: threads run … */
  struct wl_simt *simt;          /* … one by one; its state */
  bool uncounted;                /* a block has run thread by thread: its float operations are not
                                  * counted */
  volatile struct wl_progress_beacon *beacon;
  struct wl_judge *judge;        /* NULL but where results are judged */
  const char *read_only;         /* why nothing can be stored at file level; NULL: it can */
  uint8_t shaped;                /* bit 0: the user sets the grid; bit 1: the block */
  bool failed;
  struct wl_diag diag;           /* set where failed */
  lua_State *volatile running;   /* the one that a signal stops */
  volatile sig_atomic_t expired;
};

/* The thread that a state belongs to. */
static inline struct wl_lane *wl_lane_of(lua_State *L) {
  return *(struct wl_lane **)lua_getextraspace(L);
}

struct wl_engine {
  bool (*ready)(const struct wl_simt *m);         /* whether the next block should be tried */
  void (*begin)(struct wl_simt *m);               /* after wl_threads_begin() */
  bool (*run)(struct wl_simt *m, unsigned warp);  /* as wl_warp_run(); false: vm->failed, or it
                                                   * cannot go on */
  void (*give_up)(struct wl_simt *m);             /* takes back what it has done to memory */
};

#endif
