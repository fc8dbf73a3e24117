/* The parent's side of a run: starts the director, listens, and ends it. */
#include "script/process/run.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "script/machine/clock.h"
#include "script/machine/errors.h"
#include "script/process/launches.h"
#include "script/process/receive_steps.h"
#include "script/process/thread_pool.h"
#include "script/results/final_arrays.h"
#include "script/syntax/instrument.h"

const struct wl_run_options wl_run_defaults = {
  .seconds = 10, .memory = WL_RUN_MEMORY, .accesses = UINT64_C(1) << 29, .keep = 1 << 20,
};

/* How long a pump may take. */
enum { SLICE_US = 4000, ATTENDED_SLICE_US = 200, GIVING_WAY = 10 /* nice */,
       TELL_MS = 200 };

static int64_t deadline_us(const struct wl_run *run) {
  return run->deadline.tv_sec * INT64_C(1000000) + run->deadline.tv_nsec / 1000;
}

static char *copy_bytes(const char *text, size_t size) {
  char *copy = malloc(size + 1);
  if (copy == NULL) return NULL;
  if (size > 0) memcpy(copy, text, size);
  copy[size] = '\0';
  return copy;
}

static void free_options(struct wl_run_options *o) {
  for (size_t i = 0; i < o->setting_count && o->settings != NULL; i++) {
    free((char *)o->settings[i].name);
    free((char *)o->settings[i].value);
  }
  free((struct wl_setting *)o->settings);
  free((char *)o->name);
  free((char *)o->text);
}

/* Copies everything that the options point to. */
static bool copy_options(struct wl_run_options *to, const struct wl_run_options *from) {
  *to = *from;
  const char *name = from->name != NULL ? from->name : "script";
  struct wl_setting *settings = calloc(from->setting_count + 1, sizeof *settings);
  to->name = copy_bytes(name, strlen(name));
  to->text = copy_bytes(from->text, from->size);
  to->settings = settings;
  if (to->multiprocessors == 0)
    to->multiprocessors = (uint16_t)wl_target_make(from->arch, from->chip).chip->sms.value;
  if (settings == NULL) {
    to->setting_count = 0;
    return false;
  }
  bool fine = to->name != NULL && to->text != NULL;
  for (size_t i = 0; i < from->setting_count; i++) {
    const struct wl_setting *s = &from->settings[i];
    settings[i].name = copy_bytes(s->name, strlen(s->name));
    settings[i].value = copy_bytes(s->value, strlen(s->value));
    fine = fine && settings[i].name != NULL && settings[i].value != NULL;
  }
  return fine;
}

static unsigned count_workers(unsigned wanted) {
  long online = wanted > 0 ? (long)wanted : sysconf(_SC_NPROCESSORS_ONLN);
  if (online < 1) online = 1;
  return online > WL_MAX_WORKERS ? WL_MAX_WORKERS : (unsigned)online;
}

/* A pipe above the standard descriptors, even where those are closed. The read
 * end goes to `p`, the write end is returned, -1 on failure. */
static int open_pipe(struct wl_pipe *p) {
  int ends[2], high[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  for (int i = 0; i < 2; i++) {
    high[i] = ends[i] > 2 ? ends[i] : fcntl(ends[i], F_DUPFD_CLOEXEC, 3);
    if (high[i] != ends[i]) close(ends[i]);
  }
  p->buffer = malloc(WL_PIPE_BYTES);
  if (high[0] < 0 || high[1] < 0 || p->buffer == NULL) {
    if (high[0] >= 0) close(high[0]);
    if (high[1] >= 0) close(high[1]);
    return -1;
  }
  fcntl(high[0], F_SETFL, O_NONBLOCK);
  fcntl(high[1], F_SETPIPE_SZ, 1 << 20); /* fewer waits; where it is refused, more */
  p->fd = high[0];
  return high[1];
}

static void close_pipe(struct wl_pipe *p) {
  if (p->fd >= 0) close(p->fd);
  free(p->buffer);
  p->fd = -1;
  p->buffer = NULL;
}

/* Sends a signal that cannot be refused to all processes of the run. */
static void kill_all(struct wl_run *run) {
  if (run->pid == 0) return;
  kill(-run->pid, SIGKILL);
  kill(run->pid, SIGKILL);
}

static void reap(struct wl_run *run, int *status) {
  if (run->pid == 0) return;
  while (waitpid(run->pid, status, 0) < 0 && errno == EINTR) {}
  run->pid = 0;
}

static void finish(struct wl_run *run, enum wl_run_state state) {
  int status;
  kill_all(run);
  reap(run, &status);
  close_pipe(&run->control);
  for (unsigned i = 0; i <= run->workers; i++) close_pipe(&run->data[i]);
  wl_pool_destroy(run->pool);
  run->pool = NULL;
  if (run->recording != NULL) wl_recording_close(run->recording);
  run->state = state;
}

static bool start_director(struct wl_run *run) {
  struct wl_plan plan = {.options = &run->options, .workers = run->workers,
                         .beacon = run->beacon, .values = run->values};
  plan.control = open_pipe(&run->control);
  bool fine = plan.control >= 0;
  for (unsigned i = 0; i <= run->workers; i++) {
    plan.data[i] = fine ? open_pipe(&run->data[i]) : -1;
    fine = fine && plan.data[i] >= 0;
  }
  pid_t pid = fine ? fork() : -1;
  if (pid == 0 && run->options.program != NULL)
    run->options.program->child(&plan, run->program);
  if (pid == 0) wl_run_child_main(&plan);
  int error = errno;
  if (plan.control >= 0) close(plan.control);
  for (unsigned i = 0; i <= run->workers; i++)
    if (plan.data[i] >= 0) close(plan.data[i]);
  if (pid < 0) {
    wl_diag_refused(&run->diag, "the script cannot be started: %s", strerror(error));
    if (error == EMFILE)
      wl_diag_hint(&run->diag, "it takes %u descriptors (ulimit -n)", 2 * run->workers + 8);
    if (error == EAGAIN) wl_diag_hint(&run->diag, "you have too many processes (ulimit -u)");
    return false;
  }
  run->pid = pid;
  setpgid(pid, pid);
  return true;
}

static bool start(struct wl_run *run, const struct wl_run_options *options) {
  if (!copy_options(&run->options, options))
    return wl_diag_refused(&run->diag, "not enough memory to start the script");
  run->workers = count_workers(options->workers);
  run->deadline = wl_give_up_at(options->seconds);
  run->beacon = mmap(NULL, sizeof *run->beacon * (WL_MAX_WORKERS + 1), PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (run->beacon == MAP_FAILED) {
    run->beacon = NULL;
    return wl_diag_refused(&run->diag, "not enough memory to start the script");
  }
  if (options->want_values && (run->values = wl_values_create()) == NULL)
    return wl_diag_refused(&run->diag, "no address space for the values of arrays");
  const struct wl_run_program *program = options->program;
  if (program != NULL && (run->program = program->begin(&run->options, &run->diag)) == NULL)
    return false;
  return wl_receive_begin(run) && start_director(run);
}

struct wl_run *wl_run_start(const struct wl_run_options *options, struct wl_diag *d) {
  struct wl_run *run = calloc(1, sizeof *run);
  if (run == NULL) {
    wl_diag_refused(d, "not enough memory to start the script");
    return NULL;
  }
  run->control.fd = -1;
  for (int i = 0; i <= WL_MAX_WORKERS; i++) run->data[i].fd = -1;
  if (start(run, options)) return run;
  if (d != NULL) *d = run->diag;
  wl_run_destroy(run);
  return NULL;
}

/* Where a process was when it had to be killed, as far as it has told. */
static void place_last(struct wl_run *run) {
  const struct wl_run_options *o = &run->options;
  if (o->program != NULL) {
    wl_diag_file(&run->diag, o->name, 0);
    return;
  }
  unsigned at = run->workers;
  for (unsigned w = 0; w < run->active && run->active > 1 && at == run->workers; w++)
    if (run->beacon[w].overdue || (run->data[w].fd >= 0 && run->beacon[w].token > 0))
      at = w; /* could not be stopped, or runs and got somewhere */
  struct wl_source source = {.name = o->name, .text = o->text, .size = o->size};
  uint32_t token = run->beacon[at].token;
  if (wl_source_lex(&source, NULL) && token > 0 && token <= source.tokens) {
    const struct wl_token *t = &source.token[token];
    wl_diag_place(&run->diag, o->name, o->text, o->size,
                  (struct wl_span){t->line, t->column, t->end_column});
  }
  wl_source_finish(&source);
  const struct wl_head *head = wl_trace_head(run->trace);
  const struct wl_progress_beacon *b = &run->beacon[at];
  if (head != NULL && b->block < run->blocks && b->thread / WL_LANES < run->warps)
    wl_error_where(head, b->thread, b->block, run->diag.where, sizeof run->diag.where);
}

static void out_of_time(struct wl_run *run) {
  wl_diag_fail(&run->diag, WL_LIMIT, "the script was still running after %g s",
               run->options.seconds);
  wl_diag_hint(&run->diag, "look for a loop that never ends, or give it more time");
  place_last(run);
}

static enum wl_run_state fail(struct wl_run *run) {
  finish(run, WL_RUN_FAILED);
  return run->state;
}

/* Waits for the end of a process that has closed its pipes: all that it needs for that is a
 * processor, which may be long in coming, but not for ever. */
static bool await_end(const struct wl_run *run) {
  enum { END_MS = 10000 };
  siginfo_t info;
  for (int64_t end = wl_clock_us() + END_MS * 1000; wl_clock_us() < end; usleep(200)) {
    info.si_pid = 0;
    int error = waitid(P_PID, (id_t)run->pid, &info, WEXITED | WNOHANG | WNOWAIT);
    if (error == 0 && info.si_pid == run->pid) return true;
  }
  return false;
}

/* Somebody else's signal ended the director. */
static void killed(struct wl_run *run, int signal) {
  if (signal == SIGXCPU) {
    wl_diag_fail(&run->diag, WL_LIMIT, "the script used all the CPU time that the system grants");
    wl_diag_hint(&run->diag, "the limit is that of  ulimit -t");
    place_last(run);
  } else if (signal == SIGKILL) {
    wl_diag_fail(&run->diag, WL_LIMIT, "the system has killed the script");
    wl_diag_hint(&run->diag, "it does so when memory runs short, or CPU time (ulimit -t)");
    place_last(run);
  } else {
    wl_diag_fail(&run->diag, WL_INTERNAL, "the script process was killed by signal %d (%s)",
                 signal, strsignal(signal));
  }
}

static void uncaged(struct wl_diag *d) {
  wl_diag_refused(d, "the system does not let the script be shut in, so it was not run");
  wl_diag_hint(d, "a filter of system calls or a limit was refused: seccomp(2), setrlimit(2)");
}

/* The director has gone: did it say all it had to? */
static enum wl_run_state conclude(struct wl_run *run) {
  int status = 0;
  bool ended = await_end(run);
  kill_all(run);
  reap(run, &status);
  if (run->failed) return fail(run);
  if (run->done && (run->blocks_done == run->blocks || run->options.head_only)) {
    finish(run, WL_RUN_DONE);
    if (!wl_recording_end(run->recording)) {
      wl_diag_refused(&run->diag, "not enough memory for the hazards");
      run->state = WL_RUN_FAILED;
    }
    return run->state;
  }
  if (run->done)
    wl_diag_fail(&run->diag, WL_INTERNAL, "%llu of %llu blocks have not arrived",
                 (unsigned long long)(run->blocks - run->blocks_done),
                 (unsigned long long)run->blocks);
  else if (!ended)
    wl_diag_fail(&run->diag, WL_INTERNAL, "the script process no longer says anything");
  else if (WIFEXITED(status) && WEXITSTATUS(status) == WL_EXIT_CAGE)
    uncaged(&run->diag);
  else if (WIFEXITED(status) && WEXITSTATUS(status) == WL_EXIT_PIPE)
    wl_diag_refused(&run->diag, "the system does not let the script write what it found");
  else if (WIFEXITED(status) && WEXITSTATUS(status) == WL_EXIT_MEMORY)
    wl_diag_refused(&run->diag, "the system has no more memory for the script");
  else if (WIFEXITED(status) && WEXITSTATUS(status) == WL_EXIT_TIME)
    out_of_time(run);
  else if (WIFSIGNALED(status))
    killed(run, WTERMSIG(status));
  else
    wl_diag_fail(&run->diag, WL_INTERNAL, "the script process ended without a word");
  return fail(run);
}

size_t wl_run_descriptors(const struct wl_run *run, struct pollfd *fds, size_t capacity) {
  size_t n = 0;
  if (run->control.fd >= 0 && n < capacity)
    fds[n++] = (struct pollfd){.fd = run->control.fd, .events = POLLIN};
  for (unsigned i = 0; i <= run->workers; i++)
    if (run->data[i].fd >= 0 && n < capacity && !wl_receive_is_ahead(run, i))
      fds[n++] = (struct pollfd){.fd = run->data[i].fd, .events = POLLIN};
  return n;
}

static struct wl_pipe *pipe_of(struct wl_run *run, int fd) {
  for (unsigned i = 0; i <= run->workers; i++)
    if (run->data[i].fd == fd) return &run->data[i];
  return &run->control;
}

/* Waits at most until the run is given up. */
static int wait_ms(const struct wl_run *run, int timeout_ms) {
  int64_t left = (deadline_us(run) - wl_clock_us()) / 1000 + 1;
  if (left < 0) left = 0;
  if (left > INT32_MAX) left = INT32_MAX;
  return timeout_ms < 0 || left < timeout_ms ? (int)left : timeout_ms;
}

/* Whoever waits at a screen has waited for the first steps; now keys come first. */
static void give_way(struct wl_run *run) {
  if (!run->options.attended || run->gives_way || !run->blocks_done || !run->pid) return;
  setpriority(PRIO_PGRP, (id_t)run->pid, GIVING_WAY);
  run->gives_way = true;
}

/* Takes in what those of `fds` have that are ready: what workers say at the same time, side by
 * side. The director first: it says what steps mean before they can come. */
static bool take_in(struct wl_run *run, const struct pollfd *fds, size_t n, int64_t until) {
  uint32_t workers = 0;
  for (size_t i = 0; i < n; i++) {
    struct wl_pipe *pipe = pipe_of(run, fds[i].fd);
    if (fds[i].revents == 0) continue;
    if (pipe >= run->data && pipe < run->data + run->workers && wl_receive_is_parallel(run)) {
      workers |= 1u << (pipe - run->data);
      continue;
    }
    if (!wl_receive_read(run, pipe)) return false;
    if (pipe->ended) close_pipe(pipe);
  }
  if (workers && !wl_receive_workers(run, workers, until)) return false;
  for (unsigned w = 0; w < run->workers; w++)
    if ((workers >> w & 1) && run->data[w].ended) close_pipe(&run->data[w]);
  return true;
}

enum wl_run_state wl_run_pump(struct wl_run *run, int timeout_ms) {
  int64_t begin = wl_clock_us();
  int64_t slice = run->options.attended ? ATTENDED_SLICE_US : SLICE_US;
  int wait = wait_ms(run, timeout_ms);
  while (run->state == WL_RUN_BUSY) {
    struct pollfd fds[WL_MAX_WORKERS + 2];
    size_t n = wl_run_descriptors(run, fds, sizeof fds / sizeof *fds);
    if (n == 0) return conclude(run);
    int ready = poll(fds, n, wait);
    if (ready < 0 && (errno == EINTR || errno == EAGAIN)) return run->state;
    if (ready < 0) {
      wl_diag_refused(&run->diag, "the script cannot be waited for: %s", strerror(errno));
      return fail(run);
    }
    if (ready > 0 && !take_in(run, fds, n, begin + slice)) return fail(run);
    give_way(run);
    if (wl_clock_us() >= deadline_us(run)) {
      out_of_time(run);
      return fail(run);
    }
    if (ready == 0 || wl_clock_us() - begin > slice) break;
    wait = 0;
  }
  if (run->state == WL_RUN_BUSY && !wl_receive_settle(run)) return fail(run);
  return run->state;
}

void wl_run_cancel(struct wl_run *run) {
  bool busy = run->state == WL_RUN_BUSY;
  if (run->state == WL_RUN_FAILED) return;
  wl_diag_fail(&run->diag, WL_LIMIT, "the script was stopped");
  if (busy) kill_all(run); /* then it says no more where it is */
  place_last(run);
  if (busy) finish(run, WL_RUN_FAILED);
  else run->state = WL_RUN_FAILED;
}

enum wl_run_state wl_run_wait(struct wl_run *run) {
  const struct wl_run_options *o = &run->options;
  while (wl_run_pump(run, o->tell ? TELL_MS : -1) == WL_RUN_BUSY)
    if (o->tell) o->tell(o->tell_to, run);
  if (o->tell) o->tell(o->tell_to, NULL);
  return run->state;
}

struct wl_trace *wl_run_trace(struct wl_run *run) { return run->trace; }
struct wl_analysis *wl_run_analysis(struct wl_run *run) { return run->analysis; }
const struct wl_diag *wl_run_diag(const struct wl_run *run) { return &run->diag; }

const uint8_t *wl_run_values(const struct wl_run *run, const struct wl_array *a) {
  return run->values == NULL ? NULL : wl_values_of(run->values, a);
}

uint8_t *wl_run_all_values(const struct wl_run *run) { return run->values; }

uint64_t wl_run_at_once(const struct wl_run *run) {
  uint64_t blocks = 0;
  for (unsigned w = 0; w <= WL_MAX_WORKERS; w++) blocks += run->beacon[w].at_once;
  return blocks;
}

double wl_run_used(const struct wl_run *run) {
  uint32_t most = 0;
  for (unsigned w = 0; w <= WL_MAX_WORKERS; w++) {
    uint32_t used = __atomic_load_n(&run->beacon[w].used, __ATOMIC_RELAXED);
    if (used > most) most = used;
  }
  return most / 1000.0;
}

const struct wl_run_options *wl_run_asked(const struct wl_run *run) { return &run->options; }

void wl_run_progress(const struct wl_run *run, uint64_t *done, uint64_t *of) {
  *done = run->blocks_done;
  *of = run->blocks;
}

void wl_run_destroy(struct wl_run *run) {
  int status;
  if (run == NULL) return;
  kill_all(run);
  reap(run, &status);
  close_pipe(&run->control);
  for (int i = 0; i <= WL_MAX_WORKERS; i++) close_pipe(&run->data[i]);
  wl_pool_destroy(run->pool);
  wl_recording_destroy(run->recording);
  wl_trace_destroy(run->trace);
  wl_trace_destroy(run->old_trace);
  wl_analysis_destroy(run->analysis);
  wl_analysis_destroy(run->old_analysis);
  wl_values_destroy(run->values);
  wl_launches_destroy(run->launches);
  if (run->program != NULL) run->options.program->end(run->program);
  if (run->beacon != NULL) munmap(run->beacon, sizeof *run->beacon * (WL_MAX_WORKERS + 1));
  free_options(&run->options);
  free(run);
}
