/* The one error type: what went wrong, where, and what to do about it. */
#ifndef WL_CORE_BASE_DIAG_H
#define WL_CORE_BASE_DIAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Exit status of the program; a diag carries the one that it leads to. */
enum wl_status {
  WL_OK = 0,
  WL_CHECK = 1,     /* an expectation is not met */
  WL_USAGE = 2,     /* the command line is wrong */
  WL_SCRIPT = 3,    /* the script is wrong: syntax or run time */
  WL_LIMIT = 4,     /* a limit was reached: time, memory, accesses, how many of a kind */
  WL_INPUT = 5,     /* input cannot be read */
  WL_OUTPUT = 6,    /* output cannot be written */
  WL_TERMINAL = 7,  /* the terminal cannot be used */
  WL_INTERNAL = 70, /* a bug in warplens */
};

/* A plain value without pointers, so that it can cross a pipe as it is.
 * Text is UTF-8 as it came from outside: it is made harmless where it is shown
 * (core/base/text.h), never here. `line` 0 means "no place in a file"; columns are
 * 1-based bytes, `end_column` is one past the last. */
enum { WL_DIAG_CALLERS = 8, WL_DIAG_COUNTED = 200 };
struct wl_diag {
  enum wl_status status;
  uint32_t line, column, end_column;
  char file[256];   /* as the user named it */
  char what[512];   /* one sentence, no full stop, no trailing newline */
  char hint[512];   /* what to do; may be empty */
  char where[128];  /* "lane 17 of warp 3, block (0, 1, 0)"; may be empty */
  char source[512]; /* the source line, for the caret; may be empty */
  uint32_t callers; /* calls that lead to the place; many from WL_DIAG_COUNTED on */
  uint32_t caller[WL_DIAG_CALLERS]; /* lines of the innermost of them */
  bool refused;     /* by the system: the script is not to blame, and not judged */
};

/* Sets status and message (printf style) and clears the rest. Text that does
 * not fit ends in "…". Always returns false, so that a failing function can
 * `return wl_diag_fail(d, …)`. `d` may be NULL. */
bool wl_diag_fail(struct wl_diag *d, enum wl_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same with WL_LIMIT, where the system has refused what anybody needs. */
bool wl_diag_refused(struct wl_diag *d, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Sets the hint of a diag (printf style). Always returns false. */
bool wl_diag_hint(struct wl_diag *d, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Sets the file, and the line in it; 0: it is in no one line. */
void wl_diag_file(struct wl_diag *d, const char *file, uint32_t line);

/* A line of a text and a part of it: all from 1, `end` exclusive. */
struct wl_span { uint32_t line, column, end; };

/* Sets where in the file; takes the source line out of `text` of `size` bytes, if it
 * has one. A source line too long for the field is cut around the column, and the
 * columns move with it. */
void wl_diag_place(struct wl_diag *d, const char *file, const char *text, size_t size,
                   struct wl_span at);

/* "called from line 4, line 7", innermost first; "" where nothing called. */
void wl_diag_calls(const struct wl_diag *d, char *buffer, size_t size);

/* Lays the diag out as text, made harmless, with a caret line under the source
 * line: "warplens: FILE:LINE: WHAT\n    SOURCE\n    ^~~~\n  WHERE\n  HINT\n".
 * Writes at most `size` bytes with a final NUL; returns the length wanted, as
 * snprintf does. `ascii` keeps it to ASCII. */
size_t wl_diag_format(const struct wl_diag *d, bool ascii, char *buffer, size_t size);

#endif
