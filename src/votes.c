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
  char *last;   /* … and those that were written last, of `script` */
  unsigned script;
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
  free(v->last);
  free(v);
}

/* Another script: what the one before came to stays. */
static bool begin(struct wl_votes *v, unsigned script, struct wl_diag *d) {
  const char *head = v->before ? "" : wl_tally_head;
  char *all = NULL;
  if (v->last && asprintf(&all, "%s%s%s", head, v->before ? v->before : "", v->last) < 0)
    return wl_diag_refused(d, "out of memory");
  if (v->last) free(v->before), v->before = all;
  free(v->last);
  v->last = NULL;
  v->script = script;
  return true;
}

bool wl_votes_write(void *votes, const char *rows, struct wl_diag *d) {
  const struct wl_votes_of *of = votes;
  struct wl_votes *v = of->votes;
  if (of->script != v->script && !begin(v, of->script, d)) return false;
  char *last = strdup(rows);
  struct wl_output *o = last ? wl_output_open(v->path, NULL, d) : NULL;
  if (!last) wl_diag_refused(d, "out of memory");
  if (o) fprintf(wl_output_file(o), "%s%s", v->before ? v->before : wl_tally_head, rows);
  if (!o) free(last);
  if (!o) return false;
  free(v->last);
  v->last = last;
  return wl_output_close(o, true, d);
}
