/* The lines behind ':' and '/': what can be typed there, as rows, and what it does. */
#ifndef WL_VIEW_PROMPT_H
#define WL_VIEW_PROMPT_H

#include <stdbool.h>
#include <stdint.h>

struct wl_diag;
struct wl_model;

struct wl_prompt_row {
  const char *word;  /* that it begins with; NULL: none */
  const char *form;  /* "arch CC" */
  const char *help;  /* one line */
  bool (*run)(struct wl_model *m, const char *argument, struct wl_diag *d);
};
enum { WL_PROMPT_ROWS = 8 };
extern const struct wl_prompt_row wl_prompt_rows[];

/* Whether what is typed is more than an expression. */
bool wl_prompt_knows(const char *text);

/* Opens help with nothing typed in its line, or closes it. */
void wl_prompt_help(struct wl_model *m);

/* Opens the line, behind ':' or, to search, behind '/'; and gives it a key. */
void wl_prompt_open(struct wl_model *m, bool search);
void wl_prompt_key(struct wl_model *m, uint32_t key);

#endif
