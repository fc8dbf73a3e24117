/* Lines typed after ':' and '/': the possible ones as rows, and what each does. */
#ifndef WL_VIEW_HELP_PROMPT_H
#define WL_VIEW_HELP_PROMPT_H

#include <stdbool.h>
#include <stdint.h>

#include "session/state/action.h"

struct wl_diag;
struct wl_session;

struct wl_prompt_row {
  const char *word;  /* that it begins with; NULL: none */
  bool alone;        /* which says something without an argument, too */
  const char *form;  /* "arch CC" */
  const char *help;  /* one line */
  bool (*run)(struct wl_session *m, const char *argument, struct wl_diag *d);
};
enum { WL_PROMPT_ROWS = 15 };
extern const struct wl_prompt_row wl_prompt_rows[];

/* Whether what is typed is more than an expression. */
bool wl_prompt_knows(const struct wl_session *m, const char *text);

/* Opens help with nothing typed in its line, or closes it. */
void wl_prompt_help(struct wl_session *m);

/* Opens the line, behind ':' or, to search, behind '/'; and gives it a key. The line may be the
 * name of an action, or its key, which is to be done then; else WL_ACTION_COUNT. */
void wl_prompt_open(struct wl_session *m, bool search);
enum wl_action wl_prompt_key(struct wl_session *m, uint32_t key);

#endif
