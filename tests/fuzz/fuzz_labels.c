/* Names and texts of a script, whatever bytes they have, in every output: the recording of
 * tests/out/run.c gets the input as its names. */
#include "../out/run.h"
#include "canvas/write/write.h"
#include "canvas/write/write_html.h"
#include "core/base/text.h"
#include "fuzz.h"
#include "report/check/check.h"
#include "report/diff/diff.h"
#include "report/error_json.h"
#include "report/report.h"
#include "report/suggest_page.h"
#include "session/session.h"
#include "view/keys/input.h"
#include "view/picture.h"
#include "view/slides/notes.h"

/* The next text of the input: up to 0xff, which is in no UTF-8; the last one again at its
 * end. */
static void next_text(struct fuzz_input *in, const struct fuzz_input *all, char *to, size_t size) {
  if (in->left == 0) *in = *all;
  size_t n = 0;
  while (in->left > 0) {
    uint8_t b = fuzz_byte(in);
    if (b == 0xff || n + 1 == size) break;
    to[n++] = (char)b;
  }
  to[n] = '\0';
}

#define TEXT(field) next_text(&in, &all, field, sizeof field)

/* The same run under other names. */
static struct wl_trace *rename_all(const struct wl_trace *t, const struct fuzz_input all) {
  struct fuzz_input in = all;
  static struct wl_head h;
  char source[512], name[64];
  struct wl_step step;
  uint8_t bytes[WL_STEP_MAX];
  struct wl_trace *copy = wl_trace_create(1, 4096);
  if (copy == NULL) abort();
  h = *wl_trace_head(t);
  TEXT(h.title);
  TEXT(h.about);
  for (unsigned i = 0; i < h.arrays; i++) TEXT(h.array[i].name);
  for (unsigned i = 0; i < h.params; i++) {
    TEXT(h.param[i].name);
    TEXT(h.param[i].help);
    TEXT(h.param[i].value);
  }
  TEXT(name);
  TEXT(source);
  wl_trace_set_source(copy, name, source, strlen(source));
  wl_trace_set_head(copy, &h);
  for (size_t i = 0; wl_trace_get(t, i, &step); i++) {
    if (step.kind == WL_STEP_MARK) TEXT(step.text);
    wl_trace_add(copy, 0, step.block, bytes, wl_step_pack(&step, bytes));
  }
  wl_trace_close(copy, 0);
  return copy;
}

static void check_reports(const struct wl_trace *t, const struct wl_analysis *a) {
  struct fuzz_output o;
  struct wl_diag d;
  struct wl_report_options options = {.limit = 4};
  for (int ascii = 0; ascii < 2; ascii++) {
    options.ascii = ascii;
    fuzz_output_open(&o);
    FUZZ_PROMISE(wl_report_text(o.f, t, a, &options, &d));
    fuzz_output_check(&o, FUZZ_TEXT);
  }
  fuzz_output_open(&o);
  FUZZ_PROMISE(wl_report_json(o.f, t, a, &options, &d));
  fuzz_output_check(&o, FUZZ_TEXT);
}

static void check_pictures(const struct wl_trace *t, const struct wl_analysis *a, unsigned which) {
  static const char keys[] = "12345678?y@";
  struct wl_diag d;
  struct fuzz_output o;
  struct wl_session *m = wl_session_create();
  struct wl_canvas *c = wl_canvas_create(80, 24, false);
  if (m == NULL || c == NULL) abort();
  wl_session_show(m, t, a);
  wl_session_key(m, (uint32_t)keys[which % (sizeof keys - 1)]);
  wl_session_draw(m, c);
  fuzz_output_open(&o);
  wl_write_text(o.f, c, &d);
  fuzz_output_check(&o, FUZZ_TEXT);
  fuzz_output_open(&o);
  wl_write_ansi(o.f, c, WL_256, WL_DARK, &d);
  fuzz_output_check(&o, FUZZ_ANSI);
  fuzz_output_open(&o);
  wl_write_svg(o.f, c, WL_DARK, wl_trace_head(t)->title, wl_trace_head(t)->about, &d);
  fuzz_output_check(&o, FUZZ_XML);
  const struct wl_html_options page = {.title = wl_trace_head(t)->title, .scheme = WL_LIGHT};
  fuzz_output_open(&o);
  wl_write_html(o.f, c, &page, wl_trace_head(t)->about, &d);
  fuzz_output_check(&o, FUZZ_XML);
  struct wl_notes n;
  wl_notes_take(m, &n);
  wl_canvas_clear(c);
  wl_notes_draw(c, &n, 1, NULL);
  fuzz_output_open(&o);
  wl_write_text(o.f, c, &d);
  fuzz_output_check(&o, FUZZ_TEXT);
  wl_canvas_destroy(c);
  wl_session_destroy(m);
}

static void check_checks(const struct fuzz_input all) {
  static struct wl_judgement g;
  struct fuzz_input in = all;
  struct fuzz_output o;
  struct wl_diag d;
  char name[64];
  memset(&g, 0, sizeof g);
  TEXT(name);
  TEXT(g.title);
  g.script = name;
  g.rubric = name;
  g.target = wl_target_make(wl_arch_default(), NULL);
  g.cases.count = g.own.count = 2;
  for (uint32_t i = 0; i < 2; i++) {
    struct wl_check *k = &g.cases.check[i];
    TEXT(k->name);
    TEXT(k->settings);
    TEXT(k->message);
    TEXT(k->hint[0]);
    k->points = 1;
    k->outcome = i ? WL_FAILED : WL_PASSED;
    g.own.check[i] = *k;
  }
  static const struct {
    bool (*write)(FILE *, const struct wl_judgement *, struct wl_diag *);
    enum fuzz_form form;
  } writers[] = {{wl_check_junit, FUZZ_XML},
                 {wl_check_gradescope, FUZZ_TEXT}, {wl_check_json, FUZZ_TEXT}};
  for (size_t i = 0; i < sizeof writers / sizeof *writers; i++) {
    fuzz_output_open(&o);
    FUZZ_PROMISE(writers[i].write(o.f, &g, &d));
    fuzz_output_check(&o, writers[i].form);
  }
  static const struct wl_hints_asked hints = {WL_MAX_HINTS - 1, "a script", "./a rubric"};
  fuzz_output_open(&o);
  FUZZ_PROMISE(wl_check_text(o.f, &g, &hints, false, &d));
  fuzz_output_check(&o, FUZZ_TEXT);
}

static void check_errors(const struct fuzz_input all) {
  struct fuzz_input in = all;
  struct wl_diag d = {.status = WL_SCRIPT}, second;
  struct fuzz_output o;
  char text[8192];
  TEXT(d.file);
  TEXT(d.what);
  TEXT(d.hint);
  TEXT(d.source);
  d.line = 3;
  d.column = fuzz_byte(&in);
  d.end_column = d.column + fuzz_byte(&in);
  for (int ascii = 0; ascii < 2; ascii++)
    fuzz_check(FUZZ_TEXT, text, wl_diag_format(&d, ascii, text, sizeof text));
  fuzz_output_open(&o);
  wl_error_json(o.f, &d, &second);
  fuzz_output_check(&o, FUZZ_JSON);
}

/* The cells that were promised are the cells that come. */
static void check_cells(const uint8_t *data, size_t size) {
  size_t want = wl_text_clean((const char *)data, size, false, NULL, 0);
  char *clean = malloc(want + 1);
  if (clean == NULL) abort();
  FUZZ_PROMISE(wl_text_clean((const char *)data, size, false, clean, want + 1) == want);
  FUZZ_PROMISE(wl_text_cells((const char *)data, size) == wl_text_cells(clean, want));
  fuzz_check(FUZZ_TEXT, clean, want);
  free(clean);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const struct fuzz_input all = {data, size};
  if (size == 0) return 0;
  struct run run = make_run(false);
  struct wl_trace *t = rename_all(run.trace, all);
  check_reports(t, run.analysis);
  check_pictures(t, run.analysis, data[0] ^ (unsigned)size);
  check_checks(all);
  check_errors(all);
  check_cells(data, size);
  wl_trace_destroy(t);
  drop_run(&run);
  return 0;
}
