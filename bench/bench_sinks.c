/* How many warp requests a second are taken in by each sink and all of them, in one thread and in
 * two: of processor time of the one that takes longer. And of whole runs, on one processor and on
 * two, beside the goals: of time, and of the processor time that all processes take, which tells
 * more where other programs run. Argument: a script with many requests and a parameter n. */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "core/analysis/recording.h"
#include "core/cache/caches.h"
#include "core/trace/trace.h"
#include "script/process/run.h"
#include "script/process/thread_pool.h"

enum { ROUNDS = 3, STREAMS = 2, KEEP = 1 << 22 };
enum { TRACE = 1, COSTS = 2, HAZARDS = 4, CACHES = 8, ALL = 15 };

static double now(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void check(bool fine, const char *what) {
  if (fine) return;
  fprintf(stderr, "%s\n", what);
  exit(1);
}

/* Packed steps of one stream, one behind the other. */
struct stream { uint8_t *bytes; size_t size, capacity; };

/* What two threads do: each a stream of the steps. */
struct work {
  struct wl_recording *recording;
  struct stream stream[STREAMS];
  double took[STREAMS];
};

static void feed(void *to, unsigned stream) {
  struct work *w = to;
  const struct stream *s = &w->stream[stream];
  double begin = now(CLOCK_THREAD_CPUTIME_ID);
  struct wl_step step = {0};
  for (size_t at = 0; at < s->size;) {
    size_t n = wl_step_take(s->bytes + at, s->size - at, &step);
    check(wl_recording_follows(w->recording, stream, &step) &&
            wl_recording_step(w->recording, stream, &step, s->bytes + at, n), "a step fails");
    at += n;
  }
  w->took[stream] = now(CLOCK_THREAD_CPUTIME_ID) - begin;
}

/* Cuts the steps of a trace into streams. */
static void cut(const struct wl_trace *t, unsigned streams, struct work *w) {
  struct wl_step step;
  for (unsigned s = 0; s < STREAMS; s++) w->stream[s].size = 0;
  for (size_t i = 0; i < wl_trace_count(t) && wl_trace_get(t, i, &step); i++) {
    struct stream *s = &w->stream[wl_stream_of(wl_trace_head(t), streams, step.block)];
    if (s->size + WL_STEP_MAX > s->capacity) {
      s->capacity = s->capacity ? 2 * s->capacity : 1 << 20;
      check((s->bytes = realloc(s->bytes, s->capacity)) != NULL, "out of memory");
    }
    s->size += wl_step_pack(&step, s->bytes + s->size);
  }
}

/* Seconds of the fastest of some rounds. */
static double take_in(const struct wl_head *head, struct work *w, unsigned streams, unsigned sinks,
                      struct wl_pool *pool) {
  double best = 1e9;
  for (int round = 0; round < ROUNDS; round++) {
    struct wl_trace *t = wl_trace_create(streams, 1 << 20);
    struct wl_target target = wl_target_make(wl_arch_default(), NULL);
    struct wl_analysis *a = wl_analysis_create(target, streams, 1 << 20);
    check(t && a && (w->recording = wl_recording_create()), "out of memory");
    if (sinks & TRACE) wl_recording_add(w->recording, wl_sink_trace(t));
    if (sinks & COSTS) wl_recording_add(w->recording, wl_sink_costs(a));
    if (sinks & HAZARDS) wl_recording_add(w->recording, wl_sink_hazards(a));
    struct wl_caches *c = wl_caches_create(wl_target_make(wl_arch_default(), NULL));
    check(c != NULL, "out of memory");
    wl_analysis_take_caches(a, c);
    if (sinks & CACHES) wl_recording_add(w->recording, wl_sink_caches(c));
    check(wl_recording_begin(w->recording, head, streams), "out of memory");
    wl_pool_run(pool, feed, w, streams);
    double begin = now(CLOCK_THREAD_CPUTIME_ID), took = 0;
    wl_recording_close(w->recording);
    check(wl_recording_end(w->recording), "out of memory");
    for (unsigned s = 0; s < streams; s++) took = w->took[s] > took ? w->took[s] : took;
    took += now(CLOCK_THREAD_CPUTIME_ID) - begin;
    if (took < best) best = took;
    wl_recording_destroy(w->recording);
    wl_trace_destroy(t);
    wl_analysis_destroy(a);
  }
  return best;
}

static struct wl_run *run(const char *text, size_t size, const char *n, unsigned workers,
                          size_t keep) {
  struct wl_run_options o = wl_run_defaults;
  const struct wl_setting setting = {.name = "n", .value = n};
  struct wl_diag d = {0};
  o.text = text;
  o.size = size;
  o.settings = &setting;
  o.setting_count = 1;
  o.arch = wl_arch_default();
  o.workers = workers;
  o.keep = keep;
  o.seconds = 600;
  struct wl_run *r = wl_run_start(&o, &d);
  check(r != NULL && wl_run_wait(r) == WL_RUN_DONE, r ? wl_run_diag(r)->what : d.what);
  return r;
}

/* Processor time of this process and those that it has waited for. */
static double used(void) {
  double sum = 0;
  for (int who = RUSAGE_CHILDREN; who <= RUSAGE_SELF; who++) {
    struct rusage u;
    getrusage(who, &u);
    sum += (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
  }
  return sum;
}

/* The most memory, in MiB, that one process has held: this one, or one of those that are over. */
static double most_memory(void) {
  struct rusage own, others;
  getrusage(RUSAGE_SELF, &own);
  getrusage(RUSAGE_CHILDREN, &others);
  return (double)(own.ru_maxrss > others.ru_maxrss ? own.ru_maxrss : others.ru_maxrss) / 1024;
}

/* What whole runs take: seconds of the fastest, processor time of the one that took least. */
struct whole { double requests, seconds, processor; };

/* Runs on so many processors, as many workers as these. */
static struct whole whole(const char *text, size_t size, const char *n, unsigned processors) {
  cpu_set_t all, some;
  struct whole w = {.seconds = 1e9, .processor = 1e9};
  check(sched_getaffinity(0, sizeof all, &all) == 0, "no processors");
  CPU_ZERO(&some);
  for (unsigned i = 0, left = processors; i < CPU_SETSIZE && left > 0; i++)
    if (CPU_ISSET(i, &all)) {
      CPU_SET(i, &some);
      left--;
    }
  sched_setaffinity(0, sizeof some, &some);
  for (int round = 0; round < ROUNDS; round++) {
    double begin = now(CLOCK_MONOTONIC), before = used();
    struct wl_run *r = run(text, size, n, processors, wl_run_defaults.keep);
    w.requests = (double)wl_trace_total(wl_run_trace(r));
    wl_run_destroy(r);
    double took = now(CLOCK_MONOTONIC) - begin, processor = used() - before;
    if (processor < w.processor) w.processor = processor;
    if (took < w.seconds) w.seconds = took;
  }
  sched_setaffinity(0, sizeof all, &all);
  return w;
}

static void print(const char *name, double requests, double one, double two) {
  printf("%-22s %8.2f M/s %8.2f M/s %8.2f\n", name, requests / one / 1e6, requests / two / 1e6,
         one / two);
}

/* Whole runs of two sizes; returns the processor time of a request. Memory: what a multiprocessor's
 * blocks ask of the caches waits until all that it has at a time have come, and a block of 512 asks
 * for twice as much. */
static double print_whole(const char *text, size_t size) {
  struct whole few = whole(text, size, "256", 1);
  double memory = most_memory();
  struct whole one = whole(text, size, "512", 1), two = whole(text, size, "512", 2);
  print("whole runs", one.requests, one.seconds, two.seconds);
  printf("%-22s %35s\n", "", "goal 2.00 M/s     1.80");
  print("… of processor time", one.requests, one.processor, two.processor / 2);
  printf("%-22s %8.2f us  %8.2f us\n", "… of each request", one.processor / one.requests * 1e6,
         two.processor / one.requests * 1e6);
  printf("%-22s %8.1f MiB with %.1f million requests, %.1f MiB for %.1f million\n", "memory",
         memory, few.requests / 1e6, most_memory(), one.requests / 1e6);
  return one.processor / one.requests;
}

enum { UNPACKED, CACHES_ROW = 4 }; /* of the rows below */

int main(int argc, char **argv) {
  static const struct { const char *name; unsigned sinks; } rows[] = {
    {"unpacked", 0}, {"trace", TRACE}, {"costs", COSTS}, {"hazards", HAZARDS},
    {"caches", CACHES}, {"all but caches", ALL & ~CACHES}, {"all of these", ALL}};
  struct work w = {0};
  char *text = NULL;
  size_t size = 0;
  struct wl_diag d = {0};
  check(argc == 2 && wl_script_read(argv[1], &text, &size, &d), d.what);
  double request = print_whole(text, size);
  struct wl_run *r = run(text, size, "256", 1, KEEP);
  const struct wl_trace *t = wl_run_trace(r);
  double requests = (double)wl_trace_count(t), seconds[sizeof rows / sizeof *rows];
  struct wl_pool *pool = wl_pool_create(STREAMS - 1);
  printf("%-22s %12s %12s %8s\n", "", "one", "two", "times");
  cut(t, 1, &w);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    seconds[i] = take_in(wl_trace_head(t), &w, 1, rows[i].sinks, NULL);
  cut(t, STREAMS, &w);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    print(rows[i].name, requests, seconds[i],
          take_in(wl_trace_head(t), &w, STREAMS, rows[i].sinks, pool));
  const struct wl_analysis *a = wl_run_analysis(r);
  uint64_t sectors = wl_analysis_sum(a, WL_GLOBAL, WL_LOAD)->value[WL_SECTORS] +
                     wl_analysis_sum(a, WL_GLOBAL, WL_STORE)->value[WL_SECTORS];
  double alone = seconds[CACHES_ROW] - seconds[UNPACKED];
  printf("%-22s %8.2f M/s\n%-22s %8.0f %% of the processor time of a run, goal 25 at most\n",
         "sectors, caches alone", (double)sectors / alone / 1e6, "caches",
         100 * alone / requests / request);
  wl_run_destroy(r);
  wl_pool_destroy(pool);
  for (unsigned s = 0; s < STREAMS; s++) free(w.stream[s].bytes);
  free(text);
  return 0;
}
