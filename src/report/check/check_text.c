/* Results of checks for a student to read. */
#include <string.h>

#include "canvas/write/page.h"
#include "canvas/write/write.h"
#include "report/check/check.h"
#include "words/quote.h"

struct page {
  FILE *f;
  bool ascii;
  int points;     /* cells of "2.5 / 10"; 0: no points */
  const struct wl_judgement *g;
  unsigned hints, next; /* to tell; the one after these, 0: there is none */
  bool hinted;          /* the check that hints are on is told */
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
    [WL_OPEN] = {"?", "?"}, [WL_PASSED] = {"✓", "+"}, [WL_FAILED] = {"✗", "X"},
    [WL_BROKEN] = {"!", "!"},
  };
  return marks[outcome][p->ascii];
}

/* "2 / 3" */
static int points_text(const struct wl_check *c, char text[64]) {
  return snprintf(text, 64, "%.9g / %.9g", c->outcome == WL_PASSED ? c->points : 0, c->points);
}

/* A student mends what fails first: hints are on that, and on no more. */
static void put_hints(struct page *p, const struct wl_check *c, size_t indent) {
  char text[sizeof c->hint[0] + 64];
  unsigned count = 0;
  while (count < WL_MAX_HINTS && c->hint[count][0]) count++;
  if (p->hinted || count == 0 || c->outcome != WL_FAILED) return;
  for (unsigned i = 0; i < count && i < p->hints; i++) {
    snprintf(text, sizeof text, "hint %u of %u: %s", i + 1, count, c->hint[i]);
    put_message(p, text, indent);
  }
  p->hinted = true;
  p->next = p->hints < count ? p->hints + 1 : 0;
}

/* Whether both fail for one reason: the script stopped at one line, or what is said is the same. */
static bool same_reason(const struct wl_check *a, const struct wl_check *b) {
  if (a->outcome != b->outcome) return false;
  if (a->stopped || b->stopped) return a->stopped == b->stopped;
  return a->message[0] && strcmp(a->message, b->message) == 0;
}

static const struct wl_check *check_at(const struct wl_judgement *g, uint32_t i) {
  return i < g->cases.count ? &g->cases.check[i] : &g->own.check[i - g->cases.count];
}

/* One reason is told once, where it is met first, with how many more checks it fails. */
static void put_reason(const struct page *p, const struct wl_check *c, size_t indent) {
  char text[64];
  unsigned more = 0;
  bool told = false;
  for (uint32_t i = 0; i < p->g->cases.count + p->g->own.count; i++) {
    const struct wl_check *other = check_at(p->g, i);
    if (other == c) told = true;
    else if (!same_reason(other, c)) continue;
    else if (!told) return;
    else more++;
  }
  put_message(p, c->message, indent);
  if (!more) return;
  snprintf(text, sizeof text, "%u more check%s for this reason", more,
           more == 1 ? " fails" : "s fail");
  put_message(p, text, indent);
}

static void put_check(struct page *p, const struct wl_check *c) {
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
  put_reason(p, c, indent + 2);
  put_hints(p, c, indent + 2);
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

/* The run of the most hazards among the checks that came out so. Whoever asked for hazards and
 * failed has told of them. */
static const struct wl_check *most_hazards(const struct wl_checks *list, unsigned outcome) {
  const struct wl_check *most = NULL;
  for (uint32_t i = 0; i < list->count; i++) {
    const struct wl_check *c = &list->check[i];
    bool told = outcome == WL_FAILED && c->asks_hazards;
    if (c->outcome == outcome && !told && c->hazards > (most ? most->hazards : 0)) most = c;
  }
  return most;
}

enum { NOTE = 192 };

/* Hazards fail no check that does not ask for them: values can be right by chance. Where they are
 * wrong, the hazard may be all there is to mend. */
static bool note_hazards(const struct wl_judgement *g, char text[NOTE]) {
  const struct wl_checks *list = wl_judgement_counted(g);
  const struct wl_check *failed = most_hazards(list, WL_FAILED);
  const struct wl_check *c = failed ? failed : most_hazards(list, WL_PASSED);
  char where[64] = "";
  if (c == NULL) return false;
  uint32_t a = c->lines[0] ? c->lines[0] : c->lines[1], b = c->lines[1] ? c->lines[1] : a;
  const char *first = c->hazards > 1 ? ", the first" : "";
  if (a != b) snprintf(where, sizeof where, "%s in lines %u and %u", first, a, b);
  else if (a > 0) snprintf(where, sizeof where, "%s in line %u", first, a);
  snprintf(text, NOTE, "note: %u hazard%s%s, which %s: warplens report tells more",
           c->hazards, c->hazards == 1 ? "" : "s", where,
           failed ? "may be why a check failed" : "the checks that passed do not ask for");
  return true;
}

/* The command that tells one hint more, if there is one. */
static void put_next(const struct page *p, const struct wl_hints_asked *asked) {
  if (!p->next || !asked->script || strcmp(asked->script, "-") == 0) return;
  fprintf(p->f, "%s: warplens check ", p->hints ? "The next hint" : "A hint");
  wl_shell_quote(p->f, asked->script);
  if (asked->rubric) fputs(" --rubric ", p->f), wl_shell_quote(p->f, asked->rubric);
  fprintf(p->f, " --hint %u\n", p->next);
}

bool wl_check_text(FILE *f, const struct wl_judgement *g, const struct wl_hints_asked *hints,
                   bool ascii, struct wl_diag *d) {
  struct page p = {.f = f, .ascii = ascii, .g = g, .hints = hints->count};
  char title[WL_TARGET_TEXT], note[NOTE];
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
  if (note_hazards(g, note)) {
    putc('\n', f);
    wl_page_wrap(f, ascii, note, 0);
  }
  fprintf(f, "\n%u of %u checks passed", wl_checks_with(counted, WL_PASSED), counted->count);
  if (g->rubric)
    fprintf(f, ", %.9g of %.9g points", wl_checks_score(counted), wl_checks_points(counted));
  putc('\n', f);
  put_next(&p, hints);
  return wl_out_finish(f, d);
}
