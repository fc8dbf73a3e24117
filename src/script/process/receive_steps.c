/* Takes in frames. The child may be anything by now: nothing it says is taken
 * on trust. */
#include "script/process/receive_steps.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "script/machine/run_options.h"
#include "script/machine/vm.h"
#include "script/process/launches.h"
#include "script/syntax/redact.h"

static_assert(sizeof(struct wl_head_frame) <= WL_FRAME_MAX, "a head fits a frame");
static_assert(sizeof(struct wl_lesson_data) <= WL_FRAME_MAX, "lesson data fit a frame");

static bool refuse(struct wl_run *run, const char *what) {
  return wl_diag_fail(&run->diag, WL_INTERNAL, "the script process sent %s", what);
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
  run->analysis = wl_analysis_create(o->arch, run->workers, o->keep);
  run->recording = wl_recording_create();
  if (run->trace == NULL || run->analysis == NULL || run->recording == NULL ||
      !wl_trace_set_source(run->trace, o->name, o->text, o->size) ||
      (o->program == NULL && !wl_redact(run->trace)))
    return wl_diag_refused(&run->diag, "not enough memory for a trace");
  wl_recording_add(run->recording, wl_sink_trace(run->trace));
  wl_recording_add(run->recording, wl_sink_costs(run->analysis));
  if (run->sums_alone) return true;
  wl_recording_add(run->recording, wl_sink_hazards(run->analysis));
  return true;
}

static bool begin_recording(struct wl_run *run, const struct wl_head *head) {
  return wl_recording_begin(run->recording, head, run->active) ||
         wl_diag_refused(&run->diag, "not enough memory for a trace");
}

static bool take_head(struct wl_run *run, const void *data, size_t size) {
  struct wl_head_frame frame;
  if (size != sizeof frame || run->active != 0) return refuse(run, "a bad head");
  memcpy(&frame, data, sizeof frame);
  uint64_t threads = (uint64_t)frame.head.block[0] * frame.head.block[1] * frame.head.block[2];
  if (!wl_head_valid(&frame.head) || threads > WL_MAX_THREADS ||
      (frame.workers != 1 && frame.workers != run->workers))
    return refuse(run, "a bad head");
  run->active = frame.workers;
  run->warps = wl_head_warps(&frame.head);
  run->blocks = wl_head_blocks(&frame.head);
  return begin_recording(run, &frame.head);
}

static bool set_lesson(struct wl_run *run, const struct wl_lesson_data *lesson) {
  return wl_trace_set_lesson(run->trace, lesson) ||
         wl_diag_refused(&run->diag, "not enough memory for a trace");
}

static bool take_lesson(struct wl_run *run, const void *data, size_t size) {
  static struct wl_lesson_data lesson;
  if (size != sizeof lesson || run->active != 0 || wl_trace_lesson(run->trace) != NULL)
    return refuse(run, "bad lesson data");
  memcpy(&lesson, data, sizeof lesson);
  return wl_lesson_data_valid(&lesson) ? set_lesson(run, &lesson)
                                       : refuse(run, "bad lesson data");
}

/* The workers got into each other's way: all comes again, from one process. */
static bool take_restart(struct wl_run *run) {
  const struct wl_head *head = wl_trace_head(run->trace);
  if (run->active < 2 || head == NULL || run->restarted)
    return refuse(run, "a bad restart");
  struct wl_head copy = *head;
  run->old_trace = run->trace;
  run->old_analysis = run->analysis;
  wl_recording_destroy(run->recording);
  run->recording = NULL;
  run->restarted = true;
  run->active = 1;
  run->blocks_done = 0;
  const struct wl_lesson_data *lesson = wl_trace_lesson(run->old_trace);
  return wl_receive_begin(run) && begin_recording(run, &copy) &&
         (lesson == NULL || set_lesson(run, lesson));
}

static bool take_diag(struct wl_run *run, const void *data, size_t size) {
  struct wl_diag d;
  if (size != sizeof d || run->failed || run->done) return refuse(run, "a bad error");
  memcpy(&d, data, sizeof d);
  bool ends = memchr(d.file, 0, sizeof d.file) && memchr(d.what, 0, sizeof d.what) &&
              memchr(d.hint, 0, sizeof d.hint) && memchr(d.where, 0, sizeof d.where) &&
              memchr(d.source, 0, sizeof d.source);
  unsigned char refused;
  memcpy(&refused, &d.refused, 1); /* it need not be a bool */
  if (!ends || refused > 1 || d.status <= WL_OK || d.status > WL_INTERNAL)
    return refuse(run, "a bad error");
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
  for (unsigned lane = 0; lane < WL_LANES; lane++)
    if ((a->mask >> lane & 1) && a->address[lane] > INT64_MAX) return false;
  return true;
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
  return s->access.mask != 0 && (!access || wl_access_check(run->options.arch, &s->access, NULL) ||
                                 wl_access_check(wl_arch_default(), &s->access, NULL));
}

/* Whether the generation has an instruction that a later one has: cc 1.0, say,
 * has no atomics. What it lacks is told at the place in the script. */
static bool step_runs(struct wl_run *run, const struct wl_step *s) {
  if (s->kind != WL_STEP_ACCESS) return true;
  if (wl_access_check(run->options.arch, &s->access, &run->diag)) return true;
  size_t size;
  const char *text = wl_trace_text(run->trace, &size);
  run->diag.status = WL_SCRIPT;
  wl_diag_place(&run->diag, wl_trace_name(run->trace), text, size, wl_source_span_of(s->place));
  return false;
}

static bool take_steps(struct wl_run *run, unsigned segment, const uint8_t *at, size_t size) {
  while (size > 0) {
    struct wl_step step;
    size_t n = wl_step_unpack(at, size, &step);
    if (n == 0 || n > size || !step_fits(run, &step) ||
        !wl_recording_follows(run->recording, segment, &step))
      return refuse(run, "a bad step");
    if (!step_runs(run, &step)) return false;
    if (!wl_recording_step(run->recording, segment, &step, at, n))
      return wl_diag_refused(&run->diag, "not enough memory for a trace");
    at += n;
    size -= n;
  }
  return true;
}

static bool take_blocks(struct wl_run *run, const void *data, size_t size) {
  uint32_t blocks;
  if (size != sizeof blocks) return refuse(run, "a bad count");
  memcpy(&blocks, data, sizeof blocks);
  run->blocks_done += blocks;
  return run->blocks_done <= run->blocks || refuse(run, "a bad count");
}

static bool take_done(struct wl_run *run) {
  if (run->options.program != NULL && !run->failed) {
    if (!wl_launches_end(run)) return false;
    if (run->active == 0) {
      size_t count = run->launches != NULL ? run->launches->count : 0;
      wl_diag_fail(&run->diag, WL_SCRIPT, count ? "no launch of these settings is among the %zu"
                                                : "the program ends and has launched no kernel",
                   count);
      wl_diag_file(&run->diag, run->options.name, 0);
      return false;
    }
  }
  if (run->active == 0 || run->failed || run->done) return refuse(run, "a bad end");
  run->done = true;
  return true;
}

/* What a worker, or the director as one, has to say. */
static bool take_data(struct wl_run *run, unsigned worker, uint32_t kind, const uint8_t *data,
                      size_t size) {
  bool director = worker == run->workers; /* it runs all when one process does */
  if (run->restarted && !director) return true; /* comes again */
  if (run->active == 0 || director != (run->active == 1))
    return refuse(run, "steps from nobody who runs");
  if (director) worker = 0;
  return kind == WL_FRAME_STEPS ? take_steps(run, worker, data, size)
                                : take_blocks(run, data, size);
}

/* A program says all on its last pipe, in order: launches, heads, steps, what it prints. */
static bool take_program(struct wl_run *run, uint32_t kind, const uint8_t *data, size_t size) {
  if (kind == WL_FRAME_LAUNCH || kind == WL_FRAME_PRINTED)
    return wl_launches_take(run, kind, data, size, wl_receive_begin);
  if (kind == WL_FRAME_DONE) return take_done(run);
  if (kind == WL_FRAME_FAILED) return take_diag(run, data, size);
  struct wl_run *of = run->launches != NULL && run->launches->other != NULL
                        ? run->launches->other : run;
  bool good = false;
  if (kind == WL_FRAME_HEAD) good = take_head(of, data, size);
  else if (of->active != 1) return refuse(run, "steps of no launch");
  else if (kind == WL_FRAME_STEPS) good = take_steps(of, 0, data, size);
  else if (kind == WL_FRAME_BLOCKS) good = take_blocks(of, data, size);
  else return refuse(run, "what nobody understands");
  if (!good && of != run) run->diag = of->diag;
  return good;
}

static bool take_frame(struct wl_run *run, const struct wl_pipe *pipe, uint32_t kind,
                       const uint8_t *data, size_t size) {
  bool control = pipe == &run->control;
  if (run->options.program != NULL && !control)
    return pipe == &run->data[run->workers] ? take_program(run, kind, data, size)
                                            : refuse(run, "what nobody understands");
  switch (kind) {
    case WL_FRAME_HEAD: if (control) return take_head(run, data, size); break;
    case WL_FRAME_LESSON: if (control) return take_lesson(run, data, size); break;
    case WL_FRAME_RESTART: if (control) return take_restart(run); break;
    case WL_FRAME_FAILED: if (control) return take_diag(run, data, size); break;
    case WL_FRAME_DONE: if (control) return take_done(run); break;
    case WL_FRAME_BLOCKS: case WL_FRAME_STEPS:
      if (!control) return take_data(run, (unsigned)(pipe - run->data), kind, data, size);
      break;
    default: break;
  }
  return refuse(run, "what nobody understands");
}

/* Reads what there is; of steps for a screen no more than are taken in while a key may wait.
 * False where reading fails; then *n is 0 too. */
static bool fill(struct wl_run *run, struct wl_pipe *pipe, size_t *n, bool *closed) {
  enum { SMALL = 1024 };
  size_t room = WL_PIPE_BYTES - pipe->used;
  if (run->options.attended && pipe != &run->control && room > SMALL) room = SMALL;
  ssize_t got = read(pipe->fd, pipe->buffer + pipe->used, room);
  *closed = got == 0;
  *n = got > 0 ? (size_t)got : 0;
  pipe->used += *n;
  if (got >= 0 || errno == EINTR || errno == EAGAIN) return true;
  return wl_diag_refused(&run->diag, "what the script found cannot be read: %s",
                      strerror(errno));
}

/* Takes in all whole frames that have been read. */
static bool empty(struct wl_run *run, struct wl_pipe *pipe) {
  size_t at = 0;
  struct wl_frame frame;
  while (pipe->used - at >= sizeof frame) {
    memcpy(&frame, pipe->buffer + at, sizeof frame);
    if (frame.size > WL_FRAME_MAX) return refuse(run, "too much at once");
    if (pipe->used - at - sizeof frame < frame.size) break;
    if (!take_frame(run, pipe, frame.kind, pipe->buffer + at + sizeof frame, frame.size))
      return false;
    at += sizeof frame + frame.size;
  }
  memmove(pipe->buffer, pipe->buffer + at, pipe->used - at);
  pipe->used -= at;
  return true;
}

/* What the director says means something for all that is sent after it, and has
 * been written before that. So it is read after the data and taken in first. */
bool wl_receive_read(struct wl_run *run, struct wl_pipe *pipe, bool *closed) {
  size_t n;
  if (!fill(run, pipe, &n, closed)) return false;
  while (pipe != &run->control && run->control.fd >= 0 && n > 0) {
    bool ended; /* seen again when its own turn comes */
    if (!fill(run, &run->control, &n, &ended) || !empty(run, &run->control)) return false;
  }
  return empty(run, pipe);
}
