/* What lessons say was counted of an instruction: there is a row of counters for it, with
 * the same addresses but for where the array begins, and the same count. Arguments: the
 * directory of the counters, the directory of patterns. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/truth.h"
#include "core/gpu/target.h"
#include "core/teach/quiz.h"
#include "core/trace/setting.h"
#include "script.h"

static const char *truth_dir, *pattern_dir;

/* A row of a file of counters. */
struct counted {
  struct wl_access access;
  long requests, sectors, wavefronts; /* of shared memory, passes of constants; -1: not counted */
};
static struct counted *rows;
static size_t row_count;

static int find(const char *const *names, int count, const char *name) {
  int i = 0;
  while (i < count && strcmp(names[i], name) != 0) i++;
  return i;
}

static void add_row(const struct counted *c) {
  static size_t room;
  if (row_count == room) rows = realloc(rows, (room = 2 * room + 64) * sizeof *rows);
  assert_non_null(rows);
  rows[row_count++] = *c;
}

static void read_rows(const char *name) {
  static struct truth_row row;
  struct truth_file *f = truth_open(truth_dir, name);
  while (truth_next(f, &row)) {
    struct counted c = {.requests = truth_number(f, &row, "requests"),
                        .sectors = truth_number(f, &row, "sectors"),
                        .wavefronts = truth_number(f, &row, "shared_wavefronts")};
    c.access.space = (uint8_t)find(wl_space_names, WL_SPACES, truth_field(f, &row, "space"));
    if (c.access.space == WL_CONSTANT) c.wavefronts = truth_number(f, &row, "constant_passes");
    c.access.op = (uint8_t)find(wl_op_names, WL_OPS, truth_field(f, &row, "op"));
    c.access.width = (uint8_t)truth_number(f, &row, "width");
    truth_lanes(truth_field(f, &row, "addresses"), &c.access.mask, c.access.address);
    add_row(&c);
  }
}

/* Atomics that are one instruction, of shared memory. */
static void read_atomics(void) {
  static struct truth_row row;
  struct truth_file *f = truth_open(truth_dir, "atomics.csv");
  while (truth_next(f, &row)) {
    struct counted c = {.requests = -1, .sectors = -1,
                        .wavefronts = truth_number(f, &row, "atomic_wavefronts")};
    c.access.space = WL_SHARED;
    c.access.op = (uint8_t)find(wl_op_names, WL_OPS, truth_field(f, &row, "op"));
    c.access.form = (uint8_t)find(wl_form_names, WL_FORMS, truth_field(f, &row, "form"));
    c.access.width = (uint8_t)truth_number(f, &row, "width");
    truth_lanes(truth_field(f, &row, "addresses"), &c.access.mask, c.access.address);
    if (c.access.form < WL_FORM_LOOP) add_row(&c);
  }
}

/* Whole lines apart: the same sectors. Of shared memory: the same clashes, in banks further on. */
static bool same(const struct wl_access *a, const struct wl_access *b) {
  if (a->space != b->space || a->op != b->op || a->width != b->width || a->mask != b->mask ||
      a->form != b->form)
    return false;
  uint64_t apart = a->address[0] - b->address[0];
  for (unsigned l = 0; l < WL_LANES; l++)
    if (a->mask >> l & 1 && a->address[l] - b->address[l] != apart) return false;
  return apart % (a->space == WL_SHARED ? a->width : 128u) == 0;
}

static long count_of(const struct counted *c, unsigned figure) {
  return figure == WL_REQUESTS ? c->requests : figure == WL_SECTORS ? c->sectors
       : figure == WL_WAVEFRONTS && c->access.space != WL_GLOBAL ? c->wavefronts : -1;
}

/* Returns how many questions of the script were held against a row. */
static unsigned hold(const char *name, const char *text, const char *settings) {
  unsigned held = 0;
  struct wl_step s;
  struct wl_run *run = run_text(text, settings, 1);
  if (wl_run_pump(run, 0) != WL_RUN_DONE) fail_msg("%s: %s", name, wl_run_diag(run)->what);
  struct wl_quiz *quiz = wl_quiz(wl_run_trace(run), wl_arch_default());
  assert_non_null(quiz);
  for (unsigned i = 0; i < quiz->rows; i++) {
    const struct wl_question *q = &quiz->row[i].question;
    assert_true(wl_trace_get(wl_run_trace(run), quiz->row[i].step, &s));
    if (!q->chip[0] || s.access.space == WL_TEXTURE || s.access.space == WL_LOCAL)
        continue; /* those: test_spaces.c */
    size_t k = 0;
    while (k < row_count && (!same(&s.access, &rows[k].access) ||
                             count_of(&rows[k], q->figure) != (long)q->counted)) k++;
    if (k == row_count)
      fail_msg("%s %s, line %u: nobody counted %u %s", name, settings ? settings : "",
               quiz->row[i].place.line, q->counted, wl_metrics[q->figure].key);
    held++;
  }
  free(quiz);
  wl_run_destroy(run);
  return held;
}

/* As they are, and with the settings that lesson() flips, of the generation that counted. */
static void test_lessons(void **state) {
  (void)state;
  unsigned held = 0;
  DIR *dir = opendir(pattern_dir);
  assert_non_null(dir);
  for (struct dirent *e; (e = readdir(dir)) != NULL;) {
    char path[1024], flips[128] = "", flip[WL_VARIANT_TEXT], *text;
    size_t size;
    struct wl_diag d;
    if (!strstr(e->d_name, ".lua")) continue;
    snprintf(path, sizeof path, "%s/%s", pattern_dir, e->d_name);
    if (!wl_script_read(path, &text, &size, &d)) fail_msg("%s: %s", path, d.what);
    const char *at = strstr(text, "flip = \"");
    if (strstr(text, "counted = ")) held += hold(e->d_name, text, NULL);
    if (at && strstr(text, "counted = ") && sscanf(at, "flip = \"%127[^\"]", flips) == 1)
      for (unsigned k = 1; k <= wl_variant_count(flips); k++)
        if (!strstr(wl_variant_text(flips, k, flip), "--arch=")) held += hold(e->d_name, text,
                                                                              flip);
    free(text);
  }
  closedir(dir);
  assert_true(held >= 25);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_lessons)};
  if (argc != 3) return 2;
  truth_dir = argv[1], pattern_dir = argv[2];
  read_rows("instructions.csv");
  read_rows("claims.csv");
  read_atomics();
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  free(rows);
  return failed;
}
