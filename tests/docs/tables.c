/* Prints the tables of the program as the lines of mdoc that warplens(1) and then
 * warplens-screen(7) have to hold. */
#include <stdio.h>
#include <string.h>

#include "cli/options.h"
#include "core/analysis/query.h"
#include "core/explain/metric.h"
#include "session/state/action.h"
#include "view/help/prompt.h"
#include "view/screen/view_functions.h"
#include "words/figures.h"

/* One key as an argument of a macro: punctuation is no punctuation there, and
 * minus is no hyphen. */
static void print_key(const char *key, size_t size) {
  if (size == 1 && strchr(".,:;()[]?!|", *key)) fputs("\\&", stdout);
  if (size == 1 && *key == '-') fputs("\\-", stdout);
  else printf("%.*s", (int)size, key);
}

static void print_action(const struct wl_action_row *row) {
  fputs(".It Ic", stdout);
  for (const char *key = row->keys; *key;) {
    size_t size = strcspn(key, " ");
    putchar(' ');
    print_key(key, size);
    key += size + strspn(key + size, " ");
  }
  printf("\n%s\n", row->help);
}

static void print_option(const struct wl_option_row *row) {
  fputs(".It Fl ", stdout);
  if (row->letter) printf("%c , Fl ", row->letter);
  printf("-%s", row->name);
  if (row->argument) printf(" Ns = Ns Ar %s", row->argument);
  putchar('\n');
}

int main(void) {
  for (size_t i = WL_REPORT; i < WL_VERBS; i++) printf(".It Cm %s\n", wl_verbs[i].name);
  for (size_t i = 0; i < WL_OPTIONS; i++) print_option(&wl_options[i]);
  for (size_t i = 0; i < wl_exit_count; i++) printf(".It %d\n", (int)wl_exits[i].status);
  for (size_t i = 0; i < WL_VIEWS; i++) printf(".It Sy %s\n", wl_views[i].name);
  for (size_t i = 0; i < WL_ACTION_COUNT; i++) print_action(&wl_actions[i]);
  for (size_t i = 0; i < WL_PROMPT_ROWS; i++)
    printf(".It Li %s\n%s\n", wl_prompt_rows[i].form, wl_prompt_rows[i].help);
  for (size_t i = 0; i < WL_QUERY_ROWS; i++)
    printf(".It Ql %s\n%s\n", wl_query_rows[i].example, wl_query_rows[i].help);
  for (size_t i = 0; i < WL_FIGURES; i++) printf(".It Va %s\n", wl_metrics[i].key);
  const char *key;
  for (unsigned i = WL_FIGURES; (key = wl_figure_key(i)); i++) printf(".It Sy %s\n", key);
  return 0;
}
