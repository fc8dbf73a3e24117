#include "cli/help.h"

#include <string.h>

enum { COLUMN = 26, WIDTH = 80, VERB = 10 };

/* Words in lines of WIDTH columns, of which `used` are taken; lines to come begin at `column`. */
static void print_words(FILE *f, const char *text, size_t used, size_t column) {
  for (const char *gap = ""; *text; gap = " ") {
    size_t n = strcspn(text, " ");
    if (used + strlen(gap) + n > WIDTH) {
      fprintf(f, "\n%*s", (int)column, "");
      used = column;
      gap = "";
    }
    fprintf(f, "%s%.*s", gap, (int)n, text);
    used += strlen(gap) + n;
    text += n + (text[n] == ' ');
  }
  putc('\n', f);
}

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
  fprintf(f, "%s%s%-*s", left, row->argument ? "=" : "",
          COLUMN - (int)strlen(left) - (row->argument ? 1 : 0),
          row->argument ? row->argument : "");
  print_words(f, help, COLUMN, COLUMN);
}

static void print_verb(FILE *f, enum wl_verb verb) {
  char usage[256];
  const struct wl_verb_row *row = &wl_verbs[verb];
  snprintf(usage, sizeof usage, "Usage: warplens %s%s[OPTION ...] %s", row->name,
           *row->name ? " " : "", row->arguments);
  print_words(f, usage, 0, strlen("Usage: "));
  fprintf(f, "\n%s\nOptions:\n", row->about);
  for (size_t i = 0; i < WL_OPTIONS; i++) {
    if (!(wl_options[i].verbs >> verb & 1)) continue;
    print_option(f, &wl_options[i], verb);
  }
  fputs("\nExit status:\n", f);
  for (size_t i = 0; i < wl_exit_count; i++)
    fprintf(f, "  %2d  %s\n", (int)wl_exits[i].status, wl_exits[i].help);
}

static void print_all(FILE *f) {
  static const char *const heads[] = {
    [WL_TOLD_RUN] = "Running a script:",
    [WL_TOLD_OUTPUT] = "What is written:",
    [WL_TOLD_SCREEN] = "The screen, and pictures of it:",
  };
  fputs("warplens: a microscope for GPU memory access, in a terminal\n\n"
        "  warplens                           a menu of lessons\n"
        "  warplens transpose pad=0           a lesson, with a parameter set\n"
        "  warplens report mine.lua           what a script of yours costs\n"
        "  warplens -e 'g[tid * n]' n=2       one line instead of a file\n\n"
        "Usage: warplens [VERB] [OPTION ...] FILE [name=value ...]\n"
        "FILE is a script, - for standard input, or a bundled one by name.\n", f);
  for (size_t i = 0; i < WL_VERBS; i++) {
    fprintf(f, "  %-*s ", VERB, i == WL_SCREEN ? "(no verb)" : wl_verbs[i].name);
    print_words(f, wl_verbs[i].help, 2 + VERB + 1, 2 + VERB + 1);
  }
  for (size_t told = WL_TOLD_RUN; told < WL_TOLD_GROUPS; told++) {
    fprintf(f, "\n%s\n", heads[told]);
    for (size_t i = 0; i < WL_OPTIONS; i++)
      if (wl_options[i].told == told) print_option(f, &wl_options[i], WL_HELP);
  }
  fputs("\n`warplens help VERB` has all options of a verb, and warplens(1) the rest.\n", f);
}

void wl_help_print(FILE *f, enum wl_verb topic) {
  if (topic == WL_HELP) print_all(f);
  else print_verb(f, topic);
}

void wl_version_print(FILE *f) { fputs("warplens " WL_VERSION "\n", f); }
