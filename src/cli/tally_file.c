#include "cli/tally_file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output.h"
#include "script/process/regular_file.h"
#include "session/predict/vote_history.h"
#include "session/session.h"

struct wl_tally_file {
  const char *path;
  char *before; /* rows that were there, with their head */
  char *last;   /* … and those that were written last, of `script` */
  unsigned script;
};

/* A file that cannot be written is better told before a lecture than at its first answer. */
static struct wl_tally_file *check(struct wl_tally_file *v, struct wl_diag *d) {
  struct wl_output *o = wl_output_open(v->path, d);
  if (o) {
    wl_output_close(o, false, d); /* of nothing */
    return v;
  }
  wl_tally_file_close(v);
  return NULL;
}

struct wl_tally_file *wl_tally_file_open(const char *path, struct wl_diag *d) {
  if (strcmp(path, "-") == 0) { /* there is the screen, and rows are written again and again */
    wl_diag_fail(d, WL_USAGE, "--tally cannot write to standard output");
    wl_diag_hint(d, "name a file:  --tally=votes.csv");
    return NULL;
  }
  struct wl_tally_file *v = calloc(1, sizeof *v);
  size_t room = 0, head = strlen(wl_tally_head);
  FILE *f = wl_regular_open(path, d);
  if (!v || (!f && errno != ENOENT)) {
    if (!v) wl_diag_fail(d, WL_LIMIT, "out of memory");
    free(v);
    if (f) fclose(f);
    return NULL;
  }
  v->path = path;
  if (!f) return check(v, d);
  ssize_t n = getdelim(&v->before, &room, '\0', f);
  bool bad = ferror(f), ours = n <= 0 || strncmp(v->before, wl_tally_head, head) == 0;
  if (n > 0 && strlen(v->before) < (size_t)n) ours = false; /* a NUL, and what comes behind it */
  fclose(f);
  if (!bad && ours) {
    if (n <= 0) free(v->before), v->before = NULL;
    return check(v, d);
  }
  wl_diag_fail(d, WL_INPUT, bad ? "cannot read %s" : "%s is no tally", path);
  if (!bad) wl_diag_hint(d, "name a new file, or one that --tally has written");
  wl_tally_file_close(v);
  return NULL;
}

void wl_tally_file_close(struct wl_tally_file *v) {
  if (!v) return;
  free(v->before);
  free(v->last);
  free(v);
}

/* Another script: what the one before came to stays. */
static bool begin(struct wl_tally_file *v, unsigned script, struct wl_diag *d) {
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

enum { VOTE_FIELD = 5 }; /* those before it say what was asked, of which script and settings */

/* Behind that many fields of a row, whose commas may be quoted. */
static const char *past_fields(const char *s, int fields) {
  bool quoted = false;
  for (; *s && *s != '\n' && fields > 0; s++) {
    if (*s == '"') quoted = !quoted;
    if (*s == ',' && !quoted) fields--;
  }
  return s;
}

/* The highest vote on what the row asks about that rows of before have; 0: none. */
static unsigned votes_before(const char *before, const char *row, size_t key) {
  unsigned most = 0;
  for (const char *s = before; s && *s; s = strchr(s, '\n') ? strchr(s, '\n') + 1 : "") {
    if (strncmp(s, row, key) != 0) continue;
    unsigned long vote = strtoul(s + key, NULL, 10);
    if (vote > most && vote < UINT_MAX) most = (unsigned)vote;
  }
  return most;
}

/* The rows with votes that go on where those of before end: of one lecture after the other each
 * has its own. NULL: out of memory. */
static char *number_on(const char *before, const char *rows) {
  char *text = NULL;
  size_t size;
  FILE *f = open_memstream(&text, &size);
  for (const char *s = rows; f && *s;) {
    const char *end = s + strcspn(s, "\n"), *vote = past_fields(s, VOTE_FIELD);
    size_t key = (size_t)(vote - s);
    fprintf(f, "%.*s%lu", (int)key, s, strtoul(vote, NULL, 10) + votes_before(before, s, key));
    vote += strspn(vote, "0123456789");
    fprintf(f, "%.*s\n", (int)(end - vote), vote);
    s = *end ? end + 1 : end;
  }
  if (f && fclose(f) == 0) return text;
  free(text);
  return NULL;
}

bool wl_tally_file_write(void *votes, const char *rows, struct wl_diag *d) {
  const struct wl_tally_file_of *of = votes;
  struct wl_tally_file *v = of->votes;
  if (of->script != v->script && !begin(v, of->script, d)) return false;
  char *last = number_on(v->before, rows);
  if (!last) return wl_diag_refused(d, "out of memory");
  free(v->last);
  v->last = last; /* should this fail, the next time has them */
  struct wl_output *o = wl_output_open(v->path, d);
  if (!o) return false;
  fprintf(wl_output_file(o), "%s%s", v->before ? v->before : wl_tally_head, last);
  return wl_output_close(o, true, d);
}
