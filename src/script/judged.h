/* What the process that judges keeps in mind: the check it is at, and which figures that has
 * looked at. What judge.c, answer.c and the files of checks and results share. */
#ifndef WL_SCRIPT_JUDGED_H
#define WL_SCRIPT_JUDGED_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wl_check;
struct wl_run;
struct wl_sheet;
struct wl_vm;

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
  uint8_t *fill;            /* of struct wl_judge_job */
  struct wl_check *current; /* being judged */
  bool asked, unmet;        /* a helper was called; one was not met */
  bool looked;              /* it has what the script put into an array, of the script's type */
  uint32_t dropped;         /* messages for which there is no room */
  struct wl_reading reading[WL_MAX_READINGS];
  unsigned readings;
};

/* Adds a line to the message of the current check, which is then not met. */
void wl_judge_note(struct wl_judge *j, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same, and ends the check: it cannot go on. */
_Noreturn int wl_judge_stop(lua_State *L, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Raises an error inside of a check: for what would change an array. */
void wl_judge_only_looks(lua_State *L);

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
