/* Checks as JUnit XML. Text is made harmless first: XML 1.0 has no way to write a
 * control character, not even escaped. */
#include <string.h>

#include "canvas/write/write.h"
#include "core/base/text.h"
#include "report/check/check.h"

/* A line of text, between tags or in an attribute. U+FFFE and U+FFFF are no
 * characters of XML. */
static void put_xml(FILE *f, const char *s, size_t n) {
  const char *end = s + n;
  struct wl_glyph glyph;
  while (wl_text_next(&s, end, &glyph)) {
    char bytes[4];
    switch (glyph.code) {
    case '&': fputs("&amp;", f); break;
    case '<': fputs("&lt;", f); break;
    case '>': fputs("&gt;", f); break;
    case '"': fputs("&quot;", f); break;
    case '\'': fputs("&apos;", f); break;
    default:
      if ((glyph.code & 0xfffe) == 0xfffe) glyph.code = 0xfffd;
      fwrite(bytes, 1, wl_text_encode(glyph.code, bytes), f);
    }
  }
}

static void put_attribute(FILE *f, const char *name, const char *value, size_t n) {
  fprintf(f, " %s=\"", name);
  put_xml(f, value, n);
  putc('"', f);
}

/* Several lines, each made harmless by itself. */
static void put_lines(FILE *f, const char *s) {
  while (*s) {
    size_t n = strcspn(s, "\n");
    put_xml(f, s, n);
    if (s[n]) putc('\n', f);
    s += n + (s[n] == '\n');
  }
}

static void put_case(FILE *f, const char *suite, const struct wl_check *c) {
  const char *tag = c->outcome == WL_BROKEN ? "error" : "failure";
  fputs("    <testcase", f);
  put_attribute(f, "classname", suite, strlen(suite));
  put_attribute(f, "name", c->name, strlen(c->name));
  if (c->outcome == WL_PASSED) {
    fputs("/>\n", f);
    return;
  }
  fprintf(f, ">\n      <%s", tag);
  put_attribute(f, "message", c->message, strcspn(c->message, "\n"));
  put_attribute(f, "type", wl_outcome_names[c->outcome], strlen(wl_outcome_names[c->outcome]));
  putc('>', f);
  if (c->settings[0]) {
    put_xml(f, c->settings, strlen(c->settings));
    putc('\n', f);
  }
  put_lines(f, c->message);
  fprintf(f, "</%s>\n    </testcase>\n", tag);
}

static void put_own(FILE *f, const struct wl_checks *own) {
  if (own->count == 0) return;
  fputs("    <system-out>The script&apos;s own checks, which carry no points\n", f);
  for (uint32_t i = 0; i < own->count; i++) {
    fprintf(f, "%s: ", wl_outcome_names[own->check[i].outcome]);
    put_xml(f, own->check[i].name, strlen(own->check[i].name));
    putc('\n', f);
  }
  fputs("</system-out>\n", f);
}

static void put_property(FILE *f, const char *name, const char *value) {
  fprintf(f, "      <property name=\"%s\"", name);
  put_attribute(f, "value", value, strlen(value));
  fputs("/>\n", f);
}

static void put_files(FILE *f, const struct wl_judgement *g) {
  fputs("    <properties>\n", f);
  put_property(f, "script", g->script);
  if (g->rubric) put_property(f, "rubric", g->rubric);
  fputs("    </properties>\n", f);
}

static void put_counts(FILE *f, const struct wl_checks *c) {
  uint32_t passed = wl_checks_with(c, WL_PASSED), broken = wl_checks_with(c, WL_BROKEN);
  fprintf(f, " tests=\"%u\" failures=\"%u\" errors=\"%u\"", c->count, c->count - passed - broken,
          broken);
}

bool wl_check_junit(FILE *f, const struct wl_judgement *g, struct wl_diag *d) {
  const struct wl_checks *counted = wl_judgement_counted(g);
  const char *suite = g->title[0] ? g->title : g->script;
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites", f);
  put_counts(f, counted);
  fputs(">\n  <testsuite", f);
  put_attribute(f, "name", suite, strlen(suite));
  put_counts(f, counted);
  fputs(" skipped=\"0\">\n", f);
  put_files(f, g);
  for (uint32_t i = 0; i < counted->count; i++) put_case(f, suite, &counted->check[i]);
  if (g->rubric) put_own(f, &g->own);
  fputs("  </testsuite>\n</testsuites>\n", f);
  return wl_out_finish(f, d);
}
