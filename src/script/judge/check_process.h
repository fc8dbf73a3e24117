/* Judges results in a process of its own, which gets the results of the run and never runs a
 * kernel. A rubric's process never reads the script that it judges. */
#ifndef WL_SCRIPT_JUDGE_CHECK_PROCESS_H
#define WL_SCRIPT_JUDGE_CHECK_PROCESS_H

#include "core/teach/check_results.h"
#include "script/machine/vm.h"
#include "script/process/run.h"

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
  uint64_t filled;      /* arrays that FILL has filled */
};

/* What there is to judge. */
struct wl_judge_job {
  const struct wl_run_options *options; /* of the file with the checks */
  enum wl_judge_work work;
  uint32_t which;                       /* check, for FILL and ONE */
  struct wl_run *run;                   /* NULL for LIST */
  uint8_t *fill;                        /* for FILL, as wl_values_create() makes it */
};

/* Does the work and waits for its end. False and a diag where the process came to no
 * end, or the file level failed: out->checks is what is known by then. */
bool wl_judge(const struct wl_judge_job *job, struct wl_sheet *out, struct wl_diag *d);

/* The same in two parts, for those who have other things to do: the process works
 * until `fd` can be read, or `end` ends it. `sheet` is shared with it. */
struct wl_judging { pid_t pid; int fd; struct wl_sheet *sheet; };
bool wl_judge_begin(const struct wl_judge_job *job, struct wl_judging *g, struct wl_diag *d);
bool wl_judge_end(struct wl_judging *g, const struct wl_run_options *options,
                  struct wl_sheet *out, struct wl_diag *d);

#endif
