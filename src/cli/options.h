/* The command line: one table of verbs, one of options, one of exit statuses. */
#ifndef WL_CLI_OPTIONS_H
#define WL_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/diag.h"

enum wl_verb {
  WL_SCREEN, WL_REPORT, WL_CHECK_VERB, WL_SHOW, WL_DIFF, WL_SWEEP, WL_SUGGEST, WL_BATCH,
  WL_TABLES, WL_LIST, WL_NEW, WL_HELP, WL_VERBS
};

struct wl_verb_row {
  const char *name;      /* "report" */
  const char *arguments; /* "FILE [name=value ...]" */
  const char *help;      /* one line, for the list of verbs */
  const char *about;     /* what `warplens VERB --help` says under it */
};
extern const struct wl_verb_row wl_verbs[];

enum wl_option {
  WL_OPT_ARCH, WL_OPT_EXPRESSION, WL_OPT_REGISTERS, WL_OPT_JSON, WL_OPT_LEVEL, WL_OPT_EXERCISES,
  WL_OPT_FROM, WL_OPT_LIMIT, WL_OPT_FIGURE, WL_OPT_ARRAY, WL_OPT_COUNTERS, WL_OPT_RUBRIC,
  WL_OPT_HINT, WL_OPT_VIEW, WL_OPT_WHY, WL_OPT_MASK, WL_OPT_ASK, WL_OPT_NO_QUESTIONS, WL_OPT_AT,
  WL_OPT_STEP, WL_OPT_LINE, WL_OPT_FIND, WL_OPT_LANE, WL_OPT_WAVEFRONT, WL_OPT_REPLAY,
  WL_OPT_PRINT_STATE, WL_OPT_PRESENT, WL_OPT_BESIDE, WL_OPT_NOTES, WL_OPT_PLAIN, WL_OPT_KEYS,
  WL_OPT_RECORD, WL_OPT_TALLY, WL_OPT_FORMAT, WL_OPT_SIZE, WL_OPT_OUTPUT, WL_OPT_ASCII,
  WL_OPT_COLOR, WL_OPT_THEME, WL_OPT_TIMEOUT, WL_OPT_MEMORY, WL_OPT_ACCESSES, WL_OPT_JOBS,
  WL_OPT_CUDA, WL_OPT_HELP, WL_OPT_VERSION, WL_OPTIONS
};
enum wl_option_kind {
  WL_FLAG, WL_TEXT, WL_ARCH, WL_CHOICE, WL_INTEGER, WL_NUMBER, WL_SIZE,
  WL_READS, WL_WRITES, /* a file */
};

/* Who tells of an option: the help of its verbs, and that of all verbs under a heading. */
enum wl_told { WL_TOLD_BY_VERB, WL_TOLD_RUN, WL_TOLD_OUTPUT, WL_TOLD_SCREEN, WL_TOLD_GROUPS };

struct wl_option_row {
  const char *name;     /* "limit", for --limit */
  char letter;          /* short form, or 0 */
  const char *argument; /* what stands for it in help, or NULL */
  uint8_t kind;         /* enum wl_option_kind */
  uint16_t verbs;       /* bit v: belongs to enum wl_verb v */
  double min, max;      /* INTEGER, NUMBER; each side of SIZE */
  const char *choices;  /* CHOICE: "auto never …", space-separated */
  const char *help;     /* one line */
  uint8_t told;         /* enum wl_told */
};
extern const struct wl_option_row wl_options[];

struct wl_exit_row {
  enum wl_status status;
  const char *help;
};
extern const struct wl_exit_row wl_exits[];
extern const size_t wl_exit_count;

/* --format: in the order of its choices; options.c says which verb can write which. */
enum wl_format {
  WL_FORMAT_TEXT, WL_FORMAT_ANSI, WL_FORMAT_SVG, WL_FORMAT_HTML, WL_FORMAT_PLAIN,
  WL_FORMAT_CSV, WL_FORMAT_JUNIT, WL_FORMAT_GRADESCOPE, WL_FORMAT_JSON, WL_FORMATS
};

bool wl_verb_runs(enum wl_verb verb); /* a script */
bool wl_verb_writes(enum wl_verb verb, enum wl_format format);

/* The formats that a verb can write: "text, ansi, svg". */
void wl_verb_formats(enum wl_verb verb, char *text, size_t size);

/* The format that the name of a file says by its end; where it has none, what the verb writes
 * by itself. False where it ends in what the verb cannot write. */
bool wl_verb_named_format(enum wl_verb verb, const char *path, enum wl_format *format);

/* What names may end in: ".txt, .svg, .html". */
void wl_verb_endings(enum wl_verb verb, char *text, size_t size);

#endif
