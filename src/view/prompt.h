/* The lines behind ':' and '/': what can be typed there, as rows, and what it does. */
#ifndef WL_VIEW_PROMPT_H
#define WL_VIEW_PROMPT_H

#include "view/view.h"

struct wl_prompt_row {
  const char *word;  /* that it begins with; NULL: none */
  const char *form;  /* "arch CC" */
  const char *help;  /* one line */
  bool (*run)(struct wl_model *m, const char *argument, struct wl_diag *d);
};
enum { WL_PROMPT_ROWS = 7 };
extern const struct wl_prompt_row wl_prompt_rows[WL_PROMPT_ROWS];

/* Whether what is typed is more than an expression. */
bool wl_prompt_knows(const char *text);

/* Opens the line, behind ':' or, to search, behind '/'; and gives it a key. */
void wl_prompt_open(struct wl_model *m, bool search);
void wl_prompt_key(struct wl_model *m, uint32_t key);

/* Draws the line that is open, or that of help, over row `r`; the answer, which wants so many rows. */
void wl_part_prompt(struct wl_model *m, struct wl_canvas *c, struct wl_rect r);
int wl_part_answer_rows(const struct wl_model *m, int width);
void wl_part_answer(struct wl_model *m, struct wl_canvas *c, struct wl_rect r);

#endif
