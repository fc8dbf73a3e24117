/* Prints the tables of the language as the lines of mdoc that a page has to hold:
 * "api" those of warplens-lua(3), "hazards" those of warplens-script(5). */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/hazard/hazard.h"
#include "script/language/api_functions.h"

enum { WIDTH = 80 };

/* Text of a table as text of a page. */
static void print_text(FILE *f, const char *text) {
  static const struct { const char *from, *to; } escapes[] = {
    {" … ", "\\(en"}, {" | ", " \\&| "}, {"\"", "\\(dq"}, {"-", "\\-"}, {"`", "\\(ga"},
    {"'", "\\(aq"}, {"^", "\\(ha"}, {"~", "\\(ti"}, {"\\", "\\e"},
  };
  while (*text) {
    const char *to = NULL;
    size_t size = 1;
    for (size_t i = 0; !to && i < sizeof escapes / sizeof *escapes; i++) {
      size = strlen(escapes[i].from);
      if (strncmp(text, escapes[i].from, size) == 0) to = escapes[i].to;
    }
    if (to) fputs(to, f), text += size;
    else putc(*text++, f);
  }
}

/* Whether a text begins with a word of English, and not with a name. */
static bool begins_with_word(const char *text) {
  size_t size = 0;
  while (islower((unsigned char)text[size])) size++;
  if (size == 0 || !strchr(" ,", text[size])) return false; /* the end is in there, too */
  for (size_t i = 0; i < wl_api_count; i++)
    if (strlen(wl_api[i].name) == size && memcmp(wl_api[i].name, text, size) == 0) return false;
  return size > 1 || *text == 'a';
}

/* Prints a text in lines that editors show whole. */
static void print_folded(char *text) {
  size_t column = 0;
  for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
    size_t size = strlen(word);
    bool fits = column + 1 + size <= WIDTH;
    if (column > 0) putchar(fits ? ' ' : '\n');
    column = column > 0 && fits ? column + 1 + size : size;
    fputs(word, stdout);
  }
  putchar('\n');
}

/* A signature, and the help as a sentence: it ends with the first line that ends with
 * a full stop. */
static void print_api(const struct wl_api_row *row) {
  const char *help = row->help;
  char *text = NULL;
  size_t size;
  FILE *f = open_memstream(&text, &size);
  if (!f) exit(1);
  if (begins_with_word(help)) putc(toupper((unsigned char)*help++), f);
  print_text(f, help);
  putc('.', f);
  if (fclose(f) != 0) exit(1);
  fputs(".It Li ", stdout);
  print_text(stdout, row->signature);
  putchar('\n');
  print_folded(text);
  free(text);
}

int main(int argc, char **argv) {
  const char *what = argc == 2 ? argv[1] : "";
  if (strcmp(what, "api") == 0) {
    for (size_t i = 0; i < wl_api_count; i++) print_api(&wl_api[i]);
    return 0;
  }
  if (strcmp(what, "hazards") == 0) {
    for (size_t i = 0; i < WL_HAZARD_KINDS; i++) printf(".It Va %s\n", wl_hazard_keys[i]);
    return 0;
  }
  return 2;
}
