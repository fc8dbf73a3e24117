/* The command line: one table of verbs, one of options, one of exit statuses. */
#ifndef WL_OPTIONS_H
#define WL_OPTIONS_H

#include "core/target.h"
#include "script/run.h"

enum wl_verb {
  WL_SCREEN, WL_REPORT, WL_CHECK_VERB, WL_SHOW, WL_DIFF, WL_SWEEP, WL_SUGGEST, WL_BATCH,
  WL_CALIBRATE,
  WL_TABLES, WL_LIST, WL_NEW, WL_HELP,
  WL_VERBS
};

struct wl_verb_row {
  const char *name;      /* "report" */
  const char *arguments; /* "FILE [name=value ...]" */
  const char *help;      /* one line, for the list of verbs */
  const char *about;     /* what `warplens VERB --help` says under it */
};
extern const struct wl_verb_row wl_verbs[WL_VERBS];

enum wl_option {
  WL_OPT_ARCH, WL_OPT_L1, WL_OPT_BANKS, WL_OPT_EXPRESSION, WL_OPT_REGISTERS, WL_OPT_JSON,
  WL_OPT_LEVEL, WL_OPT_LIMIT, WL_OPT_FIGURE, WL_OPT_ARRAY, WL_OPT_RUBRIC,
  WL_OPT_VIEW,
  WL_OPT_WHY, WL_OPT_MASK, WL_OPT_STEP, WL_OPT_LINE, WL_OPT_LANE, WL_OPT_WAVEFRONT, WL_OPT_SCROLL, WL_OPT_REPLAY,
  WL_OPT_PRINT_STATE, WL_OPT_PRESENT, WL_OPT_FACT, WL_OPT_BESIDE, WL_OPT_BY_COST, WL_OPT_NOTES, WL_OPT_PLAIN, WL_OPT_KEYS, WL_OPT_RECORD, WL_OPT_TALLY, WL_OPT_FORMAT, WL_OPT_SIZE, WL_OPT_OUTPUT, WL_OPT_ASCII,
  WL_OPT_COLOR, WL_OPT_THEME, WL_OPT_TIMEOUT, WL_OPT_MEMORY, WL_OPT_ACCESSES, WL_OPT_JOBS,
  WL_OPT_HELP, WL_OPT_VERSION, WL_OPTIONS
};
enum wl_option_kind { WL_FLAG, WL_TEXT, WL_ARCH, WL_CHOICE, WL_INTEGER, WL_NUMBER, WL_SIZE };

struct wl_option_row {
  const char *name;     /* "limit", for --limit */
  char letter;          /* short form, or 0 */
  const char *argument; /* what stands for it in help, or NULL */
  uint8_t kind;         /* enum wl_option_kind */
  uint16_t verbs;       /* bit v: belongs to enum wl_verb v */
  double min, max;      /* INTEGER, NUMBER; each side of SIZE */
  const char *choices;  /* CHOICE: "auto never …", space-separated */
  const char *help;     /* one line */
};
extern const struct wl_option_row wl_options[WL_OPTIONS];

struct wl_exit_row {
  enum wl_status status;
  const char *help;
};
extern const struct wl_exit_row wl_exits[];
extern const size_t wl_exit_count;

enum { WL_MAX_SETTINGS = 64, WL_MAX_COMPARED = 8 };

/* --format: in the order of its choices; options.c says which verb can write which. */
enum wl_format {
  WL_FORMAT_TEXT, WL_FORMAT_ANSI, WL_FORMAT_SVG, WL_FORMAT_HTML, WL_FORMAT_CAST, WL_FORMAT_PLAIN,
  WL_FORMAT_CSV,
  WL_FORMAT_TAP, WL_FORMAT_JUNIT, WL_FORMAT_GRADESCOPE, WL_FORMAT_JSON,
  WL_FORMATS
};

/* Those that a verb can write: "text, ansi, svg". */
void wl_verb_formats(enum wl_verb verb, char *text, size_t size);

/* What the user asked for. Strings point into argv. */
struct wl_command {
  enum wl_verb verb;
  bool help, version;
  enum wl_verb topic;     /* help: the verb it is about; WL_HELP: all of them */
  const char *file;       /* NULL: none given */
  const char *expression; /* -e */
  struct wl_target target;      /* the first of --arch, or the default */
  struct wl_target targets[WL_MAX_COMPARED]; /* all of --arch, which diff compares */
  size_t target_count;          /* 0: not given */
  bool divided;                 /* diff: settings from `second` on come after "--" */
  size_t second;
  struct wl_setting settings[WL_MAX_SETTINGS];
  size_t setting_count;
  struct {
    bool given;
    const char *text;
    double number; /* INTEGER, NUMBER; SIZE: the width */
    int choice;    /* CHOICE: index into choices; SIZE: the height */
  } value[WL_OPTIONS];
};

/* Reads the arguments; those of the form name=value are cut at the '='. False
 * and a diag (WL_USAGE) when they make no sense. */
bool wl_command_parse(int argc, char **argv, struct wl_command *c, struct wl_diag *d);

/* What a script is counted on that asks for `own`, or for nothing: --arch, else that, in
 * the modes of --l1 and --banks. False and a diag where it has no such mode, or fewer
 * registers than --registers. */
bool wl_command_target(const struct wl_command *c, struct wl_target own, struct wl_target *out,
                       struct wl_diag *d);

/* The name closest to `word` by spelling, or NULL if none is close enough. */
const char *wl_nearest(const char *word, const char *const *names, size_t count);

#endif
