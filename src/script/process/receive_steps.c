/* Receives frames from a child process, which may be hostile: nothing is trusted unchecked. */
#include "script/process/receive_steps.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "core/analysis/flops.h"
#include "core/cache/caches.h"
#include "script/machine/clock.h"
#include "script/machine/run_options.h"
#include "script/machine/vm.h"
#include "script/process/launches.h"
#include "script/process/thread_pool.h"
#include "script/syntax/redact.h"

static_assert(sizeof(struct wl_head_frame) <= WL_FRAME_MAX, "a head fits a frame");
static_assert(sizeof(struct wl_lesson_data) <= WL_FRAME_MAX, "lesson data fit a frame");

static bool refuse(struct wl_diag *d, const char *what) {
  return wl_diag_fail(d, WL_INTERNAL, "the script process sent %s", what);
}

/* Lines of the source, by every kind of line end; at least as many as it has. */
static uint32_t count_lines(const struct wl_run_options *o) {
  uint32_t lines = 1;
  for (size_t i = 0; i < o->size; i++) lines += o->text[i] == '\n' || o->text[i] == '\r';
  return lines;
}

bool wl_receive_begin(struct wl_run *run) {
  const struct wl_run_options *o = &run->options;
  run->lines = count_lines(o);
  run->trace = wl_trace_create(run->workers, o->keep);
  struct wl_target target = wl_target_make(o->arch, o->chip);
  run->analysis = wl_analysis_create(target, run->workers, o->keep);
  run->recording = wl_recording_create();
  if (run->trace == NULL || run->analysis == NULL || run->recording == NULL ||
      !wl_trace_set_source(run->trace, o->name, o->text, o->size) ||
      !(o->program ? wl_redact_code : wl_redact)(run->trace))
    return wl_diag_refused(&run->diag, "not enough memory for a trace");
  wl_recording_add(run->recording, wl_sink_trace(run->trace));
  wl_recording_add(run->recording, wl_sink_costs(run->analysis));
  struct wl_caches *caches = wl_caches_create(target);
  if (caches == NULL) return wl_diag_refused(&run->diag, "not enough memory for a trace");
  wl_analysis_take_caches(run->analysis, caches);
  wl_recording_add(run->recording, wl_sink_caches(caches));
  if (!run->sums_alone) wl_recording_add(run->recording, wl_sink_hazards(run->analysis));
  return true;
}

static bool begin_recording(struct wl_run *run, const struct wl_head *head) {
  return wl_recording_begin(run->recording, head, run->active) ||
         wl_diag_refused(&run->diag, "not enough memory for a trace");
}

static bool take_head(struct wl_run *run, const void *data, size_t size) {
  const struct wl_run_options *o = &run->options;
  struct wl_head_frame frame;
  if (size != sizeof frame || run->active != 0) return refuse(&run->diag, "a bad head");
  memcpy(&frame, data, sizeof frame);
  uint64_t threads = (uint64_t)frame.head.block[0] * frame.head.block[1] * frame.head.block[2];
  if (!wl_head_valid(&frame.head) || threads > WL_MAX_THREADS ||
      wl_head_blocks(&frame.head) > UINT32_MAX ||
      (o->program == NULL && frame.head.multiprocessors != o->multiprocessors) ||
      (frame.workers != 1 && frame.workers != run->workers))
    return refuse(&run->diag, "a bad head");
  run->active = frame.workers;
  run->warps = wl_head_warps(&frame.head);
  run->blocks = run->recorded = wl_head_blocks(&frame.head);
  run->round = wl_head_multiprocessors(&frame.head);
  return begin_recording(run, &frame.head);
}

static bool set_lesson(struct wl_run *run, const struct wl_lesson_data *lesson) {
  return wl_trace_set_lesson(run->trace, lesson) ||
         wl_diag_refused(&run->diag, "not enough memory for a trace");
}

static bool take_lesson(struct wl_run *run, const void *data, size_t size) {
  static struct wl_lesson_data lesson;
  if (size != sizeof lesson || run->active != 0) return refuse(&run->diag, "bad lesson data");
  memcpy(&lesson, data, sizeof lesson);
  return wl_lesson_data_valid(&lesson) ? set_lesson(run, &lesson)
                                       : refuse(&run->diag, "bad lesson data");
}

/* The workers got into each other's way: all comes again, from one process. */
static bool take_restart(struct wl_run *run) {
  const struct wl_head *head = wl_trace_head(run->trace);
  if (run->active < 2 || head == NULL || run->restarted)
    return refuse(&run->diag, "a bad restart");
  struct wl_head copy = *head;
  run->old_trace = run->trace;
  run->old_analysis = run->analysis;
  wl_recording_destroy(run->recording);
  run->recording = NULL;
  run->restarted = true;
  run->active = 1;
  run->blocks_done = 0;
  return wl_receive_begin(run) && begin_recording(run, &copy) &&
         set_lesson(run, wl_trace_lesson(run->old_trace));
}

static bool take_diag(struct wl_run *run, const void *data, size_t size) {
  struct wl_diag d;
  if (size != sizeof d || run->failed || run->done) return refuse(&run->diag, "a bad error");
  memcpy(&d, data, sizeof d);
  bool ends = memchr(d.file, 0, sizeof d.file) && memchr(d.what, 0, sizeof d.what) &&
              memchr(d.hint, 0, sizeof d.hint) && memchr(d.where, 0, sizeof d.where) &&
              memchr(d.source, 0, sizeof d.source);
  unsigned char refused;
  memcpy(&refused, &d.refused, 1); /* it need not be a bool */
  if (!ends || refused > 1 || d.status <= WL_OK || d.status > WL_INTERNAL)
    return refuse(&run->diag, "a bad error");
  run->diag = d;
  const struct wl_run_options *o = &run->options;
  if (o->program != NULL && d.line > 0 && d.source[0] == '\0' && strcmp(d.file, o->name) == 0)
    wl_diag_place(&run->diag, o->name, o->text, o->size,
                  (struct wl_span){d.line, d.column, d.end_column});
  run->failed = true;
  return true;
}

/* No array is beyond: pictures add to addresses, and no sum may wrap around. */
static bool addresses_fit(const struct wl_access *a) {
  uint64_t bits = 0;
  if (wl_access_monotone(a)) return true;
  for (unsigned lane = 0; lane < WL_LANES; lane++) bits |= a->address[lane]; /* 0: not active */
  return bits <= INT64_MAX;
}

/* Whether the lesson has what a step names. */
static bool lesson_fits(const struct wl_lesson_data *l, const struct wl_step *s) {
  unsigned stops = l ? l->stops : 0;
  return s->stop <= stops && s->question <= stops &&
         (s->question == 0 || l->stop[s->question - 1].asks);
}

/* Whether a step is one that this run could have made. */
static bool step_fits(const struct wl_run *run, const struct wl_step *s) {
  const struct wl_head *head = wl_trace_head(run->trace);
  bool access = s->kind == WL_STEP_ACCESS;
  if (s->block >= run->blocks || s->warp >= run->warps || s->name >= WL_STEP_NAMES) return false;
  if (s->place.line == 0 || s->place.line > run->lines) return false;
  if (access != (s->array != WL_NO_ARRAY) || (access && s->array >= head->arrays)) return false;
  if (access && head->array[s->array].space != s->access.space) return false;
  if (access && !addresses_fit(&s->access)) return false;
  if (!lesson_fits(wl_trace_lesson(run->trace), s)) return false;
  return s->access.mask != 0;
}

/* Whether the generation has an instruction, which a later one has at least: cc 1.0, say, has no
 * atomics. What it lacks is told at the place in the script. */
static bool step_runs(const struct wl_run *run, const struct wl_step *s, struct wl_diag *d) {
  if (s->kind != WL_STEP_ACCESS) return true;
  if (wl_access_check(run->options.arch, &s->access, d)) return true;
  if (!wl_access_check(wl_arch_default(), &s->access, NULL)) return refuse(d, "a bad step");
  size_t size;
  const char *text = wl_trace_text(run->trace, &size);
  d->status = WL_SCRIPT;
  wl_diag_place(d, wl_trace_name(run->trace), text, size, wl_source_span_of(s->place));
  return false;
}

/* Takes in steps of a stream, as blocks of others may be at the same time: of the run it changes
 * nothing but the pipe and, of what records, the stream. */
static bool take_steps(const struct wl_run *run, struct wl_pipe *pipe, unsigned stream,
                       const uint8_t *at, size_t size) {
  struct wl_step step = {0};
  while (size > 0) {
    size_t n = wl_step_take(at, size, &step);
    if (n == 0 || n > size || !step_fits(run, &step) ||
        !wl_recording_follows(run->recording, stream, &step))
      return refuse(&pipe->diag, "a bad step");
    pipe->block = step.block;
    if (!step_runs(run, &step, &pipe->diag)) return false;
    if (!wl_recording_step(run->recording, stream, &step, at, n))
      return wl_diag_refused(&pipe->diag, "not enough memory for a trace");
    at += n;
    size -= n;
  }
  return true;
}

static bool take_blocks(const struct wl_run *run, struct wl_pipe *pipe, const void *data,
                        size_t size) {
  uint32_t blocks;
  if (size != sizeof blocks) return refuse(&pipe->diag, "a bad count");
  memcpy(&blocks, data, sizeof blocks);
  pipe->blocks += blocks;
  return pipe->blocks <= run->blocks || refuse(&pipe->diag, "a bad count");
}

/* Only the first blocks of a launch are recorded: its title says so. */
static bool take_recorded(struct wl_run *run, struct wl_pipe *pipe, const void *data, size_t size) {
  struct wl_head head = *wl_trace_head(run->trace);
  uint32_t blocks;
  if (size != sizeof blocks) return refuse(&pipe->diag, "a bad count");
  memcpy(&blocks, data, sizeof blocks);
  if (blocks >= run->recorded) return refuse(&pipe->diag, "a bad count");
  run->recorded = blocks;
  char name[sizeof head.title];
  memcpy(name, head.title, sizeof name);
  snprintf(head.title, sizeof head.title, "%.70s, first %u of %llu blocks", name, blocks,
           (unsigned long long)run->blocks);
  wl_trace_set_head(run->trace, &head);
  return true;
}

/* Float operations of a stream, line by line; none: that was all. */
static bool take_flops(const struct wl_run *run, struct wl_pipe *pipe, unsigned stream,
                       const uint8_t *at, size_t size) {
  struct wl_flops *flops = wl_analysis_flops(run->analysis);
  struct wl_line_flops row;
  if (size % sizeof row != 0) return refuse(&pipe->diag, "bad float operations");
  if (size == 0) wl_flops_close(flops, stream);
  for (const uint8_t *end = at + size; at < end; at += sizeof row) {
    memcpy(&row, at, sizeof row);
    if (!wl_flops_follows(flops, stream, row.line) || row.line > run->lines ||
        row.operations > INT64_MAX / WL_MAX_WORKERS / run->lines)
      return refuse(&pipe->diag, "bad float operations");
    if (!wl_flops_add(flops, stream, &row))
      return wl_diag_refused(&pipe->diag, "not enough memory for a trace");
  }
  return true;
}

static bool take_done(struct wl_run *run) {
  if (run->options.program != NULL && !run->failed) {
    if (!wl_launches_end(run)) return false;
    if (run->active == 0) {
      wl_diag_fail(&run->diag, WL_SCRIPT, "no launch of these settings is among the %zu",
                   run->launches != NULL ? run->launches->count : 0);
      wl_diag_file(&run->diag, run->options.name, 0);
      return false;
    }
    wl_launches_offer(run);
  }
  if (run->active == 0 || run->failed || run->done) return refuse(&run->diag, "a bad end");
  run->done = true;
  return true;
}

/* What a worker, or the director as one, has to say. */
static bool take_data(const struct wl_run *run, struct wl_pipe *pipe, uint32_t kind,
                      const uint8_t *data, size_t size) {
  unsigned worker = (unsigned)(pipe - run->data);
  bool director = worker == run->workers; /* it runs all when one process does */
  if (run->restarted && !director) return true; /* comes again */
  if (run->active == 0 || director != (run->active == 1))
    return refuse(&pipe->diag, "steps of a worker that does not run");
  unsigned stream = director ? 0 : worker;
  return kind == WL_FRAME_STEPS   ? take_steps(run, pipe, stream, data, size)
         : kind == WL_FRAME_FLOPS ? take_flops(run, pipe, stream, data, size)
                                  : take_blocks(run, pipe, data, size);
}

/* A program says all on its last pipe, in order: launches, heads, steps, what it prints. */
static bool take_program(struct wl_run *run, struct wl_pipe *pipe, uint32_t kind,
                         const uint8_t *data, size_t size) {
  if (kind == WL_FRAME_LAUNCH || kind == WL_FRAME_PRINTED)
    return wl_launches_take(run, kind, data, size, wl_receive_begin);
  if (kind == WL_FRAME_DONE) return take_done(run);
  if (kind == WL_FRAME_FAILED) return take_diag(run, data, size);
  struct wl_run *of = run->launches != NULL && run->launches->other != NULL
                        ? run->launches->other : run;
  bool good = false;
  pipe->diag = (struct wl_diag){0};
  if (kind == WL_FRAME_HEAD) {
    good = take_head(of, data, size);
    pipe->diag = of->diag;
    pipe->blocks = 0;
  } else if (of->active != 1) {
    refuse(&pipe->diag, "steps of no launch");
  } else if (kind == WL_FRAME_STEPS) {
    good = take_steps(of, pipe, 0, data, size);
  } else if (kind == WL_FRAME_FLOPS) {
    good = take_flops(of, pipe, 0, data, size);
  } else if (kind == WL_FRAME_RECORDED) {
    good = take_recorded(of, pipe, data, size);
  } else if (kind == WL_FRAME_BLOCKS) {
    good = take_blocks(of, pipe, data, size);
    of->blocks_done = pipe->blocks;
  } else {
    refuse(&pipe->diag, "an invalid message");
  }
  if (!good) run->diag = pipe->diag;
  return good;
}

static bool take_control(struct wl_run *run, uint32_t kind, const uint8_t *data, size_t size) {
  switch (kind) {
    case WL_FRAME_HEAD: return take_head(run, data, size);
    case WL_FRAME_LESSON: return take_lesson(run, data, size);
    case WL_FRAME_RESTART: return take_restart(run);
    case WL_FRAME_FAILED: return take_diag(run, data, size);
    case WL_FRAME_DONE: return take_done(run);
    default: return refuse(&run->diag, "an invalid message");
  }
}

/* Reads what there is; of steps for a screen no more than are taken in while a key may wait.
 * False where reading fails; then *n is 0 too. */
static bool fill(const struct wl_run *run, struct wl_pipe *pipe, size_t *n) {
  enum { SMALL = 1024 };
  size_t room = WL_PIPE_BYTES - pipe->used;
  if (run->options.attended && pipe != &run->control && room > SMALL) room = SMALL;
  ssize_t got = read(pipe->fd, pipe->buffer + pipe->used, room);
  pipe->ended = got == 0;
  *n = got > 0 ? (size_t)got : 0;
  pipe->used += *n;
  if (got >= 0 || errno == EINTR || errno == EAGAIN) return true;
  return wl_diag_refused(&pipe->diag, "what the script found cannot be read: %s",
                         strerror(errno));
}

/* The next whole frame that has been read; its bytes are behind it. False: there is none, or it is
 * too large. */
static bool next_frame(struct wl_pipe *pipe, size_t at, struct wl_frame *frame, bool *fine) {
  if (pipe->used - at < sizeof *frame) return false;
  memcpy(frame, pipe->buffer + at, sizeof *frame);
  *fine = frame->size <= WL_FRAME_MAX || refuse(&pipe->diag, "too much at once");
  return *fine && pipe->used - at - sizeof *frame >= frame->size;
}

static void take_out(struct wl_pipe *pipe, size_t size) {
  memmove(pipe->buffer, pipe->buffer + size, pipe->used - size);
  pipe->used -= size;
}

/* Takes in all whole frames of data that have been read. */
static bool empty_data(const struct wl_run *run, struct wl_pipe *pipe) {
  size_t at = 0;
  bool fine = true;
  for (struct wl_frame f; fine && next_frame(pipe, at, &f, &fine); at += sizeof f + f.size) {
    bool data = f.kind == WL_FRAME_STEPS || f.kind == WL_FRAME_BLOCKS || f.kind == WL_FRAME_FLOPS;
    fine = data ? take_data(run, pipe, f.kind, pipe->buffer + at + sizeof f, f.size)
                : refuse(&pipe->diag, "an invalid message");
  }
  if (fine) take_out(pipe, at);
  pipe->refused = !fine;
  return fine;
}

static bool empty_control(struct wl_run *run) {
  struct wl_pipe *pipe = &run->control;
  size_t at = 0;
  bool fine = true;
  for (struct wl_frame f; fine && next_frame(pipe, at, &f, &fine); at += sizeof f + f.size)
    if (!take_control(run, f.kind, pipe->buffer + at + sizeof f, f.size)) return false;
  if (fine) take_out(pipe, at);
  else run->diag = pipe->diag;
  return fine;
}

static bool empty_program(struct wl_run *run, struct wl_pipe *pipe) {
  size_t at = 0;
  bool fine = true;
  for (struct wl_frame f; fine && next_frame(pipe, at, &f, &fine); at += sizeof f + f.size)
    if (!take_program(run, pipe, f.kind, pipe->buffer + at + sizeof f, f.size)) return false;
  if (fine) take_out(pipe, at);
  else run->diag = pipe->diag;
  return fine;
}

/* What workers have said so far, of the run. Of those that said what must not be, that of the
 * earliest block is told. */
static bool gather(struct wl_run *run) {
  const struct wl_pipe *bad = NULL;
  run->blocks_done = 0;
  for (unsigned w = run->active > 1 ? 0 : run->workers; w < run->workers + (run->active < 2); w++) {
    const struct wl_pipe *pipe = &run->data[w];
    run->blocks_done += pipe->blocks;
    if (pipe->refused && (bad == NULL || pipe->block < bad->block)) bad = pipe;
  }
  if (bad) run->diag = bad->diag;
  return bad == NULL && (run->blocks_done <= run->blocks || refuse(&run->diag, "a bad count"));
}

/* What the director says means something for all that is sent after it, and has
 * been written before that. So it is read after the data and taken in first. */
bool wl_receive_read(struct wl_run *run, struct wl_pipe *pipe) {
  size_t n;
  if (!fill(run, pipe, &n)) {
    run->diag = pipe->diag;
    return false;
  }
  if (pipe == &run->control) return empty_control(run);
  while (run->control.fd >= 0 && n > 0) { /* its end is seen again when its own turn comes */
    if (!fill(run, &run->control, &n)) {
      run->diag = run->control.diag;
      return false;
    }
    if (!empty_control(run)) return false;
  }
  if (run->options.program != NULL && pipe == &run->data[run->workers])
    return empty_program(run, pipe);
  if (run->options.program != NULL)
    return n == 0 || refuse(&run->diag, "an invalid message");
  if (empty_data(run, pipe)) return gather(run);
  run->diag = pipe->diag;
  return false;
}

bool wl_receive_is_parallel(const struct wl_run *run) {
  return run->active > 1 && !run->restarted;
}

/* A worker of those that are listened to, and how long. */
struct turn { struct wl_run *run; unsigned worker[WL_MAX_WORKERS]; int64_t until; };

static void listen_to(void *to, unsigned i) {
  const struct turn *t = to;
  struct wl_pipe *pipe = &t->run->data[t->worker[i]];
  size_t n;
  do {
    if (!fill(t->run, pipe, &n)) {
      pipe->refused = true;
      return;
    }
  } while (n > 0 && empty_data(t->run, pipe) && wl_clock_us() < t->until);
}

bool wl_receive_workers(struct wl_run *run, uint32_t workers, int64_t until) {
  struct turn t = {.run = run, .until = until};
  unsigned count = 0;
  for (unsigned w = 0; w < run->workers; w++)
    if (workers >> w & 1) t.worker[count++] = w;
  if (run->pool == NULL && count > 1) run->pool = wl_pool_create(run->active - 1);
  wl_pool_run(run->pool, listen_to, &t, count);
  return gather(run);
}

bool wl_receive_settle(struct wl_run *run) {
  return run->active == 0 || wl_recording_settle(run->recording) ||
         wl_diag_refused(&run->diag, "not enough memory for a trace");
}

/* Rounds over all multiprocessors that one stream may be ahead. */
enum { AHEAD = 4 };

bool wl_receive_is_ahead(const struct wl_run *run, unsigned worker) {
  uint64_t least = UINT64_MAX;
  if (!wl_receive_is_parallel(run) || worker >= run->workers) return false;
  for (unsigned w = 0; w < run->workers; w++)
    if (run->data[w].fd >= 0 && run->data[w].block < least) least = run->data[w].block;
  return run->data[worker].block > least + AHEAD * run->round;
}
