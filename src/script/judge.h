/* Judging results: in a process of its own, which sees what the run came to and
 * never runs a kernel. A rubric's process never reads the script that it judges. */
#ifndef WL_SCRIPT_JUDGE_H
#define WL_SCRIPT_JUDGE_H

#include "core/judgement.h"
#include "script/run.h"
#include "script/vm.h"

enum wl_judge_work {
  WL_JUDGE_LIST, /* which checks there are */
  WL_JUDGE_FILL, /* what check `which` puts into the arrays of `run` */
  WL_JUDGE_ONE,  /* whether `run` meets check `which` */
  WL_JUDGE_ALL,  /* whether it meets each */
  WL_JUDGE_VALUE, /* what an expression over its arrays comes to: the message of check 0 */
};

enum { WL_MAX_CASE_SETTINGS = 16 };

/* What a case asks for beside its name and points. */
struct wl_plan_of_case {
  uint32_t settings;
  struct { char name[32], value[64]; } setting[WL_MAX_CASE_SETTINGS];
  char arch[32]; /* empty: that of the command line */
  uint8_t fills; /* not bool: the process may write anything here */
};

/* What the process leaves behind, in memory shared with the parent. */
struct wl_sheet {
  uint8_t done;
  struct wl_diag diag;  /* status other than WL_OK: the file level failed */
  char title[128];
  struct wl_checks checks;
  struct wl_plan_of_case plan[WL_MAX_CHECKS];
  uint8_t *fill;        /* set by the parent, as wl_values_create() makes it */
  uint64_t filled;      /* arrays that FILL has filled */
};

/* Does some work with the file of `options` and waits for its end. `run` is NULL
 * for LIST. False and a diag where the process came to no end, or the file level
 * failed: out->checks is what is known by then. */
bool wl_judge(const struct wl_run_options *options, enum wl_judge_work work, uint32_t which,
              struct wl_run *run, struct wl_sheet *out, struct wl_diag *d);

/* The same in two parts, for those who have other things to do: the process works
 * until `fd` can be read, or `end` ends it. `sheet` is shared with it. */
struct wl_judging { pid_t pid; int fd; struct wl_sheet *sheet; };
bool wl_judge_begin(const struct wl_run_options *options, enum wl_judge_work work, uint32_t which,
                    struct wl_run *run, uint8_t *fill, struct wl_judging *g, struct wl_diag *d);
bool wl_judge_end(struct wl_judging *g, const struct wl_run_options *options,
                  struct wl_sheet *out, struct wl_diag *d);

/* A figure that a check has looked at. */
struct wl_reading {
  double value;
  int line;              /* 0: of the whole grid */
  int space, op, figure; /* op: WL_OPS for all; figure: a row of result.c; WL_SPACES: a
                          * field of result_hazard.c */
};
enum { WL_MAX_READINGS = 8 };

/* The state behind vm->judge. */
struct wl_judge {
  struct wl_sheet *sheet;
  struct wl_run *run;
  struct wl_check *current; /* being judged */
  bool asked, unmet;        /* a helper was called; one was not met */
  uint32_t dropped;         /* messages for which there is no room */
  struct wl_reading reading[WL_MAX_READINGS];
  unsigned readings;
};

/* Adds a line to the message of the current check, which is then not met. */
void wl_judge_note(struct wl_judge *j, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same, and ends the check: it cannot go on. */
int wl_judge_stop(lua_State *L, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Pushes `r`: what the run came to. */
void wl_result_push(lua_State *L);

/* "shared excess_wavefronts"; and lines for where most of it comes from, "" where
 * there is none. */
enum { WL_WORST = 1000 };
void wl_result_name(const struct wl_reading *r, char *buffer, size_t size);
void wl_result_worst(const struct wl_judge *j, const struct wl_reading *r, char buffer[WL_WORST]);

/* answer.c: writes what the function on top of the stack returns. */
void wl_answer(struct wl_vm *vm);

/* Pushes the function of check `i` and, for fill, its table or nil. */
void wl_expect_push(lua_State *L, uint32_t i);
void wl_expect_push_fill(lua_State *L, uint32_t i);

#endif
