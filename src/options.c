#include "options.h"

#include <assert.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/field.h"
#include "core/sm.h"
#include "core/text.h"
#include "script/lesson.h"

const struct wl_verb_row wl_verbs[] = {
  [WL_SCREEN] = {
    "", "[FILE | -e EXPR] [name=value ...]",
    "the screen: one warp instruction at a time",
    "Runs a script and shows what each warp instruction does to memory. With no\n"
    "script, or a directory, it is a menu of lessons. With no terminal on standard\n"
    "output it writes what `warplens report`, or `warplens list`, writes. The key ?\n"
    "shows every key.\n",
  },
  [WL_REPORT] = {
    "report", "FILE | -e EXPR [name=value ...]",
    "figures of the whole grid, per line and per instruction",
    "Runs a script over its whole grid and writes what it costs: totals, source\n"
    "lines and warp instructions, as text or as JSON.\n",
  },
  [WL_CHECK_VERB] = {
    "check", "FILE | -e EXPR [name=value ...]",
    "whether a script meets its own expectations, or a rubric",
    "Runs a script and says which of its expect() are met; with --rubric, which cases\n"
    "of a file that the script cannot see. The exit status is 0 if all are met, 1 if\n"
    "one is not. warplens-check(1) has the language of rubrics.\n",
  },
  [WL_SHOW] = {
    "show", "FILE | -e EXPR [name=value ...]",
    "one view of one warp instruction: text, colours, SVG, HTML",
    "Draws what the screen would show, without a terminal.\n",
  },
  [WL_DIFF] = {
    "diff", "FILE | -e EXPR [name=value ...] [-- name=value ...]",
    "generations or settings side by side: what differs, and why",
    "Runs a script and writes what it costs on each generation of --arch, side by\n"
    "side, line by line; or with the settings before and after \"--\", which change\n"
    "those before it. Says for every line what changed and which rules did it.\n",
  },
  [WL_SWEEP] = {
    "sweep", "FILE | -e EXPR name=FROM..TO [name=value ...]",
    "a figure against a parameter: a table and a plot",
    "Runs a script once for each value of a parameter and writes what each came to,\n"
    "with the present value and the best marked. name=0..8, name=32..256:32 and\n"
    "name=1,2,4 are several values, name=.. is all that the script allows; further\n"
    "parameters with several values, and generations of --arch, are further lines.\n",
  },
  [WL_SUGGEST] = {
    "suggest", "FILE | -e EXPR [name=value ...]",
    "layouts of arrays with fewer bank conflicts or sectors",
    "Runs a script and tries paddings and swizzles of its arrays in shared memory on\n"
    "all that it does there, and other orders of its arrays in global memory. Lists\n"
    "the best, with what they cost, in the words that a script needs.\n",
  },
  [WL_BATCH] = {
    "batch", "[FILE]",
    "addresses in, figures out, as JSON Lines",
    "Reads one warp instruction a line from FILE or standard input and writes its\n"
    "figures, one line each, in order. warplens-json(5) has the keys.\n",
  },
  [WL_CALIBRATE] = {
    "calibrate", "FILE",
    "what a profiler counted on a real GPU against the model",
    "Reads the results of the probe that comes with the source, CSV with one warp\n"
    "instruction a row, and writes how many counts agree, by memory, operation and\n"
    "figure, and the instructions whose counts do not. Without --arch the results\n"
    "say which generation they are of.\n",
  },
  [WL_TABLES] = {
    "arch", "[NAME]",
    "GPU generations and chips: every number, with its source",
    "Without NAME it lists generations and chips. With the name of one it writes all\n"
    "that is known of it: limits, caches and banks, rules, latencies, bandwidths,\n"
    "each with how sure it is and where it is from.\n",
  },
  [WL_LIST] = {
    "list", "[DIRECTORY]",
    "the lessons: topics in order, with level and minutes",
    "Lists the scripts of a directory, or those that come with warplens: lessons by\n"
    "topic, in the order of the course, then the others. Lessons of level 1 make a\n"
    "lecture of an hour.\n",
  },
  [WL_NEW] = {
    "new", "NAME",
    "a script to begin with, and its names for an editor",
    "Writes NAME.lua, a script that runs and says what its parts are for, and beside\n"
    "it what lua-language-server needs to know the names of the language. Nothing\n"
    "that exists is overwritten.\n",
  },
  [WL_HELP] = {
    "help", "[VERB]",
    "this text, or that of a verb",
    "Prints what `warplens VERB --help` prints.\n",
  },
};
static_assert(sizeof wl_verbs / sizeof wl_verbs[0] == WL_VERBS, "a row for every verb");

enum {
  SCREEN = 1 << WL_SCREEN, REPORT = 1 << WL_REPORT, SHOW = 1 << WL_SHOW, BATCH = 1 << WL_BATCH,
  CHECK = 1 << WL_CHECK_VERB,
  CALIBRATE = 1 << WL_CALIBRATE, TABLES = 1 << WL_TABLES,
  DIFF = 1 << WL_DIFF, SWEEP = 1 << WL_SWEEP, SUGGEST = 1 << WL_SUGGEST, LIST = 1 << WL_LIST,
  RUNS = SCREEN | REPORT | SHOW | DIFF | SWEEP | SUGGEST | CHECK, /* verbs that run a script */
  EVERY = RUNS | BATCH | CALIBRATE | TABLES | LIST | 1 << WL_NEW | 1 << WL_HELP,
};

const struct wl_option_row wl_options[] = {
  [WL_OPT_ARCH] = {"arch", 0, "CC", WL_ARCH, RUNS | BATCH | CALIBRATE, 0, 0, NULL,
    "the GPU: a compute capability or a chip (default 9.0, an H200)"},
  [WL_OPT_L1] = {"l1", 0, "WAY", WL_CHOICE, RUNS | BATCH, 0, 0, "ca cg",
    "plain loads through L1 or past it, as -dlcm does"},
  [WL_OPT_BANKS] = {"banks", 0, "BYTES", WL_CHOICE, RUNS | BATCH, 0, 0, "4 8",
    "4 or 8: bytes of a bank of shared memory, on cc 3.x"},
  [WL_OPT_EXPRESSION] = {"expression", 'e', "EXPR", WL_TEXT, RUNS, 0, 0, NULL,
    "run one line instead of a file: 'g[tid * stride]' stride=2"},
  [WL_OPT_REGISTERS] = {"registers", 0, "N", WL_INTEGER,
    SCREEN | REPORT | SHOW | DIFF | SWEEP | SUGGEST, 1, 1e6, NULL,
    "registers of a thread, for occupancy (default: 32 are assumed)"},
  [WL_OPT_JSON] = {"json", 0, NULL, WL_FLAG,
    REPORT | DIFF | SWEEP | SUGGEST | CALIBRATE | TABLES | LIST, 0, 0, NULL,
    "write JSON instead of text"},
  [WL_OPT_LEVEL] = {"level", 0, "N", WL_INTEGER, LIST, 1, WL_LESSON_LEVELS, NULL,
    "lessons of this level only, 1 to 3"},
  [WL_OPT_LIMIT] = {"limit", 0, "N", WL_INTEGER, SCREEN | REPORT | CALIBRATE, 0, 1e9, NULL,
    "list at most N instructions; totals are always whole"},
  [WL_OPT_FIGURE] = {"figure", 0, "LIST", WL_TEXT, SWEEP, 0, 0, NULL,
    "what to plot: shared.wavefronts,global.efficiency,..."},
  [WL_OPT_ARRAY] = {"array", 0, "NAME", WL_TEXT, REPORT, 0, 0, NULL,
    "write what an array holds at the end instead: NAME[0..31]"},
  [WL_OPT_RUBRIC] = {"rubric", 0, "FILE", WL_TEXT, CHECK, 0, 0, NULL,
    "judge by the cases of this file"},
  [WL_OPT_VIEW] = {"view", 0, "NAME", WL_TEXT, SCREEN | SHOW, 0, 0, NULL,
    "the view to draw; a wrong name lists them"},
  [WL_OPT_WHY] = {"why", 0, "FIGURE", WL_TEXT, SCREEN | SHOW, 0, 0, NULL,
    "explain a figure: its rule, what made it, its source"},
  [WL_OPT_MASK] = {"mask", 0, NULL, WL_FLAG, SCREEN | SHOW, 0, 0, NULL,
    "hide the figures, for others to predict"},
  [WL_OPT_STEP] = {"step", 0, "N", WL_INTEGER, SCREEN | SHOW, 0, 1e9, NULL,
    "the step with this number in the report"},
  [WL_OPT_LINE] = {"line", 0, "L", WL_INTEGER, SCREEN | SHOW, 1, 1e9, NULL,
    "the first step made by line L of the script"},
  [WL_OPT_LANE] = {"lane", 0, "N", WL_INTEGER, SCREEN | SHOW, 0, WL_LANES - 1, NULL,
    "the picked lane"},
  [WL_OPT_WAVEFRONT] = {"wavefront", 0, "N", WL_INTEGER, SCREEN | SHOW, 0, 1e6, NULL,
    "replay up to this wavefront, tag wavefronts first"},
  [WL_OPT_SCROLL] = {"scroll", 0, "N", WL_INTEGER, SCREEN | SHOW, 0, 1e6, NULL,
    "rows that the view is scrolled down"},
  [WL_OPT_REPLAY] = {"replay", 0, NULL, WL_FLAG, SHOW, 0, 0, NULL,
    "all pictures that playing would show: --format=html or cast"},
  [WL_OPT_PRINT_STATE] = {"print-state", 0, NULL, WL_FLAG, SCREEN | SHOW, 0, 0, NULL,
    "print the arguments that come back to the picture"},
  [WL_OPT_PRESENT] = {"present", 0, NULL, WL_FLAG, SCREEN | SHOW, 0, 0, NULL,
    "one fact a screen, to be read from the back row"},
  [WL_OPT_FACT] = {"fact", 0, "N", WL_INTEGER, SCREEN | SHOW, 1, 9, NULL,
    "the fact that --present begins with"},
  [WL_OPT_BESIDE] = {"beside", 0, "WORDS", WL_TEXT, SCREEN | SHOW, 0, 0, NULL,
    "another run to compare with: 'FILE name=value --arch=CC', each as needed"},
  [WL_OPT_BY_COST] = {"by-cost", 0, NULL, WL_FLAG, SCREEN | SHOW, 0, 0, NULL,
    "the lines of the script, expensive ones first, in the view source"},
  [WL_OPT_NOTES] = {"notes", 0, NULL, WL_FLAG, SCREEN, 0, 0, NULL,
    "notes for who presents the script in another terminal"},
  [WL_OPT_PLAIN] = {"plain", 0, NULL, WL_FLAG, SCREEN, 0, 0, NULL,
    "no screen: sentences, and commands as lines, for ears and logs"},
  [WL_OPT_KEYS] = {"keys", 0, "FILE", WL_TEXT, SCREEN | SHOW, 0, 0, NULL,
    "press the keys of FILE first, one a line"},
  [WL_OPT_RECORD] = {"record", 0, "FILE", WL_TEXT, SCREEN, 0, 0, NULL,
    "write the keys that are pressed to FILE, with their times"},
  [WL_OPT_TALLY] = {"tally", 0, "FILE", WL_TEXT, SCREEN, 0, 0, NULL,
    "keep what is answered to questions in FILE, as CSV"},
  [WL_OPT_FORMAT] = {"format", 0, "FORMAT", WL_CHOICE, SHOW | DIFF | SWEEP | CHECK, 0, 0,
    "text ansi svg html cast plain csv tap junit gradescope json",
    "text, or another format; the help of a verb lists its own"},
  [WL_OPT_SIZE] = {"size", 0, "WxH", WL_SIZE, SHOW, 1, 1000, NULL,
    "columns and rows of the picture (default 80x24)"},
  [WL_OPT_OUTPUT] = {"output", 'o', "FILE", WL_TEXT, RUNS | BATCH | CALIBRATE | TABLES | LIST, 0, 0,
    NULL, "write to FILE, replaced as a whole once all is written"},
  [WL_OPT_ASCII] = {"ascii", 0, NULL, WL_FLAG, RUNS | CALIBRATE | TABLES | LIST, 0, 0, NULL,
    "use no character outside ASCII"},
  [WL_OPT_COLOR] = {"color", 0, "WHEN", WL_CHOICE, SCREEN | SHOW, 0, 0, "auto never 16 256 true",
    "auto, never, 16, 256 or true (default auto)"},
  [WL_OPT_THEME] = {"theme", 0, "THEME", WL_CHOICE, SCREEN | SHOW | DIFF | SWEEP, 0, 0,
    "dark light projector",
    "dark or light background, or projector (default dark)"},
  [WL_OPT_TIMEOUT] = {"timeout", 0, "SECONDS", WL_NUMBER, RUNS, 0.001, 86400, NULL,
    "stop a script that runs longer"},
  [WL_OPT_MEMORY] = {"memory", 0, "MIB", WL_INTEGER, RUNS, 1, 65536, NULL,
    "stop a script whose process needs more memory"},
  [WL_OPT_ACCESSES] = {"accesses", 0, "N", WL_INTEGER, RUNS, 1, 1e15, NULL,
    "stop a script that makes more accesses, lanes counted one by one"},
  [WL_OPT_JOBS] = {"jobs", 0, "N", WL_INTEGER, RUNS, 1, 256, NULL,
    "run blocks in N processes (default: one per processor)"},
  [WL_OPT_HELP] = {"help", 'h', NULL, WL_FLAG, EVERY, 0, 0, NULL,
    "print help, for all or for one verb, and leave"},
  [WL_OPT_VERSION] = {"version", 'V', NULL, WL_FLAG, EVERY, 0, 0, NULL,
    "print the version and leave"},
};
static_assert(sizeof wl_options / sizeof wl_options[0] == WL_OPTIONS, "a row for every option");

/* Verbs that can write each format. */
static const uint16_t writers[] = {
  [WL_FORMAT_TEXT] = SHOW | DIFF | SWEEP | CHECK,
  [WL_FORMAT_ANSI] = SHOW,
  [WL_FORMAT_SVG] = SHOW | DIFF | SWEEP,
  [WL_FORMAT_HTML] = SHOW | SWEEP,
  [WL_FORMAT_CAST] = SHOW,
  [WL_FORMAT_PLAIN] = SHOW,
  [WL_FORMAT_CSV] = DIFF | SWEEP,
  [WL_FORMAT_TAP] = CHECK,
  [WL_FORMAT_JUNIT] = CHECK,
  [WL_FORMAT_GRADESCOPE] = CHECK,
  [WL_FORMAT_JSON] = DIFF | SWEEP | CHECK,
};
static_assert(sizeof writers / sizeof writers[0] == WL_FORMATS, "writers of every format");

const struct wl_exit_row wl_exits[] = {
  {WL_OK, "all went well"},
  {WL_CHECK, "a check is not met, or a count differs from the model (calibrate)"},
  {WL_USAGE, "the command line makes no sense"},
  {WL_SCRIPT, "the script is wrong, in syntax or while it runs"},
  {WL_LIMIT, "a limit was reached: time, memory or accesses"},
  {WL_INPUT, "input cannot be read, or a line of batch is bad"},
  {WL_OUTPUT, "output cannot be written"},
  {WL_TERMINAL, "the terminal cannot be used"},
  {WL_INTERNAL, "a bug in warplens"},
};
const size_t wl_exit_count = sizeof wl_exits / sizeof wl_exits[0];

const char *wl_nearest(const char *word, const char *const *names, size_t count) {
  const char *best = NULL;
  unsigned least = strlen(word) <= 3 ? 2 : 3; /* this many edits are too many */
  for (size_t i = 0; i < count; i++) {
    unsigned distance = wl_text_distance(word, names[i]);
    if (distance < least && distance < strlen(names[i])) {
      least = distance;
      best = names[i];
    }
  }
  return best;
}

static bool hint_help(enum wl_verb verb, struct wl_diag *d) {
  const char *name = wl_verbs[verb].name;
  return wl_diag_hint(d, "`warplens%s%s --help` lists the options", *name ? " " : "", name);
}

static bool unknown_option(const char *arg, enum wl_verb verb, struct wl_diag *d) {
  const char *names[WL_OPTIONS];
  char word[64] = "";
  for (size_t i = 0; i < WL_OPTIONS; i++) names[i] = wl_options[i].name;
  size_t length = strcspn(arg + 2, "=");
  if (length < sizeof word) memcpy(word, arg + 2, length);
  const char *near = wl_nearest(word, names, WL_OPTIONS);
  wl_diag_fail(d, WL_USAGE, "unknown option '%.*s'", (int)length + 2, arg);
  return near ? wl_diag_hint(d, "did you mean --%s?", near)
              : hint_help(verb, d);
}

static bool set_number(const struct wl_option_row *row, const char *text, double *out,
                       struct wl_diag *d) {
  char *end;
  double v = text[0] == '.' || (text[0] >= '0' && text[0] <= '9') ? strtod(text, &end) : NAN;
  if (!isfinite(v) || *end || v < row->min || v > row->max ||
      (row->kind == WL_INTEGER && v != floor(v)))
    return wl_diag_fail(d, WL_USAGE, "--%s needs a %snumber from %.15g to %.15g, not '%s'",
                        row->name, row->kind == WL_INTEGER ? "whole " : "", row->min, row->max,
                        text);
  *out = v;
  return true;
}

/* "120x40" */
static bool set_size(const struct wl_option_row *row, const char *text, double *width, int *height,
                     struct wl_diag *d) {
  unsigned w = 0, h = 0;
  char after;
  bool plain = strspn(text, "0123456789x") == strlen(text) && strlen(text) < 12;
  if (!plain || sscanf(text, "%ux%u%c", &w, &h, &after) != 2 || w < row->min || h < row->min ||
      w > row->max || h > row->max)
    return wl_diag_fail(d, WL_USAGE, "--%s needs columns and rows up to %gx%g, as 120x40, not '%s'",
                        row->name, row->max, row->max, text);
  *width = w;
  *height = (int)h;
  return true;
}

static bool set_choice(const struct wl_option_row *row, const char *text, int *out,
                       struct wl_diag *d) {
  int index = 0;
  size_t length = strlen(text);
  for (const char *s = row->choices; *s; index++) {
    size_t n = strcspn(s, " ");
    if (n == length && memcmp(s, text, n) == 0) {
      *out = index;
      return true;
    }
    s += n + (s[n] == ' ');
  }
  wl_diag_fail(d, WL_USAGE, "--%s cannot be '%s'", row->name, text);
  return wl_diag_hint(d, "it is one of: %s", row->choices);
}

static bool registers_fit(const struct wl_command *c, const struct wl_sm *sm, struct wl_diag *d) {
  bool given = c->value[WL_OPT_REGISTERS].given;
  return !given || c->value[WL_OPT_REGISTERS].number <= sm->thread_registers ||
         wl_diag_fail(d, WL_USAGE, "--registers %s: cc %s has at most %u a thread (%s)",
                      c->value[WL_OPT_REGISTERS].text, sm->cc, sm->thread_registers,
                      wl_limit_source("thread_registers"));
}

bool wl_command_target(const struct wl_command *c, struct wl_target own, struct wl_target *out,
                       struct wl_diag *d) {
  char name[WL_TARGET_TEXT], text[WL_TARGET_TEXT + 32];
  const char *l1 = c->value[WL_OPT_L1].text, *banks = c->value[WL_OPT_BANKS].text;
  *out = c->value[WL_OPT_ARCH].given ? c->target : own;
  if (!c->value[WL_OPT_ARCH].given && (l1 || banks)) {
    wl_target_name(own, name);
    int cc = (int)strcspn(name, ":"); /* modes that the script names come last: they win */
    snprintf(text, sizeof text, "%.*s%s%s%s%s%s", cc, name, l1 ? ":l1=" : "", l1 ? l1 : "",
             banks ? ":banks=" : "", banks ? banks : "", name + cc);
    if (!wl_target_find(text, out, d)) return false;
  }
  return registers_fit(c, out->arch->sm, d);
}

/* One generation, or several with commas between them, in the modes that --l1 and
 * --banks name where they name no other. Without --arch a script says what it is for,
 * and wl_command_target() knows the modes. */
static bool set_targets(struct wl_command *c, struct wl_diag *d) {
  char name[128];
  bool given = c->value[WL_OPT_ARCH].given, later = !given && RUNS >> c->verb & 1;
  const char *text = given ? c->value[WL_OPT_ARCH].text : "9.0";
  const char *l1 = later ? NULL : c->value[WL_OPT_L1].text;
  const char *banks = later ? NULL : c->value[WL_OPT_BANKS].text;
  for (const char *s = text;; s++) {
    int n = (int)strcspn(s, ","), own = (int)strcspn(s, ",:");
    if (c->target_count == WL_MAX_COMPARED)
      return wl_diag_fail(d, WL_USAGE, "--arch takes at most %d generations", WL_MAX_COMPARED);
    snprintf(name, sizeof name, "%.*s%s%s%s%s%.*s", own, s, l1 ? ":l1=" : "", l1 ? l1 : "",
             banks ? ":banks=" : "", banks ? banks : "", n - own, s + own);
    if (!wl_target_find(name, &c->targets[c->target_count++], d)) return false;
    s += n;
    if (!*s) break;
  }
  c->target = c->targets[0];
  if (!c->value[WL_OPT_ARCH].given) c->target_count = 0;
  return true;
}

static bool set_option(struct wl_command *c, enum wl_option id, const char *text,
                       struct wl_diag *d) {
  const struct wl_option_row *row = &wl_options[id];
  c->value[id].given = true;
  c->value[id].text = text;
  switch ((enum wl_option_kind)row->kind) {
  case WL_FLAG:
  case WL_TEXT:
  case WL_ARCH: return true; /* once its modes are known */
  case WL_CHOICE: return set_choice(row, text, &c->value[id].choice, d);
  case WL_SIZE: return set_size(row, text, &c->value[id].number, &c->value[id].choice, d);
  case WL_INTEGER:
  case WL_NUMBER: return set_number(row, text, &c->value[id].number, d);
  }
  return false;
}

/* An operand is a setting when a Lua name stands before its first '='. */
static bool is_setting(const char *arg) {
  size_t n = strspn(arg, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
  return n > 0 && arg[n] == '=' && !(arg[0] >= '0' && arg[0] <= '9');
}

static bool find_verb(const char *name, enum wl_verb *verb) {
  for (size_t i = WL_REPORT; i < WL_VERBS; i++)
    if (strcmp(wl_verbs[i].name, name) == 0) {
      *verb = (enum wl_verb)i;
      return true;
    }
  return false;
}

static bool set_topic(struct wl_command *c, const char *arg, struct wl_diag *d) {
  const char *names[WL_VERBS];
  if (c->topic == WL_HELP && find_verb(arg, &c->topic)) return true;
  for (size_t i = 0; i < WL_VERBS; i++) names[i] = wl_verbs[i].name;
  const char *near = wl_nearest(arg, names, WL_VERBS);
  wl_diag_fail(d, WL_USAGE, "no help on '%s'", arg);
  return near ? wl_diag_hint(d, "did you mean `warplens help %s`?", near)
              : wl_diag_hint(d, "`warplens --help` lists the verbs");
}

/* The verb that a file was meant to be; NULL where there is such a file. */
static const char *nearest_verb(const char *file) {
  const char *names[WL_VERBS];
  for (size_t i = 0; i < WL_VERBS; i++) names[i] = wl_verbs[i].name;
  return access(file, F_OK) == 0 ? NULL : wl_nearest(file, names, WL_VERBS);
}

/* `first`: no operand came before, so that it may be a verb. */
static bool take_operand(struct wl_command *c, char *arg, bool first, struct wl_diag *d) {
  if (first && find_verb(arg, &c->verb)) {
    c->topic = c->verb;
    return true;
  }
  if (c->verb == WL_HELP) return set_topic(c, arg, d);
  if (is_setting(arg)) {
    if (c->setting_count == WL_MAX_SETTINGS)
      return wl_diag_fail(d, WL_USAGE, "more than %d settings", WL_MAX_SETTINGS);
    char *equals = strchr(arg, '=');
    *equals = 0;
    c->settings[c->setting_count++] = (struct wl_setting){arg, equals + 1};
    return true;
  }
  if (c->file) {
    wl_diag_fail(d, WL_USAGE, "one file at a time: '%s' comes after '%s'", arg, c->file);
    const char *near = c->verb == WL_SCREEN ? nearest_verb(c->file) : NULL;
    if (near) return wl_diag_hint(d, "did you mean `warplens %s %s`?", near, arg);
    return wl_diag_hint(d, "a parameter of the script is set as name=value");
  }
  c->file = arg;
  return true;
}

void wl_verb_formats(enum wl_verb verb, char *text, size_t size) {
  const char *name = wl_options[WL_OPT_FORMAT].choices;
  size_t used = 0;
  for (enum wl_format f = 0; f < WL_FORMATS && used < size; f++) {
    size_t n = strcspn(name, " ");
    if (writers[f] >> verb & 1)
      used += (size_t)snprintf(text + used, size - used, "%s%.*s", used ? ", " : "", (int)n, name);
    name += n + (name[n] == ' ');
  }
}

static bool check_format(const struct wl_command *c, struct wl_diag *d) {
  char list[128];
  int format = c->value[WL_OPT_FORMAT].choice;
  if (c->value[WL_OPT_FORMAT].given && !(writers[format] >> c->verb & 1)) {
    wl_diag_fail(d, WL_USAGE, "%s cannot write --format=%s", wl_verbs[c->verb].name,
                 c->value[WL_OPT_FORMAT].text);
    wl_verb_formats(c->verb, list, sizeof list);
    return wl_diag_hint(d, "it writes %s", list);
  }
  bool replay = c->value[WL_OPT_REPLAY].given, keys = c->value[WL_OPT_KEYS].given;
  if (replay && format != WL_FORMAT_HTML && format != WL_FORMAT_CAST) {
    wl_diag_fail(d, WL_USAGE, "one picture has no room for a replay");
    return wl_diag_hint(d, "add --format=html or --format=cast");
  }
  if (format == WL_FORMAT_CAST && !replay && !keys) {
    wl_diag_fail(d, WL_USAGE, "a cast needs something that moves");
    return wl_diag_hint(d, "add --replay for the wavefronts, or --keys=FILE for a recording");
  }
  return true;
}

/* What only the whole command line can tell. */
static bool check_command(const struct wl_command *c, struct wl_diag *d) {
  for (size_t i = 0; i < WL_OPTIONS; i++)
    if (c->value[i].given && !(wl_options[i].verbs >> c->verb & 1)) {
      const char *verb = wl_verbs[c->verb].name;
      wl_diag_fail(d, WL_USAGE, "--%s does not belong to `warplens%s%s`", wl_options[i].name,
                   *verb ? " " : "", verb);
      return hint_help(c->verb, d);
    }
  for (size_t i = 0; i < c->target_count; i++)
    if (!registers_fit(c, c->targets[i].arch->sm, d)) return false;
  if (c->file && c->expression)
    return wl_diag_fail(d, WL_USAGE, "either -e or a file, not both: '%s'", c->file);
  if (!(RUNS >> c->verb & 1) && c->setting_count)
    return wl_diag_fail(d, WL_USAGE, "%s runs no script and takes no '%s='",
                        wl_verbs[c->verb].name, c->settings[0].name);
  if (c->verb == WL_NEW && !c->file) {
    wl_diag_fail(d, WL_USAGE, "new needs a name");
    return wl_diag_hint(d, "`warplens new reduction` writes reduction.lua");
  }
  if (c->verb == WL_CALIBRATE && !c->file) {
    wl_diag_fail(d, WL_USAGE, "calibrate needs a file of results");
    return wl_diag_hint(d, "probe/README.md says how to measure them");
  }
  if (c->target_count > 1 && c->verb != WL_DIFF && c->verb != WL_SWEEP) {
    wl_diag_fail(d, WL_USAGE, "--arch takes one generation, not '%s'", c->value[WL_OPT_ARCH].text);
    return wl_diag_hint(d, "`warplens diff` compares several");
  }
  if (c->verb == WL_DIFF && (c->file || c->expression) && c->target_count < 2 && !c->divided) {
    wl_diag_fail(d, WL_USAGE, "diff needs two things to compare");
    return wl_diag_hint(d, "--arch=1.3,9.0 or settings on both sides of \"--\": pad=0 -- pad=1");
  }
  if ((RUNS >> c->verb & 1) && c->verb != WL_SCREEN && !c->file && !c->expression) {
    wl_diag_fail(d, WL_USAGE, "%s needs a script", wl_verbs[c->verb].name);
    return wl_diag_hint(d, "name a file or give -e EXPR; `warplens` alone lists bundled scripts");
  }
  if (c->verb == WL_SCREEN && !c->file && !c->expression && c->setting_count)
    return wl_diag_fail(d, WL_USAGE, "'%s=%s' has no script to go to", c->settings[0].name,
                        c->settings[0].value);
  if (!check_format(c, d)) return false;
  if (c->value[WL_OPT_STEP].given && c->value[WL_OPT_LINE].given)
    return wl_diag_fail(d, WL_USAGE, "either --step or --line, not both");
  return true;
}

/* getopt's tables, from ours. */
static void lay_out(struct option longs[WL_OPTIONS + 1], char shorts[3 * WL_OPTIONS]) {
  char *s = stpcpy(shorts, "-:"); /* operands in order; a missing argument is told apart */
  for (size_t i = 0; i < WL_OPTIONS; i++) {
    const struct wl_option_row *row = &wl_options[i];
    longs[i] = (struct option){row->name, row->argument ? required_argument : no_argument, NULL,
                               256 + (int)i};
    if (row->letter) {
      *s++ = row->letter;
      if (row->argument) *s++ = ':';
    }
  }
  *s = 0;
  longs[WL_OPTIONS] = (struct option){0};
}

static enum wl_option option_of(int code) {
  if (code >= 256) return (enum wl_option)(code - 256);
  size_t i = 0;
  while (wl_options[i].letter != code) i++;
  return (enum wl_option)i;
}

static bool bad_option(int code, const char *arg, enum wl_verb verb, struct wl_diag *d) {
  if (code == ':' || (optopt >= 256 && strchr(arg, '='))) {
    const struct wl_option_row *row = &wl_options[option_of(optopt)];
    return row->argument
               ? wl_diag_fail(d, WL_USAGE, "--%s needs a value, as --%s=%s", row->name,
                              row->name, row->argument)
               : wl_diag_fail(d, WL_USAGE, "--%s takes no value", row->name);
  }
  if (optopt == 0 && strncmp(arg, "--", 2) == 0) return unknown_option(arg, verb, d);
  wl_diag_fail(d, WL_USAGE, "unknown option '-%c'", optopt);
  return hint_help(verb, d);
}

bool wl_command_parse(int argc, char **argv, struct wl_command *c, struct wl_diag *d) {
  struct option longs[WL_OPTIONS + 1];
  char shorts[3 * WL_OPTIONS];
  bool first = true;
  lay_out(longs, shorts);
  *c = (struct wl_command){.verb = WL_SCREEN, .topic = WL_HELP};
  opterr = 0;
  optind = 0; /* glibc: start afresh */
  for (int code; (code = getopt_long(argc, argv, shorts, longs, NULL)) != -1;) {
    if (code == 1) {
      if (!take_operand(c, optarg, first, d)) return false;
      first = false;
    } else if (code == '?' || code == ':') {
      return bad_option(code, argv[optind - 1], c->verb, d);
    } else if (!set_option(c, option_of(code), optarg, d)) {
      return false;
    }
  }
  c->divided = c->verb == WL_DIFF && optind < argc;
  c->second = c->setting_count;
  for (; optind < argc; optind++) /* after "--" */
    if (!take_operand(c, argv[optind], false, d)) return false;
  c->expression = c->value[WL_OPT_EXPRESSION].text;
  c->help = c->value[WL_OPT_HELP].given || c->verb == WL_HELP;
  c->version = c->value[WL_OPT_VERSION].given;
  return c->help || c->version || (set_targets(c, d) && check_command(c, d));
}
