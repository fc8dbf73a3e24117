#include "cli/options.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "canvas/theme.h"
#include "core/gpu/arch.h"
#include "core/teach/check_results.h"
#include "script/syntax/lesson_header.h"

/* " dark light …", without the first space. */
#define X(id, name, page, ink, dark) " " #name
#define THEMES (&(WL_SCHEME_ROWS(X))[1])

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
    "Runs a script and says which of its expect() pass; with --rubric, which cases\n"
    "of a file that the script cannot see. A copy of an exercise needs no --rubric.\n"
    "The exit status is 0 if all pass, 1 if one fails. warplens-check(1) has the\n"
    "language of rubrics.\n",
  },
  [WL_SHOW] = {
    "show", "FILE | -e EXPR [name=value ...]",
    "one view of one warp instruction: text, colours, SVG, HTML",
    "Draws what the screen would show, without a terminal.\n",
  },
  [WL_DIFF] = {
    "diff", "FILE [FILE] | -e EXPR [name=value ...] [-- name=value ...]",
    "generations, settings or scripts side by side, and why they differ",
    "Runs a script and writes what it costs on each generation of --arch, side by\n"
    "side, line by line; or with the settings before \"--\" and with those after it,\n"
    "which change the ones before; or beside a second script, whose lines are paired\n"
    "with those that do the same to an array of the same name. For every line that\n"
    "changed, it says what changed, and by which rule.\n",
  },
  [WL_SWEEP] = {
    "sweep", "FILE | -e EXPR name=FROM..TO [name=value ...]",
    "a figure against a parameter: a table and a plot",
    "Runs a script once for each value of a parameter and writes a figure for each,\n"
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
    "lecture of an hour. With --exercises: those to be solved, each with a rubric.\n",
  },
  [WL_NEW] = {
    "new", "NAME",
    "a script to begin with",
    "Writes NAME.lua, a script that runs and explains its parts; with\n"
    "--from=exercise_scan, a copy of that script; with --cuda, a CUDA file.\n"
    "Nothing that exists is overwritten.\n",
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
  TABLES = 1 << WL_TABLES,
  DIFF = 1 << WL_DIFF, SWEEP = 1 << WL_SWEEP, SUGGEST = 1 << WL_SUGGEST, LIST = 1 << WL_LIST,
  RUNS = SCREEN | REPORT | SHOW | DIFF | SWEEP | SUGGEST | CHECK, /* verbs that run a script */
  EVERY = RUNS | BATCH | TABLES | LIST | 1 << WL_NEW | 1 << WL_HELP,
};

const struct wl_option_row wl_options[] = {
  [WL_OPT_ARCH] = {"arch", 0, "CC", WL_ARCH, RUNS | BATCH, 0, 0, NULL,
    "the GPU: 7.0, H100, ... (default 9.0, an H200)", WL_TOLD_RUN},
  [WL_OPT_EXPRESSION] = {"expression", 'e', "EXPR", WL_TEXT, RUNS, 0, 0, NULL,
    "run one line: 'g[tid * stride]' stride=2", WL_TOLD_RUN},
  [WL_OPT_REGISTERS] = {"registers", 0, "N", WL_INTEGER,
    SCREEN | REPORT | SHOW | DIFF | SWEEP | SUGGEST, 1, 1e6, NULL,
    "registers of a thread, for occupancy (default: 32 are assumed)", WL_TOLD_BY_VERB},
  [WL_OPT_JSON] = {"json", 0, NULL, WL_FLAG,
    REPORT | DIFF | SWEEP | SUGGEST | TABLES | LIST, 0, 0, NULL,
    "write JSON instead of text", WL_TOLD_OUTPUT},
  [WL_OPT_LEVEL] = {"level", 0, "N", WL_INTEGER, LIST, 1, WL_LESSON_LEVELS, NULL,
    "lessons of this level only, 1 to 3", WL_TOLD_BY_VERB},
  [WL_OPT_EXERCISES] = {"exercises", 0, NULL, WL_FLAG, LIST, 0, 0, NULL,
    "exercises only: the scripts that have a rubric", WL_TOLD_BY_VERB},
  [WL_OPT_FROM] = {"from", 0, "NAME", WL_TEXT, 1 << WL_NEW, 0, 0, NULL,
    "begin with a copy of this script, such as an exercise", WL_TOLD_BY_VERB},
  [WL_OPT_LIMIT] = {"limit", 0, "N", WL_INTEGER, SCREEN | REPORT, 0, 1e9, NULL,
    "list at most N instructions; totals are always whole", WL_TOLD_BY_VERB},
  [WL_OPT_FIGURE] = {"figure", 0, "LIST", WL_TEXT, SCREEN | SHOW | SWEEP, 0, 0, NULL,
    "what to plot: shared.wavefronts,global.efficiency,...", WL_TOLD_BY_VERB},
  [WL_OPT_ARRAY] = {"array", 0, "NAME", WL_TEXT, REPORT, 0, 0, NULL,
    "write what an array holds at the end instead: NAME[0..31]", WL_TOLD_BY_VERB},
  [WL_OPT_COUNTERS] = {"counters", 0, "FILE", WL_READS, SCREEN | REPORT | SHOW, 0, 0, NULL,
    "compare with the counters of a launch, from `ncu --csv`", WL_TOLD_RUN},
  [WL_OPT_RUBRIC] = {"rubric", 0, "FILE", WL_READS, CHECK, 0, 0, NULL,
    "judge by the cases of this file", WL_TOLD_BY_VERB},
  [WL_OPT_HINT] = {"hint", 0, "N", WL_INTEGER, CHECK, 1, WL_MAX_HINTS, NULL,
    "tell the first N hints on what fails first", WL_TOLD_BY_VERB},
  [WL_OPT_VIEW] = {"view", 0, "NAME", WL_TEXT, SCREEN | SHOW, 0, 0, NULL,
    "the view to draw; a wrong name lists them", WL_TOLD_SCREEN},
  [WL_OPT_WHY] = {"why", 0, "FIGURE", WL_TEXT, SCREEN | SHOW, 0, 0, NULL,
    "explain a figure: its rule, what made it, its source", WL_TOLD_BY_VERB},
  [WL_OPT_MASK] = {"mask", 0, NULL, WL_FLAG, SCREEN | SHOW, 0, 0, NULL,
    "hide the figures, for others to predict", WL_TOLD_SCREEN},
  [WL_OPT_ASK] = {"ask", 0, "FIGURE", WL_TEXT, SCREEN | SHOW, 0, 0, NULL,
    "hide the figures, and ask for this one", WL_TOLD_SCREEN},
  [WL_OPT_NO_QUESTIONS] = {"no-questions", 0, NULL, WL_FLAG, SCREEN | SHOW, 0, 0, NULL,
    "pose no questions and hide nothing for them, as the key Z", WL_TOLD_SCREEN},
  [WL_OPT_AT] = {"at", 0, "PLACE", WL_TEXT, SCREEN | SHOW, 0, 0, NULL,
    "a place in the picture, as the key @ prints: step:72,view:banks,...", WL_TOLD_SCREEN},
  [WL_OPT_STEP] = {"step", 0, "N", WL_INTEGER, SCREEN | SHOW, 0, 1e9, NULL,
    "the step with this number in the report", WL_TOLD_BY_VERB},
  [WL_OPT_LINE] = {"line", 0, "L", WL_INTEGER, SCREEN | SHOW, 1, 1e9, NULL,
    "the first step made by line L of the script", WL_TOLD_SCREEN},
  [WL_OPT_FIND] = {"find", 0, "TEXT", WL_TEXT, SCREEN | SHOW, 0, 0, NULL,
    "find steps, as the key / does: tile[, excess>0, op=store and warp=0", WL_TOLD_BY_VERB},
  [WL_OPT_LANE] = {"lane", 0, "N", WL_INTEGER, SCREEN | SHOW, 0, WL_LANES - 1, NULL,
    "the picked lane", WL_TOLD_BY_VERB},
  [WL_OPT_WAVEFRONT] = {"wavefront", 0, "N", WL_INTEGER, SCREEN | SHOW, 0, 1e6, NULL,
    "replay up to this wavefront, in the order of the replay", WL_TOLD_BY_VERB},
  [WL_OPT_REPLAY] = {"replay", 0, NULL, WL_FLAG, SHOW, 0, 0, NULL,
    "every picture of the replay: --format=html", WL_TOLD_BY_VERB},
  [WL_OPT_PRINT_STATE] = {"print-state", 0, NULL, WL_FLAG, SCREEN | SHOW, 0, 0, NULL,
    "print the command that reproduces this picture", WL_TOLD_BY_VERB},
  [WL_OPT_PRESENT] = {"present", 0, NULL, WL_FLAG, SCREEN | SHOW, 0, 0, NULL,
    "slides: one fact a screen, legible from the back row", WL_TOLD_SCREEN},
  [WL_OPT_BESIDE] = {"beside", 0, "WORDS", WL_TEXT, SCREEN | SHOW, 0, 0, NULL,
    "another run to compare with: 'FILE name=value'", WL_TOLD_SCREEN},
  [WL_OPT_NOTES] = {"notes", 0, NULL, WL_FLAG, SCREEN, 0, 0, NULL,
    "the lecturer's notes, in another terminal", WL_TOLD_SCREEN},
  [WL_OPT_PLAIN] = {"plain", 0, NULL, WL_FLAG, SCREEN, 0, 0, NULL,
    "sentences instead of a screen, and commands as lines", WL_TOLD_SCREEN},
  [WL_OPT_KEYS] = {"keys", 0, "FILE", WL_READS, SCREEN | SHOW, 0, 0, NULL,
    "press the keys of FILE first, one a line", WL_TOLD_SCREEN},
  [WL_OPT_RECORD] = {"record", 0, "FILE", WL_WRITES, SCREEN, 0, 0, NULL,
    "write the keys that are pressed to FILE", WL_TOLD_SCREEN},
  [WL_OPT_TALLY] = {"tally", 0, "FILE", WL_WRITES, SCREEN, 0, 0, NULL,
    "keep the answers to questions in FILE, as CSV", WL_TOLD_SCREEN},
  [WL_OPT_FORMAT] = {"format", 0, "FORMAT", WL_CHOICE, REPORT | SHOW | DIFF | SWEEP | CHECK, 0, 0,
    "text ansi svg html plain csv junit gradescope json",
    "text, svg, html, ...; the help of a verb lists its own", WL_TOLD_OUTPUT},
  [WL_OPT_SIZE] = {"size", 0, "WxH", WL_SIZE, SHOW, 1, 1000, NULL,
    "columns and rows of the picture (default 80x24)", WL_TOLD_BY_VERB},
  [WL_OPT_OUTPUT] = {"output", 'o', "FILE", WL_WRITES, RUNS | BATCH | TABLES | LIST, 0,
    0, NULL, "write to FILE, in the format that its name ends in", WL_TOLD_OUTPUT},
  [WL_OPT_ASCII] = {"ascii", 0, NULL, WL_FLAG, RUNS | TABLES | LIST, 0, 0, NULL,
    "use no character outside ASCII", WL_TOLD_OUTPUT},
  [WL_OPT_COLOR] = {"color", 0, "WHEN", WL_CHOICE, SCREEN | SHOW, 0, 0, "auto never 16 256 true",
    "auto, never, 16, 256 or true (default auto)", WL_TOLD_OUTPUT},
  [WL_OPT_THEME] = {"theme", 0, "THEME", WL_CHOICE, SCREEN | SHOW | SWEEP, 0, 0,
    THEMES,
    "dark, light, or projector (as --present has)", WL_TOLD_OUTPUT},
  [WL_OPT_TIMEOUT] = {"timeout", 0, "SECONDS", WL_NUMBER, RUNS, 0.001, 86400, NULL,
    "stop a script that runs longer", WL_TOLD_RUN},
  [WL_OPT_MEMORY] = {"memory", 0, "MIB", WL_INTEGER, RUNS, 1, 65536, NULL,
    "stop a script that needs more memory, arrays and all", WL_TOLD_RUN},
  [WL_OPT_ACCESSES] = {"accesses", 0, "N", WL_INTEGER, RUNS, 1, 1e15, NULL,
    "stop a script that makes more accesses, counted lane by lane", WL_TOLD_BY_VERB},
  [WL_OPT_JOBS] = {"jobs", 0, "N", WL_INTEGER, RUNS, 1, 256, NULL,
    "run blocks in N processes (default: one per processor)", WL_TOLD_RUN},
  [WL_OPT_CUDA] = {"cuda", 0, NULL, WL_FLAG, 1 << WL_NEW, 0, 0, NULL,
    "NAME.cu, a CUDA file to begin with", WL_TOLD_BY_VERB},
  [WL_OPT_HELP] = {"help", 'h', NULL, WL_FLAG, EVERY, 0, 0, NULL,
    "print help, for all or for one verb, and leave", WL_TOLD_OUTPUT},
  [WL_OPT_VERSION] = {"version", 'V', NULL, WL_FLAG, EVERY, 0, 0, NULL,
    "print the version and leave", WL_TOLD_OUTPUT},
};
static_assert(sizeof wl_options / sizeof wl_options[0] == WL_OPTIONS, "a row for every option");

/* Verbs that can write each format; those without --format have it from --json, or from the
 * name of a file. */
static const uint16_t writers[] = {
  [WL_FORMAT_TEXT] = RUNS | TABLES | LIST,
  [WL_FORMAT_ANSI] = SHOW,
  [WL_FORMAT_SVG] = SHOW | SWEEP,
  [WL_FORMAT_HTML] = SHOW,
  [WL_FORMAT_PLAIN] = SHOW,
  [WL_FORMAT_CSV] = SWEEP,
  [WL_FORMAT_JUNIT] = CHECK,
  [WL_FORMAT_GRADESCOPE] = CHECK,
  [WL_FORMAT_JSON] = SCREEN | REPORT | DIFF | SWEEP | SUGGEST | CHECK | BATCH |
                     TABLES | LIST,
};
static_assert(sizeof writers / sizeof writers[0] == WL_FORMATS, "writers of every format");

/* What the name of a file ends in, and the verbs for which that says the format. */
static const struct { const char *ending; uint8_t format; uint16_t verbs; } endings[] = {
  {"txt", WL_FORMAT_TEXT, EVERY},
  {"ansi", WL_FORMAT_ANSI, EVERY},
  {"svg", WL_FORMAT_SVG, EVERY},
  {"html", WL_FORMAT_HTML, EVERY},
  {"htm", WL_FORMAT_HTML, EVERY},
  {"csv", WL_FORMAT_CSV, EVERY},
  {"xml", WL_FORMAT_JUNIT, EVERY},
  {"json", WL_FORMAT_JSON, EVERY},
  {"jsonl", WL_FORMAT_JSON, BATCH},
};

const struct wl_exit_row wl_exits[] = {
  {WL_OK, "success"},
  {WL_CHECK, "a check fails"},
  {WL_USAGE, "the command line is wrong"},
  {WL_SCRIPT, "the script is wrong, in syntax or while it runs"},
  {WL_LIMIT, "a limit was reached: time, memory or accesses"},
  {WL_INPUT, "input cannot be read, or a line of batch is bad"},
  {WL_OUTPUT, "output cannot be written"},
  {WL_TERMINAL, "the terminal cannot be used"},
  {WL_INTERNAL, "a bug in warplens"},
};
const size_t wl_exit_count = sizeof wl_exits / sizeof wl_exits[0];

bool wl_verb_runs(enum wl_verb verb) { return RUNS >> verb & 1; }

bool wl_verb_writes(enum wl_verb verb, enum wl_format format) {
  return writers[format] >> verb & 1;
}

void wl_verb_formats(enum wl_verb verb, char *text, size_t size) {
  const char *name = wl_options[WL_OPT_FORMAT].choices;
  size_t used = 0;
  for (enum wl_format f = 0; f < WL_FORMATS && used < size; f++) {
    size_t n = strcspn(name, " ");
    if (wl_verb_writes(verb, f))
      used += (size_t)snprintf(text + used, size - used, "%s%.*s", used ? ", " : "", (int)n, name);
    name += n + (name[n] == ' ');
  }
}

static bool has_ending(enum wl_verb verb, size_t i) {
  return endings[i].verbs >> verb & 1 && wl_verb_writes(verb, (enum wl_format)endings[i].format);
}

bool wl_verb_named_format(enum wl_verb verb, const char *path, enum wl_format *format) {
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  const char *dot = strrchr(name + strspn(name, "."), '.');
  *format = wl_verb_writes(verb, WL_FORMAT_TEXT) ? WL_FORMAT_TEXT : WL_FORMAT_JSON;
  if (!dot || !dot[1]) return true;
  for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
    if (strcasecmp(endings[i].ending, dot + 1) != 0 || !has_ending(verb, i)) continue;
    *format = (enum wl_format)endings[i].format;
    return true;
  }
  return false;
}

void wl_verb_endings(enum wl_verb verb, char *text, size_t size) {
  size_t used = 0;
  for (size_t i = 0; i < sizeof endings / sizeof endings[0] && used < size; i++)
    if (has_ending(verb, i))
      used += (size_t)snprintf(text + used, size - used, "%s.%s", used ? ", " : "",
                               endings[i].ending);
}
