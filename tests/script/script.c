#include "script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "core/gpu/target.h"

#if defined __has_feature
#define SANITIZED __has_feature(address_sanitizer)
#elif defined __SANITIZE_ADDRESS__
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

double patience(double seconds) { return SANITIZED ? seconds * 10 : seconds; }

double used_seconds(void) {
  struct rusage own, waited_for;
  getrusage(RUSAGE_SELF, &own);
  getrusage(RUSAGE_CHILDREN, &waited_for);
  const struct timeval t[] = {own.ru_utime, own.ru_stime, waited_for.ru_utime, waited_for.ru_stime};
  double seconds = 0;
  for (size_t i = 0; i < sizeof t / sizeof *t; i++)
    seconds += (double)t[i].tv_sec + (double)t[i].tv_usec * 1e-6;
  return seconds;
}

struct wl_run_options options_of(const char *text, size_t size) {
  struct wl_run_options o = wl_run_defaults;
  o.name = "test.lua";
  o.text = text;
  o.size = size;
  o.arch = wl_arch_default();
  o.workers = 1;
  o.seconds = patience(o.seconds);
  return o;
}

struct wl_run *run_options(const struct wl_run_options *options) {
  struct wl_diag d = {0};
  struct wl_run *run = wl_run_start(options, &d);
  if (run == NULL) fail_msg("the run did not start: %s", d.what);
  wl_run_wait(run);
  return run;
}

struct wl_run *run_text(const char *text, const char *settings, unsigned workers) {
  return run_settings(text, settings, workers, false);
}

struct wl_run *run_settings(const char *text, const char *settings, unsigned workers,
                            bool one_by_one) {
  struct wl_run_options o = options_of(text, strlen(text));
  struct wl_setting list[8];
  char *copy = settings != NULL ? strdup(settings) : NULL, *rest = copy;
  for (char *part; copy != NULL && (part = strtok_r(rest, " ", &rest)) != NULL;) {
    char *value = strchr(part, '=');
    *value++ = '\0';
    list[o.setting_count++] = (struct wl_setting){part, value};
  }
  o.settings = list;
  o.workers = workers;
  o.one_by_one = one_by_one;
  struct wl_run *run = run_options(&o);
  free(copy);
  return run;
}

struct wl_run *run_on(const char *cc, const char *text, unsigned workers) {
  struct wl_run_options o = wl_run_defaults;
  o.name = "test.lua";
  o.text = text;
  o.size = strlen(text);
  o.arch = cc ? wl_arch_find(cc) : wl_arch_default();
  o.seconds = patience(o.seconds);
  o.workers = workers;
  return run_options(&o);
}

struct wl_run *run_kernel_on(const char *cc, const char *text) {
  struct wl_run *run = run_on(cc, text, 1);
  if (wl_run_pump(run, 0) != WL_RUN_DONE)
    fail_msg("%s\nline %u: %s", text, wl_run_diag(run)->line, wl_run_diag(run)->what);
  return run;
}

struct wl_run *run_kernel(const char *text) { return run_kernel_on(NULL, text); }

static void print_step(FILE *f, const struct wl_head *head, const struct wl_step *s) {
  fprintf(f, "%u ", s->place.line);
  if (s->kind == WL_STEP_ACCESS)
    fprintf(f, "%s %s", wl_op_names[s->access.op], head->array[s->array].name);
  else if (s->kind == WL_STEP_MARK)
    fprintf(f, "mark %s", s->text);
  else
    fprintf(f, "%s", wl_step_names[s->name]);
  fprintf(f, " %08x", s->access.mask);
  if (s->iteration != WL_NO_ITERATION) fprintf(f, " #%u", s->iteration);
  fputc('\n', f);
}

static char *all_steps(struct wl_run *run, uint32_t block, uint32_t warp) {
  const struct wl_trace *t = wl_run_trace(run);
  char *text = NULL;
  size_t size;
  FILE *f = open_memstream(&text, &size);
  struct wl_step s;
  for (size_t i = 0; wl_trace_get(t, i, &s); i++)
    if (s.block == block && s.warp == warp) print_step(f, wl_trace_head(t), &s);
  fclose(f);
  return text;
}

char *steps_of(struct wl_run *run, uint32_t block, uint32_t warp) {
  if (wl_run_pump(run, 0) != WL_RUN_DONE)
    fail_msg("the run failed: line %u: %s", wl_run_diag(run)->line, wl_run_diag(run)->what);
  return all_steps(run, block, warp);
}

char *steps_of_failed(struct wl_run *run) { return all_steps(run, 0, 0); }

void expect_steps(const char *text, const char *steps) {
  struct wl_run_options o = options_of(text, strlen(text));
  for (int one_by_one = 0; one_by_one <= 1; one_by_one++) {
    o.one_by_one = one_by_one;
    struct wl_run *run = run_options(&o);
    char *found = steps_of(run, 0, 0);
    assert_string_equal(found, steps);
    free(found);
    wl_run_destroy(run);
  }
}

uint8_t *bytes_of(struct wl_run *run, size_t *size) {
  const struct wl_trace *t = wl_run_trace(run);
  uint8_t *bytes = NULL, packed[WL_STEP_MAX];
  struct wl_step s;
  *size = 0;
  for (size_t i = 0; wl_trace_get(t, i, &s); i++) {
    size_t n = wl_step_pack(&s, packed);
    bytes = realloc(bytes, *size + n);
    assert_non_null(bytes);
    memcpy(bytes + *size, packed, n);
    *size += n;
  }
  return bytes;
}

struct wl_step step_at(struct wl_run *run, uint32_t line, unsigned n) {
  struct wl_step s;
  for (size_t i = 0; wl_trace_get(wl_run_trace(run), i, &s); i++)
    if (s.place.line == line && n-- == 0) return s;
  fail_msg("no step on line %u: %s", line, wl_run_diag(run)->what);
  return s;
}

double stored(const struct wl_step *s, unsigned lane) {
  return wl_scalar_to_double((enum wl_scalar)s->type.scalar, s->value[lane]);
}

const struct wl_diag *expect_failure(struct wl_run *run) {
  assert_int_equal(wl_run_pump(run, 0), WL_RUN_FAILED);
  return wl_run_diag(run);
}
