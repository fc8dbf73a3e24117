/* The state of the judging process: the present check, and the figures that it has read. Shared by
 * check_process.c, print_value.c and the files of checks and results. */
#ifndef WL_SCRIPT_RESULTS_CHECK_STATE_H
#define WL_SCRIPT_RESULTS_CHECK_STATE_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wl_analysis;
struct wl_array;
struct wl_check;
struct wl_sheet;
struct wl_trace;
struct wl_vm;

/* A figure that a check has looked at. */
struct wl_reading {
  double value;
  int line;              /* 0: of the whole grid */
  int space, op, figure; /* op: WL_OPS for all; figure: a row of result_figures.c; WL_SPACES: a
                          * field of result_hazard.c */
};
enum { WL_MAX_READINGS = 8 };

/* The state behind vm->judge. */
struct wl_judge {
  struct wl_sheet *sheet;
  struct wl_trace *trace;   /* of the run that is judged, these three; NULL: there is none */
  struct wl_analysis *analysis;
  uint8_t *values;          /* NULL: not kept */
  uint8_t *fill;            /* of struct wl_judge_job */
  struct wl_check *current; /* being judged */
  bool asked, unmet;        /* a helper was called; one was not met */
  bool looked;              /* it has what the script put into an array, of the script's type */
  uint32_t dropped;         /* messages for which there is no room */
  struct wl_reading reading[WL_MAX_READINGS];
  unsigned readings;
};

/* What an array of the run holds at the end; NULL where that is not kept. */
const uint8_t *wl_judge_values(const struct wl_judge *j, const struct wl_array *a);

/* Adds a line to the message of the current check, which is then not met. */
void wl_judge_note(struct wl_judge *j, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same, and ends the check: it cannot go on. */
_Noreturn int wl_judge_stop(lua_State *L, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Gives the value below the upvalues on top of the stack an __index, and a length that
 * is an error with a hint: it would be 0 in silence. */
void wl_result_strict(lua_State *L, lua_CFunction index, int upvalues, const char *hint);

/* Keeps in mind what a check has read, for the message if it is not met. */
void wl_result_note(struct wl_judge *j, const struct wl_reading *r);

/* Pushes `r`: what the run came to. */
void wl_result_push(lua_State *L);

/* "shared excess_wavefronts"; and lines for where most of it comes from, "" where
 * there is none. */
enum { WL_WORST = 1000 };
void wl_result_name(const struct wl_reading *r, char *buffer, size_t size);
void wl_result_worst(const struct wl_judge *j, const struct wl_reading *r, char buffer[WL_WORST]);

/* print_value.c: writes what the function on top of the stack returns. */
void wl_print_value(struct wl_vm *vm);

/* Pushes the function of check `i` and, for fill, its table or nil. */
void wl_expect_push(lua_State *L, uint32_t i);
void wl_expect_push_fill(lua_State *L, uint32_t i);

#endif
