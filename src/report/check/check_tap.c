/* Checks as TAP 14. Descriptions are one harmless line with \ and # escaped; all
 * else that comes from scripts is a JSON string, which YAML reads alike. */
#include <string.h>

#include "canvas/write/finish_file.h"
#include "canvas/write/json.h"
#include "core/base/text.h"
#include "report/check/check.h"

enum { NAME = 4 * sizeof((struct wl_check *)0)->name };

static void put_description(FILE *f, const char *s) {
  char clean[NAME];
  wl_text_clean(s, strlen(s), false, clean, sizeof clean);
  for (const char *c = clean; *c; c++) {
    if (*c == '\\' || *c == '#') putc('\\', f);
    putc(*c, f);
  }
}

/* A file, on a line that counts for nothing. */
static void put_comment(FILE *f, const char *key, const char *path) {
  fputs(key, f);
  put_description(f, path);
  putc('\n', f);
}

static bool put_text(FILE *f, const char *key, const char *value) {
  if (value[0] == '\0') return true;
  fprintf(f, "  %s: ", key);
  bool good = wl_json_put(f, wl_json_text(value, strlen(value)), 0);
  putc('\n', f);
  return good;
}

static bool put_point(FILE *f, const struct wl_check *c, uint32_t number, bool points) {
  bool passed = c->outcome == WL_PASSED, good = true;
  fprintf(f, "%s %u - ", passed ? "ok" : "not ok", number);
  put_description(f, c->name);
  putc('\n', f);
  if (passed && !points && !c->settings[0]) return true;
  fputs("  ---\n", f);
  if (!passed) {
    good = put_text(f, "message", c->message);
    fprintf(f, "  severity: %s\n", c->outcome == WL_BROKEN ? "error" : "fail");
  }
  good = put_text(f, "settings", c->settings) && good;
  if (points) fprintf(f, "  score: %.15g\n  max_score: %.15g\n", passed ? c->points : 0, c->points);
  fputs("  ...\n", f);
  return good;
}

bool wl_check_tap(FILE *f, const struct wl_judgement *g, struct wl_diag *d) {
  const struct wl_checks *counted = wl_judgement_counted(g);
  bool good = true;
  char note[WL_CHECK_NOTE];
  fprintf(f, "TAP version 14\n1..%u\n", counted->count);
  put_comment(f, "# script: ", g->script);
  if (g->rubric) put_comment(f, "# rubric: ", g->rubric);
  for (uint32_t i = 0; i < counted->count; i++)
    good = put_point(f, &counted->check[i], i + 1, g->rubric != NULL) && good;
  for (uint32_t i = 0; g->rubric && i < g->own.count; i++) {
    fprintf(f, "# own check %s: ", wl_outcome_names[g->own.check[i].outcome]);
    put_description(f, g->own.check[i].name);
    putc('\n', f);
  }
  if (wl_check_note(g, note)) fprintf(f, "# %s\n", note);
  if (!wl_out_finish(f, d)) return false;
  return good || wl_diag_fail(d, WL_LIMIT, "out of memory");
}
