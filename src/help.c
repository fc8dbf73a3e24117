#include "help.h"

#include <string.h>

enum { HELP_COLUMN = 26 };

/* `verb`: WL_HELP where it is about all of them. */
static void print_option(FILE *f, const struct wl_option_row *row, enum wl_verb verb) {
  char left[64], formats[128];
  const char *help = row->help;
  if (row == &wl_options[WL_OPT_FORMAT] && verb != WL_HELP) {
    wl_verb_formats(verb, formats, sizeof formats);
    help = formats;
  }
  if (row->letter)
    snprintf(left, sizeof left, "  -%c, --%s", row->letter, row->name);
  else
    snprintf(left, sizeof left, "      --%s", row->name);
  fprintf(f, "%s%s%-*s%s\n", left, row->argument ? "=" : "",
          HELP_COLUMN - (int)strlen(left) - (row->argument ? 1 : 0),
          row->argument ? row->argument : "", help);
}

static void print_options(FILE *f, enum wl_verb verb) {
  unsigned verbs = verb == WL_HELP ? ~0u : 1u << verb;
  fputs("\nOptions:\n", f);
  for (size_t i = 0; i < WL_OPTIONS; i++)
    if (wl_options[i].verbs & verbs) print_option(f, &wl_options[i], verb);
}

static void print_verb(FILE *f, enum wl_verb verb) {
  const struct wl_verb_row *row = &wl_verbs[verb];
  fprintf(f, "Usage: warplens %s%s[OPTION ...] %s\n\n%s", row->name, *row->name ? " " : "",
          row->arguments, row->about);
  print_options(f, verb);
}

static void print_all(FILE *f) {
  fputs("A microscope for GPU memory access, in a terminal.\n\nUsage:\n", f);
  for (size_t i = 0; i < WL_VERBS; i++) {
    const struct wl_verb_row *row = &wl_verbs[i];
    fprintf(f, "  warplens %s%s%s\n      %s\n", row->name, *row->name ? " " : "", row->arguments,
            row->help);
  }
  print_options(f, WL_HELP);
  fputs("\nA script is a file, `-` for standard input, or the name of a bundled one.\n"
        "Parameters of a script are set as name=value.\n\nExit status:\n", f);
  for (size_t i = 0; i < wl_exit_count; i++)
    fprintf(f, "  %2d  %s\n", (int)wl_exits[i].status, wl_exits[i].help);
  fputs("\nTry:\n"
        "  warplens                       a menu of lessons\n"
        "  warplens transpose pad=0       see bank conflicts\n"
        "  warplens -e 'g[tid * stride]' stride=2\n"
        "\n`warplens help VERB` tells more of a verb, warplens(1) everything.\n", f);
}

void wl_help_print(FILE *f, enum wl_verb topic) {
  if (topic == WL_HELP) print_all(f);
  else print_verb(f, topic);
}

void wl_version_print(FILE *f) { fputs("warplens " WL_VERSION "\n", f); }
