/* Whoever votes can be right: among the choices of each question of each lesson is the answer, for
 * every value that `p` and `+` come to of every parameter, with every choice of the others, on
 * every generation and in every mode. Arguments: the directory of patterns, and names of some. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/teach/quiz.h"
#include "script.h"

/* Of sizes, which go by steps to hundreds of values: the first few, then each twice the one
 * before. */
enum { VALUES = 256, MANY = 24, FIRST = 4 };
enum { ACCESSES = 1 << 18 }; /* of a run: what is asked is asked of the first block */

static const char *pattern_dir;
static unsigned runs, answers, mistakes;

struct lesson {
  const char *name, *text;
  bool by_generation; /* what its kernel does differs with it: atomics */
};

/* One value of each parameter that is set. */
struct values {
  unsigned count;
  char name[WL_MAX_PARAMS][32], value[WL_MAX_PARAMS][32];
};

static struct wl_run *run_with(const struct lesson *l, const struct values *v,
                               const struct wl_arch *arch, bool head_only) {
  struct wl_run_options o = options_of(l->text, strlen(l->text));
  struct wl_setting list[WL_MAX_PARAMS];
  for (unsigned i = 0; i < v->count; i++) list[i] = (struct wl_setting){v->name[i], v->value[i]};
  o.settings = list;
  o.setting_count = v->count;
  o.accesses = ACCESSES;
  o.head_only = head_only;
  if (arch) {
    o.arch = arch;
    o.arch_given = true;
  }
  runs++;
  return run_options(&o);
}

static void complain(const struct lesson *l, const struct values *v, const struct wl_arch *arch,
                     const struct wl_quiz_row *row, const char *what) {
  static const char *last;
  static unsigned told;
  if (last != l->text) told = 0;
  last = l->text;
  mistakes++;
  if (told++ > 30) return;
  printf("%s", l->name);
  for (unsigned i = 0; i < v->count; i++) printf(" %s=%s", v->name[i], v->value[i]);
  printf(", cc %s%s, line %u: \"%s\" %s\n", arch->cc, arch->mode, row->place.line, row->right,
         what);
}

static unsigned times_among(const struct wl_question *q, const char *answer) {
  unsigned n = 0;
  for (unsigned i = 0; i < q->choices; i++) n += strcmp(q->choice[i], answer) == 0;
  return n;
}

/* How many questions of the run no choice answers on a generation. */
static unsigned look(const struct lesson *l, const struct values *v, struct wl_run *run,
                     const struct wl_arch *arch, bool tell) {
  struct wl_quiz *quiz = wl_quiz(wl_run_trace(run), arch);
  unsigned bad = 0;
  assert_non_null(quiz);
  for (unsigned i = 0; i < quiz->rows; i++) {
    const struct wl_quiz_row *row = &quiz->row[i];
    if (!row->question.choices) continue; /* a number is typed */
    unsigned n = times_among(&row->question, row->right);
    answers++;
    bad += n != 1;
    if (tell && n != 1) complain(l, v, arch, row, n ? "twice" : "is not among the choices");
  }
  free(quiz);
  return bad;
}

/* What a generation says of a run that was made for another one; where that is not among the
 * choices, what it says of a run of its own, if it can run the script at all. */
static void look_on(const struct lesson *l, const struct values *v, struct wl_run *run,
                    const struct wl_arch *arch) {
  if (!l->by_generation && !look(l, v, run, arch, false)) return;
  struct wl_run *own = run_with(l, v, arch, false);
  if (wl_run_pump(own, 0) == WL_RUN_DONE || wl_run_diag(own)->status == WL_LIMIT)
    look(l, v, own, arch, true);
  wl_run_destroy(own);
}

static void try_values(const struct lesson *l, const struct values *v) {
  struct wl_run *run = run_with(l, v, NULL, false);
  if (wl_run_pump(run, 0) != WL_RUN_DONE && wl_run_diag(run)->status != WL_LIMIT)
    fail_msg("%s: %s", l->name, wl_run_diag(run)->what);
  for (size_t i = 0; i < wl_arch_count; i++) look_on(l, v, run, &wl_archs[i]);
  for (size_t i = 0; i < wl_arch_mode_count; i++) look_on(l, v, run, &wl_arch_modes[i]);
  wl_run_destroy(run);
}

/* The values that `+` comes to from the lowest on. */
static unsigned values_of(const struct wl_param *p, char values[VALUES][32]) {
  unsigned n = 0;
  if (p->kind == WL_PARAM_CHOICE) {
    for (; n < p->choices; n++) memcpy(values[n], p->choice[n], sizeof values[n]);
    return n;
  }
  double step = p->step > 0 ? p->step : 1;
  assert_true(p->min <= p->max && p->kind == WL_PARAM_INTEGER);
  bool size = step > 1 && (p->max - p->min) / step >= MANY;
  for (double x = p->min; x <= p->max && n < VALUES; n++) {
    snprintf(values[n], 32, "%.0f", x);
    x = size && n >= FIRST ? x * 2 : x + step;
  }
  return n;
}

/* Every choice of the parameters from `k` on that are choices, and in each each value of the
 * others, one after the other. */
static void try_all(const struct lesson *l, const struct wl_head *h, unsigned k,
                    struct values *v) {
  static char values[WL_MAX_PARAMS + 1][VALUES][32];
  while (k < h->params && h->param[k].kind != WL_PARAM_CHOICE) k++;
  const struct wl_param *p = &h->param[k];
  if (k < h->params) {
    unsigned n = values_of(p, values[k]), at = v->count++;
    memcpy(v->name[at], p->name, sizeof v->name[at]);
    for (unsigned i = 0; i < n; i++) {
      memcpy(v->value[at], values[k][i], sizeof v->value[at]);
      try_all(l, h, k + 1, v);
    }
    v->count--;
    return;
  }
  try_values(l, v);
  for (p = h->param; p < h->param + h->params; p++) {
    if (p->kind == WL_PARAM_CHOICE) continue;
    unsigned n = values_of(p, values[WL_MAX_PARAMS]), at = v->count++;
    memcpy(v->name[at], p->name, sizeof v->name[at]);
    for (unsigned i = 0; i < n; i++) {
      memcpy(v->value[at], values[WL_MAX_PARAMS][i], sizeof v->value[at]);
      try_values(l, v);
    }
    v->count--;
  }
}

static void try_lesson(const char *name) {
  char path[1024], *text;
  size_t size;
  struct wl_diag d;
  snprintf(path, sizeof path, "%s/%s", pattern_dir, name);
  if (!wl_script_read(path, &text, &size, &d)) fail_msg("%s: %s", path, d.what);
  struct lesson l = {name, text, strstr(text, "atomic") != NULL};
  struct values v = {0};
  struct wl_run *run = run_with(&l, &v, NULL, true);
  const struct wl_head *h = wl_trace_head(wl_run_trace(run));
  assert_non_null(h);
  if (strstr(text, "choices = ")) try_all(&l, h, 0, &v);
  wl_run_destroy(run);
  free(text);
}

static bool wanted(const char *name, int count, char **names) {
  size_t n = strlen(name);
  if (n < 5 || strcmp(name + n - 4, ".lua") != 0) return false;
  for (int i = 0; i < count; i++)
    if (strlen(names[i]) == n - 4 && strncmp(names[i], name, n - 4) == 0) return true;
  return count == 0;
}

static int some_count;
static char **some;

static void test_choices(void **state) {
  (void)state;
  DIR *dir = opendir(pattern_dir);
  assert_non_null(dir);
  for (struct dirent *e; (e = readdir(dir)) != NULL;)
    if (wanted(e->d_name, some_count, some)) try_lesson(e->d_name);
  closedir(dir);
  printf("%u runs, %u answers\n", runs, answers);
  assert_true(answers > 0);
  assert_int_equal(mistakes, 0);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_choices)};
  if (argc < 2) return 2;
  pattern_dir = argv[1];
  some_count = argc - 2;
  some = argv + 2;
  return cmocka_run_group_tests(tests, NULL, NULL);
}
