/* Checks as a student reads them. */
#include <string.h>

#include "out/check.h"
#include "out/finish.h"
#include "out/page.h"

struct page {
  FILE *f;
  bool ascii;
  int points; /* cells of "2.5 / 10"; 0: no points */
};

static void put_fit(const struct page *p, const char *s) {
  wl_page_fit(p->f, p->ascii, s, strlen(s), WL_PAGE_WIDTH);
}

/* Lines of a message, `indent` cells in; those that stand further in stay so. */
static void put_message(const struct page *p, const char *message, size_t indent) {
  char line[sizeof((struct wl_check *)0)->message];
  for (const char *s = message; *s;) {
    size_t n = strcspn(s, "\n"), blank = strspn(s, " ");
    memcpy(line, s, n);
    line[n] = '\0';
    fprintf(p->f, "%*s", (int)(indent + blank), "");
    wl_page_wrap(p->f, p->ascii, line + blank, indent + blank);
    if (n == blank) putc('\n', p->f);
    s += n + (s[n] == '\n');
  }
}

static const char *mark_of(const struct page *p, unsigned outcome) {
  static const char *const marks[WL_OUTCOMES][2] = {
    [WL_OPEN] = {"?", "?"}, [WL_PASSED] = {"✓", "+"}, [WL_FAILED] = {"✗", "x"},
    [WL_BROKEN] = {"!", "!"},
  };
  return marks[outcome][p->ascii];
}

/* "2 / 3" */
static int points_text(const struct wl_check *c, char text[64]) {
  return snprintf(text, 64, "%.9g / %.9g", c->outcome == WL_PASSED ? c->points : 0, c->points);
}

static void put_check(const struct page *p, const struct wl_check *c) {
  char points[64], name[sizeof c->name + sizeof c->settings + 4];
  size_t indent = 2;
  fprintf(p->f, "%s ", mark_of(p, c->outcome));
  if (p->points > 0) {
    points_text(c, points);
    fprintf(p->f, "%*s  ", p->points, points);
    indent += (size_t)p->points + 2;
  }
  snprintf(name, sizeof name, "%s%s%s%s", c->name, c->settings[0] ? " (" : "", c->settings,
           c->settings[0] ? ")" : "");
  wl_page_wrap(p->f, p->ascii, name, indent);
  if (c->outcome == WL_BROKEN)
    put_message(p, "not judged, since the check itself fails:", indent + 2);
  put_message(p, c->message, indent + 2);
}

static void put_checks(struct page *p, const struct wl_checks *list, bool points) {
  char text[64];
  p->points = 0;
  for (uint32_t i = 0; points && i < list->count; i++) {
    int n = points_text(&list->check[i], text);
    if (n > p->points) p->points = n;
  }
  for (uint32_t i = 0; i < list->count; i++) put_check(p, &list->check[i]);
}

/* Hazards fail no check that does not ask for them; values can be right by chance. */
static void put_hazards(const struct page *p, const struct wl_checks *list) {
  uint32_t most = 0;
  for (uint32_t i = 0; i < list->count; i++)
    if (list->check[i].outcome == WL_PASSED && list->check[i].hazards > most)
      most = list->check[i].hazards;
  if (most == 0) return;
  char text[160];
  snprintf(text, sizeof text,
           "note: %u hazard%s, which the checks that passed do not ask for: warplens report "
           "tells more", most, most == 1 ? "" : "s");
  putc('\n', p->f);
  wl_page_wrap(p->f, p->ascii, text, 0);
}

bool wl_check_text(FILE *f, const struct wl_judgement *g, bool ascii, struct wl_diag *d) {
  struct page p = {f, ascii, 0};
  char title[WL_TARGET_TEXT];
  const char *gap = ascii ? " - " : " · ";
  const struct wl_checks *counted = wl_judgement_counted(g);
  if (g->title[0]) {
    put_fit(&p, g->title);
    putc('\n', f);
  }
  put_fit(&p, g->script);
  if (g->rubric) {
    fputs(gap, f);
    put_fit(&p, g->rubric);
  }
  fprintf(f, "%s%s\n\n", gap, wl_target_title(g->target, title));
  put_checks(&p, counted, g->rubric != NULL);
  if (g->rubric && g->own.count > 0) {
    fputs("\nThe script's own checks, which carry no points\n", f);
    put_checks(&p, &g->own, false);
  }
  put_hazards(&p, counted);
  fprintf(f, "\n%u of %u check%s passed", wl_checks_with(counted, WL_PASSED), counted->count,
          counted->count == 1 ? "" : "s");
  if (g->rubric)
    fprintf(f, ", %.9g of %.9g points", wl_checks_score(counted), wl_checks_points(counted));
  putc('\n', f);
  return wl_out_finish(f, d);
}
