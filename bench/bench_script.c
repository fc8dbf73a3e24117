/* How many warp requests a second scripts make: from the start of the child to
 * the last step analysed. Arguments: scripts, each run once with one process and
 * once with one for every processor. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "script/process/run.h"

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Seconds of the fastest of five runs; *requests: memory instructions. */
static double run(const char *text, size_t size, unsigned workers, uint64_t *requests) {
  double best = 1e9;
  for (int round = 0; round < 5; round++) {
    struct wl_run_options o = wl_run_defaults;
    struct wl_diag d;
    o.text = text;
    o.size = size;
    o.arch = wl_arch_default();
    o.workers = workers;
    double begin = now();
    struct wl_run *r = wl_run_start(&o, &d);
    if (r == NULL || wl_run_wait(r) != WL_RUN_DONE) {
      fprintf(stderr, "%s\n", r != NULL ? wl_run_diag(r)->what : d.what);
      exit(1);
    }
    double took = now() - begin;
    if (took < best) best = took;
    *requests = 0;
    for (int s = 0; s < WL_SPACES; s++)
      for (int op = 0; op < WL_OPS; op++)
        *requests += wl_analysis_sum(wl_run_analysis(r), (enum wl_space)s,
                                     (enum wl_op)op)->value[WL_REQUESTS];
    wl_run_destroy(r);
  }
  return best;
}

int main(int argc, char **argv) {
  printf("%-24s %10s %22s %10s\n", "script", "requests", "one process", "all");
  for (int i = 1; i < argc; i++) {
    char *text;
    size_t size;
    struct wl_diag d;
    if (!wl_script_read(argv[i], &text, &size, &d)) {
      fprintf(stderr, "%s: %s\n", argv[i], d.what);
      return 1;
    }
    uint64_t requests;
    double one = run(text, size, 1, &requests), all = run(text, size, 0, &requests);
    const char *name = argv[i];
    for (const char *p = argv[i]; *p != '\0'; p++)
      if (*p == '/') name = p + 1;
    printf("%-24s %10llu %7.3f s %8.0f/ms %8.3f s\n", name, (unsigned long long)requests, one,
           (double)requests / one / 1000, all);
    free(text);
  }
  return 0;
}
