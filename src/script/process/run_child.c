/* The director and its workers: run a script and send its steps into pipes. */
#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/analysis/flops.h"
#include "core/trace/stream.h"
#include "script/engine/warp.h"
#include "script/machine/alloc_or_die.h"
#include "script/machine/device_memory.h"
#include "script/machine/errors.h"
#include "script/machine/protocol.h"
#include "script/machine/run_options.h"
#include "script/process/file_level.h"
#include "script/process/jail.h"
#include "script/process/outside_state.h"
#include "script/process/vm_create.h"
#include "script/results/final_arrays.h"
#include "script/simt/simt.h"

/* Fewer warps than this are run faster by one process than by several. */
enum { MIN_WARPS = 64 };

/* What ends workers that are no longer needed. */
enum { STOP_SIGNAL = SIGUSR1 };

/* What a worker leaves behind, in memory shared with the director. */
struct outcome {
  bool failed, expired;
  uint64_t accesses;
  unsigned views;
  struct wl_diag diag;
};

static struct wl_vm *volatile alarmed; /* for the signal handler alone */

/* Only sets a hook: a signal may come at any point of Lua's work. The second time that has
 * not been enough. */
static void on_alarm(int signal) {
  (void)signal;
  struct wl_vm *vm = alarmed;
  if (vm->expired) {
    vm->beacon->overdue = true;
    _exit(WL_EXIT_TIME);
  }
  vm->expired = 1;
  lua_sethook(vm->running, wl_error_expired, LUA_MASKCALL | LUA_MASKRET | LUA_MASKCOUNT, 1);
}

static struct timeval interval(double seconds) {
  int64_t us = (int64_t)(seconds * 1e6);
  if (us < 1) us = 1;
  return (struct timeval){us / 1000000, us % 1000000};
}

void wl_start_alarm(struct wl_vm *vm, double seconds) {
  static const double grace = 0.25; /* of its time, to say where it was */
  struct sigaction action = {.sa_handler = on_alarm, .sa_flags = SA_RESTART};
  struct itimerval timer = {.it_value = interval(seconds), .it_interval = interval(grace)};
  alarmed = vm;
  sigaction(SIGPROF, &action, NULL);
  setitimer(ITIMER_PROF, &timer, NULL);
}

struct timespec wl_give_up_at(double seconds) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  t.tv_sec += 60 + (time_t)(10 * seconds);
  return t;
}

/* Of its processor time, what the director has left for each of its workers. */
static double seconds_left(const struct wl_plan *plan) {
  struct timespec used;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return plan->options->seconds - (double)used.tv_sec - (double)used.tv_nsec * 1e-9;
}

/* Tells the float operations of all blocks, line by line. */
static void send_flops(const struct wl_vm *vm, int fd) {
  enum { ROWS = 256 };
  const struct wl_source *s = vm->source;
  const uint64_t *flops = wl_simt_flops(vm->simt);
  struct wl_line_flops row[ROWS] = {{0}};
  unsigned rows = 0;
  for (uint32_t i = 1; i <= s->tokens; i++) { /* in the order of lines */
    if (flops[i] == 0) continue;
    if (rows == 0 || row[rows - 1].line != s->token[i].line) {
      if (rows == ROWS) wl_send_frame(fd, WL_FRAME_FLOPS, row, sizeof row), rows = 0;
      row[rows++] = (struct wl_line_flops){.line = s->token[i].line};
    }
    row[rows - 1].operations += flops[i];
  }
  if (rows > 0) wl_send_frame(fd, WL_FRAME_FLOPS, row, rows * sizeof *row);
  wl_send_frame(fd, WL_FRAME_FLOPS, NULL, 0);
}

/* Runs the blocks of one stream of so many. */
static bool run_blocks(struct wl_vm *vm, struct wl_send *emit, unsigned streams, unsigned stream) {
  vm->emit = emit;
  wl_threads_open(vm);
  vm->simt = vm->options->one_by_one ? NULL : wl_simt_create(vm); /* the kernel is on top */
  vm->engine = vm->simt != NULL ? &wl_simt_engine : NULL;
  bool fine = true;
  bool first = true;
  uint64_t blocks = wl_head_blocks(&vm->head), b = wl_stream_next(&vm->head, streams, stream, 0);
  for (; b < blocks && fine; b = wl_stream_next(&vm->head, streams, stream, b + 1)) {
    fine = wl_block_run(vm, (uint32_t)b);
    emit->blocks++;
    if (first) wl_send_flush(emit); /* a screen waits for the first steps */
    first = false;
  }
  wl_send_flush(emit);
  if (fine && vm->simt != NULL && !vm->uncounted) send_flops(vm, emit->fd);
  return fine;
}

/* Ends all workers. The director, which blocks the signal, is in their group; it
 * may send signals nowhere else. */
static void stop_workers(void) { kill(0, STOP_SIGNAL); }

static void block_stop(int how) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, STOP_SIGNAL);
  sigprocmask(how, &set, NULL);
}

static _Noreturn void worker_main(const struct wl_plan *plan, struct wl_vm *vm, unsigned worker,
                                  double seconds, struct wl_touched *touch,
                                  struct outcome *outcome) {
  static struct wl_send emit;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  block_stop(SIG_UNBLOCK);
  emit.fd = plan->data[worker];
  for (unsigned i = 0; i <= plan->workers; i++)
    if (i != worker) close(plan->data[i]);
  close(plan->control);
  vm->beacon = &plan->beacon[worker];
  vm->touch = touch;
  wl_start_alarm(vm, seconds);
  if (!wl_jail_lock_alone()) _exit(WL_EXIT_CAGE);
  bool fine = run_blocks(vm, &emit, plan->workers, worker);
  if (fine && plan->values != NULL) wl_values_overlay(vm, plan->values);
  outcome->failed = !fine;
  outcome->expired = vm->expired;
  outcome->accesses = vm->accesses;
  outcome->views = vm->views;
  if (!fine) outcome->diag = vm->diag;
  _exit(fine ? WL_EXIT_FINE : WL_EXIT_FAILED);
}

/* Waits for the workers; once one of them fails, the others end, and where one could not be
 * stopped otherwise, the run. */
static bool await(unsigned workers) {
  bool fine = true;
  for (unsigned left = workers; left > 0;) {
    int status;
    pid_t pid = waitpid(-1, &status, 0);
    if (pid < 0 && errno == EINTR) continue;
    if (pid < 0) return false;
    left--;
    if (WIFEXITED(status) && WEXITSTATUS(status) == WL_EXIT_FINE) continue;
    if (WIFEXITED(status) && WEXITSTATUS(status) == WL_EXIT_TIME) _exit(WL_EXIT_TIME);
    fine = false;
    stop_workers();
  }
  return fine;
}

enum parallel { PARALLEL_DONE, PARALLEL_AGAIN, PARALLEL_FAILED };

/* What the workers' outcomes add up to. A run that is stopped by the clock is
 * over; all other trouble is told by running again in order. */
static enum parallel judge(struct wl_vm *vm, bool fine, const struct outcome *outcome,
                           const struct wl_touched *touch, unsigned workers) {
  uint64_t accesses = 0, views = vm->views;
  for (unsigned w = 0; w < workers; w++) {
    accesses += outcome[w].accesses;
    views += outcome[w].views - vm->views; /* those that as() made in the kernel */
    if (!outcome[w].failed || !outcome[w].expired) continue;
    vm->diag = outcome[w].diag;
    return PARALLEL_FAILED;
  }
  bool again = !fine || accesses > vm->options->accesses || views > WL_MAX_VIEWS ||
               wl_touched_conflict(touch, workers) ||
               (vm->options->want_values && wl_touched_overlap(touch, workers));
  return again ? PARALLEL_AGAIN : PARALLEL_DONE;
}

static enum parallel run_parallel(const struct wl_plan *plan, struct wl_vm *vm) {
  struct wl_touched touch[WL_MAX_WORKERS] = {{0}};
  struct outcome *outcome = mmap(NULL, sizeof *outcome * plan->workers, PROT_READ | PROT_WRITE,
                                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (outcome == MAP_FAILED) return PARALLEL_AGAIN;
  double seconds = seconds_left(plan);
  unsigned started = 0;
  for (; started < plan->workers; started++) {
    if (!wl_touched_init(&touch[started], vm->memory[WL_GLOBAL], vm->used[WL_GLOBAL])) break;
    pid_t pid = fork();
    if (pid == 0) worker_main(plan, vm, started, seconds, &touch[started], &outcome[started]);
    if (pid < 0) break;
  }
  if (started < plan->workers) stop_workers();
  for (unsigned w = 0; w < plan->workers; w++) close(plan->data[w]);
  bool fine = await(started) && started == plan->workers;
  enum parallel result = judge(vm, fine, outcome, touch, plan->workers);
  for (unsigned w = 0; w < plan->workers; w++) wl_touched_finish(&touch[w]);
  munmap(outcome, sizeof *outcome * plan->workers);
  return result;
}

/* Sends the head, then runs the grid on one or several processes. */
static bool run_grid(const struct wl_plan *plan, struct wl_vm *vm) {
  static struct wl_send emit;
  uint64_t blocks = wl_head_blocks(&vm->head);
  vm->head.multiprocessors = plan->options->multiprocessors;
  wl_values_fill(vm);
  bool parallel = plan->workers > 1 && blocks >= plan->workers &&
                  blocks * wl_head_warps(&vm->head) >= MIN_WARPS;
  struct wl_head_frame *head = wl_alloc_or_die(calloc(1, sizeof *head));
  if (vm->lesson.stops || vm->lesson.measurements || vm->lesson.minutes)
    wl_send_frame(plan->control, WL_FRAME_LESSON, &vm->lesson, sizeof vm->lesson);
  head->workers = parallel ? plan->workers : 1;
  head->head = vm->head;
  wl_send_frame(plan->control, WL_FRAME_HEAD, head, sizeof *head);
  free(head);
  if (plan->options->head_only) return true;
  if (!wl_outside_seal(vm)) return false;
  if (parallel && plan->values != NULL) wl_values_publish(vm, plan->values);
  if (parallel) {
    enum parallel result = run_parallel(plan, vm);
    if (result != PARALLEL_AGAIN) return result == PARALLEL_DONE;
    wl_send_frame(plan->control, WL_FRAME_RESTART, NULL, 0);
  }
  emit.fd = plan->data[plan->workers];
  if (!wl_jail_lock_alone()) _exit(WL_EXIT_CAGE);
  bool fine = run_blocks(vm, &emit, 1, 0);
  if (fine && plan->values != NULL) wl_values_publish(vm, plan->values);
  return fine;
}

/* Leaves all that the script has no business with. */
static void shut_in(const struct wl_plan *plan) {
  int keep[WL_MAX_WORKERS + 2];
  size_t count = 0;
  keep[count++] = plan->control;
  for (unsigned i = 0; i <= plan->workers; i++) keep[count++] = plan->data[i];
  if (!wl_jail_enter(keep, count)) _exit(WL_EXIT_CAGE);
  setlocale(LC_ALL, "C");
  block_stop(SIG_BLOCK);
  if (!wl_jail_lock()) _exit(WL_EXIT_CAGE);
}

void wl_run_child_main(const struct wl_plan *plan) {
  static struct wl_source source;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  shut_in(plan);
  source.name = plan->options->name;
  source.text = plan->options->text;
  source.size = plan->options->size;
  source.one_line = plan->options->one_line;
  struct wl_vm *vm = wl_vm_create(plan->options, &source, &plan->beacon[plan->workers]);
  wl_start_alarm(vm, plan->options->seconds);
  if (wl_evaluate(vm) && run_grid(plan, vm))
    wl_send_frame(plan->control, WL_FRAME_DONE, NULL, 0);
  else
    wl_send_frame(plan->control, WL_FRAME_FAILED, &vm->diag, sizeof vm->diag);
  _exit(WL_EXIT_FINE);
}
