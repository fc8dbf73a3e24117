#include "votes.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output.h"
#include "view/ballot.h"
#include "view/model.h"

struct wl_votes {
  const char *path;
  char *before; /* rows that were there, with their head */
};

struct wl_votes *wl_votes_open(const char *path, struct wl_diag *d) {
  struct wl_votes *v = calloc(1, sizeof *v);
  size_t room = 0, head = strlen(wl_tally_head);
  FILE *f = fopen(path, "re");
  if (!v || (!f && errno != ENOENT)) {
    wl_diag_fail(d, v ? WL_INPUT : WL_LIMIT, "cannot read %s: %m", path);
    free(v);
    if (f) fclose(f);
    return NULL;
  }
  v->path = path;
  if (!f) return v;
  ssize_t n = getdelim(&v->before, &room, '\0', f);
  bool bad = ferror(f), ours = n <= 0 || strncmp(v->before, wl_tally_head, head) == 0;
  if (n > 0 && strlen(v->before) < (size_t)n) ours = false; /* a NUL, and what comes behind it */
  fclose(f);
  if (!bad && ours) {
    if (n <= 0) free(v->before), v->before = NULL;
    return v;
  }
  wl_diag_fail(d, WL_INPUT, bad ? "cannot read %s" : "%s is no tally", path);
  if (!bad) wl_diag_hint(d, "name a new file, or one that --tally has written");
  wl_votes_close(v);
  return NULL;
}

void wl_votes_close(struct wl_votes *v) {
  if (!v) return;
  free(v->before);
  free(v);
}

bool wl_votes_write(void *votes, const char *rows, struct wl_diag *d) {
  const struct wl_votes *v = votes;
  struct wl_output *o = wl_output_open(v->path, NULL, d);
  if (!o) return false;
  fprintf(wl_output_file(o), "%s%s", v->before ? v->before : wl_tally_head, rows);
  return wl_output_close(o, true, d);
}
