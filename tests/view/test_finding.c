/* Searches: what they say, which steps they find, and going from one to the next. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/analysis/query.h"
#include "core/explain/explain.h"
#include "scene.h"
#include "session/predict/hide_figures.h"
#include "session/predict/predict.h"
#include "session/search/search.h"
#include "session/select/setters.h"
#include "session/session.h"
#include "session/state/keymap.h"
#include "session/state/line_editor.h"
#include "session/state/panels.h"
#include "session/state/requests.h"
#include "session/state/session_state.h"
#include "view/keys/input.h"

static struct scene scene;

static size_t count(const char *text) {
  struct wl_query q;
  struct wl_diag d;
  size_t found = 0;
  if (!wl_query_parse(text, scene.trace, NULL, &q, &d)) fail_msg("%s: %s", text, d.what);
  for (size_t i = 0; i < wl_trace_count(scene.trace); i++)
    found += wl_query_match(&q, scene.trace, NULL, scene.analysis, i);
  return found;
}

/* The same, worked out without what the search uses. */
static size_t slowly(bool (*matches)(const struct wl_step *s, const struct wl_counts *c)) {
  struct wl_step s;
  struct wl_explain e;
  size_t found = 0;
  for (size_t i = 0; wl_trace_get(scene.trace, i, &s); i++) {
    memset(&e, 0, sizeof e);
    if (s.kind == WL_STEP_ACCESS) wl_explain(wl_arch_default(), &s.access, &e);
    found += matches(&s, &e.counts);
  }
  return found;
}

static bool conflicts(const struct wl_step *s, const struct wl_counts *c) {
  return s->kind == WL_STEP_ACCESS && c->ways >= 4;
}
static bool free_shared(const struct wl_step *s, const struct wl_counts *c) {
  return s->kind == WL_STEP_ACCESS && s->access.space == WL_SHARED && c->wavefronts == 1;
}
static bool wasteful(const struct wl_step *s, const struct wl_counts *c) {
  if (s->kind != WL_STEP_ACCESS) return false;
  return wl_moves_sectors((enum wl_space)s->access.space) ? c->sectors > c->ideal_sectors
                                                          : c->wavefronts > c->ideal_wavefronts;
}
static bool asks_128(const struct wl_step *s, const struct wl_counts *c) {
  return s->kind == WL_STEP_ACCESS && c->bytes_asked == 128;
}
static bool stores_of_warp_2(const struct wl_step *s, const struct wl_counts *c) {
  (void)c;
  return s->kind == WL_STEP_ACCESS && s->access.op == WL_STORE && s->warp == 2;
}
static bool barriers(const struct wl_step *s, const struct wl_counts *c) {
  (void)c;
  return s->kind == WL_STEP_BARRIER;
}
static bool line_20(const struct wl_step *s, const struct wl_counts *c) {
  (void)c;
  return s->place.line == 20;
}
static bool late(const struct wl_step *s, const struct wl_counts *c) {
  (void)c;
  return s->iteration != WL_NO_ITERATION && s->iteration > 2;
}

static void test_matches(void **state) {
  (void)state;
  static const struct {
    const char *text;
    bool (*matches)(const struct wl_step *s, const struct wl_counts *c);
  } rows[] = {
    {"ways>=4", conflicts},
    {"ways > 3", conflicts},
    {"space=shared and wavefronts=1", free_shared},
    {"wavefronts <= 1 and space == shared", free_shared},
    {"excess>0", wasteful},
    {"efficiency<100", wasteful},
    {"bytes_asked=128", asks_128},
    {"op=store and warp=2", stores_of_warp_2},
    {"op=barrier", barriers},
    {"__syncthreads", barriers},
    {"line=20", line_20},
    {"output[y + j]", line_20},
    {"iteration>2", late},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    size_t want = slowly(rows[i].matches);
    assert_in_range(want, 1, wl_trace_count(scene.trace) - 1); /* or it would tell nothing */
    if (count(rows[i].text) != want)
      fail_msg("%s: %zu, not %zu", rows[i].text, count(rows[i].text), want);
  }
  size_t all = wl_trace_count(scene.trace);
  assert_int_equal(count("excess>0") + count("excess=0") + count("op=barrier"), all);
  assert_int_equal(count("op!=barrier") + count("op=barrier"), all);
  assert_int_equal(count("array=tile") + count("array!=tile") + count("op=barrier"), all);
  for (size_t i = 0; i < WL_QUERY_ROWS; i++) count(wl_query_rows[i].example); /* as help has it */
  assert_int_equal(count("step<10"), 10);
  assert_int_equal(count("step>=10 and step!=11 and step<13"), 2);
  assert_int_equal(count("transactions>=0"), 0); /* cc 9.0 has none */
  assert_int_equal(count("\"tile[threadIdx.x]\""), count("tile[threadidx.x]"));
  assert_true(count("threadIdx and \" = \"") > 0);
}

static void fails(const char *text, const char *what, const char *hint) {
  struct wl_query q;
  struct wl_diag d;
  if (wl_query_parse(text, scene.trace, NULL, &q, &d)) fail_msg("%s is no search", text);
  if (!strstr(d.what, what)) fail_msg("%s: %s", text, d.what);
  if (!strstr(d.hint, hint)) fail_msg("%s: %s", text, d.hint);
}

static void test_mistakes(void **state) {
  (void)state;
  fails("excss>0", "steps cannot be searched by 'excss'", "did you mean excess?");
  fails("foo>0", "steps cannot be searched by 'foo'", "excess");
  fails("wavefront>1", "steps cannot be searched by 'wavefront'", "did you mean wavefronts?");
  fails("bytes_mved>1", "steps cannot be searched by 'bytes_mved'", "did you mean bytes_moved?");
  fails("bytes_mvd>1", "steps cannot be searched by 'bytes_mvd'", "did you mean bytes_moved?");
  fails("op=stor", "no op is called 'stor'", "did you mean op=store?");
  fails("op=x", "no op is called 'x'", "load, store, reduce");
  fails("space<shared", "only = and != compare it", "");
  fails("array=tlie", "no array is called 'tlie'", "input");
  fails("excess>many", "whole number, not with 'many'", "excess>0");
  fails("excess>", "whole number, not with ''", "excess>0");
  fails("excess>5000000000", "whole number", "");
  fails("excess", "no line of the script has 'excess'", "excess>0");
  fails("nowhere", "no line of the script has 'nowhere'", "space=shared");
  fails("Tile[", "no line of the script has 'Tile['", "");
  fails("\"ways>=4\"", "no line of the script has 'ways>=4'", "");
  fails("\"line=1\" and excess>0", "no line of the script has 'line=1'", "");
  fails("\"excess", "a second \" is missing", "");
  fails("\"tile\" or", "only `and`", "");
  fails("tile and ", "nothing to search for", "");
  fails("ways>0 and ways>1 and ways>2 and ways>3 and ways>4 and ways>5 and ways>6 and ways>7 "
        "and ways>8", "at most 8", "");
  fails("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "more than 63 bytes", "");
}

static bool has_word(const char *text, const char *word) {
  char copy[sizeof((struct wl_diag *)0)->hint], *rest = copy, *next;
  strcpy(copy, text);
  while ((next = strtok_r(rest, " ,", &rest)) != NULL)
    if (strcmp(next, word) == 0) return true;
  return false;
}

/* Every figure and every row of the table is searched by its name. Where a name is none, those of
 * the rows are told. */
static void test_names(void **state) {
  struct wl_query q;
  struct wl_diag d, unknown;
  (void)state;
  assert_false(wl_query_parse("foo>0", scene.trace, NULL, &q, &unknown));
  for (unsigned field = 0; field < WL_QUERY_FIELDS; field++) {
    const struct wl_query_row *row =
      field < WL_FIGURES ? NULL : &wl_query_rows[field - WL_QUERY_EXCESS];
    char text[WL_QUERY_TEXT];
    snprintf(text, sizeof text, "%s>=0", row ? "" : wl_metrics[field].key);
    const char *query = row ? row->example : text;
    if (!wl_query_parse(query, scene.trace, NULL, &q, &d)) fail_msg("%s: %s", query, d.what);
    assert_int_equal(q.terms, 1);
    assert_int_equal(q.term[0].field, field);
    if (row && !has_word(unknown.hint, row->key)) fail_msg("no %s: %s", row->key, unknown.hint);
  }
}

static struct wl_session *m;

static void search(const char *text) {
  wl_session_key(m, '/');
  for (; *text; text++) wl_session_key(m, (unsigned char)*text);
  wl_session_key(m, WL_KEY_ENTER);
}

static void test_going(void **state) {
  (void)state;
  struct wl_step s;
  size_t found, first;
  const char *text;
  m = wl_session_create();
  wl_session_show(m, scene.trace, scene.analysis);
  wl_session_key(m, 'n');
  assert_non_null(strstr(m->message, "nothing was searched for"));
  search("op=barrier");
  assert_true(wl_found(m, &found, &text));
  assert_int_equal(found, slowly(barriers));
  first = m->selected;
  for (size_t i = 0; i < first; i++) assert_false(wl_found_step(m, i));
  for (size_t i = 1; i < found; i++) { /* all of them, upwards */
    size_t before = m->selected;
    wl_session_key(m, 'n');
    assert_true(m->selected > before);
    assert_false(wl_found_among(m, before + 1, m->selected));
    assert_true(wl_trace_get(scene.trace, m->selected, &s));
    assert_int_equal(s.kind, WL_STEP_BARRIER);
  }
  size_t last = m->selected;
  wl_session_key(m, 'n');
  assert_int_equal(m->selected, first);
  assert_non_null(strstr(m->message, "again"));
  wl_session_key(m, 'N');
  assert_int_equal(m->selected, last);
  wl_session_key(m, 'N');
  assert_true(m->selected < last && wl_found_step(m, m->selected));
  assert_true(wl_found_line(m, s.place.line));
  assert_false(wl_found_line(m, 15));
  search("excess>1000");
  wl_session_key(m, 'n');
  assert_string_equal(m->message, "no step with excess>1000");
  wl_session_progress(m, 1, 2); /* more may come */
  wl_session_key(m, 'n');
  assert_string_equal(m->message, "no step with excess>1000 so far");
  search("op=barrier");
  assert_non_null(strstr(m->message, " so far with op=barrier"));
  wl_session_requests(m);
  wl_session_key(m, wl_key_parse("Ctrl-L")); /* the same picture, with all that it says */
  assert_non_null(strstr(m->message, " so far with op=barrier"));
  assert_true(wl_session_requests(m) & WL_REQUEST_REPAINT);
  wl_session_progress(m, 0, 0);
  wl_session_key(m, 'n');
  assert_null(strstr(m->message, "so far"));
  wl_session_key(m, WL_KEY_ESCAPE);
  assert_false(wl_found(m, &found, &text));
  wl_session_destroy(m);
}

/* Hidden figures are not to be found out. */
static void test_masked(void **state) {
  (void)state;
  size_t found;
  const char *text;
  m = wl_session_create();
  wl_session_show(m, scene.trace, scene.analysis);
  search("excess>0");
  assert_true(wl_found(m, &found, &text));
  wl_session_mask(m, true);
  assert_false(wl_found(m, &found, &text));
  assert_false(wl_found_among(m, 0, wl_trace_count(scene.trace)));
  assert_false(wl_found_line(m, 20));
  size_t here = m->selected;
  wl_session_key(m, 'n');
  assert_int_equal(m->selected, here);
  search("ways>1");
  assert_true(wl_panel_on(m, WL_PANEL_ERROR));
  assert_non_null(strstr(m->diag.what, "the figures are hidden"));
  search("op=store");
  assert_false(wl_panel_on(m, WL_PANEL_ERROR));
  assert_true(wl_found(m, &found, &text));
  wl_session_mask(m, false);
  assert_true(wl_found(m, &found, &text));
  wl_session_destroy(m);
}

/* The search goes on in the next recording, and in one that grows. */
static void test_again(void **state) {
  (void)state;
  size_t found, more;
  const char *text;
  struct scene other = scene_create("transpose", 1);
  m = wl_session_create();
  wl_session_show(m, scene.trace, scene.analysis);
  search("excess>0");
  assert_true(wl_found(m, &found, &text));
  wl_session_show(m, other.trace, other.analysis);
  assert_true(wl_found(m, &more, &text));
  assert_int_equal(more, 0);
  assert_true(found > 0);
  wl_session_show(m, NULL, NULL);
  assert_true(wl_found(m, &more, &text));
  assert_int_equal(more, 0);
  wl_session_destroy(m);
  scene_destroy(other);
}

/* Whatever is typed, it is a search or a message, and no search does harm. */
static void test_anything(void **state) {
  (void)state;
  static const char *const pieces[] = {"excess", "ways", "op", "space", "array", "line", "tile",
    "store", "and", " and ", " ", "=", "!=", "<", ">=", "~", "\"", "0", "32", "99999999999", "[",
    "é"};
  enum { PIECES = sizeof pieces / sizeof pieces[0] };
  uint32_t seed = 3;
  size_t good = 0, bad = 0;
  for (int i = 0; i < 20000; i++) {
    char text[WL_TYPING_BYTES] = "";
    struct wl_query q;
    struct wl_diag d;
    for (uint32_t n = 1 + (seed >> 8) % 9; n-- > 0;) {
      seed = seed * 1664525 + 1013904223;
      strcat(text, pieces[(seed >> 8) % PIECES]);
    }
    if (wl_query_parse(text, scene.trace, NULL, &q, &d)) {
      good++;
      assert_in_range(q.terms, 1, WL_QUERY_TERMS);
      for (size_t step = 0; step < 80; step += 9)
        wl_query_match(&q, scene.trace, NULL, scene.analysis, step);
    } else {
      bad++;
      assert_int_equal(d.status, WL_USAGE);
      assert_true(d.what[0]);
    }
  }
  assert_true(good > 500 && bad > 500);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_matches), cmocka_unit_test(test_mistakes), cmocka_unit_test(test_names),
    cmocka_unit_test(test_going),   cmocka_unit_test(test_masked),   cmocka_unit_test(test_again),
    cmocka_unit_test(test_anything),
  };
  scene = scene_create("transpose", 0);
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  scene_destroy(scene);
  return failed;
}
