/* What is sent of a run: frames into the pipe, the output of the program, and errors. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/analysis/flops.h"
#include "input/cuda/runtime/entry.h"
#include "input/cuda/runtime/launches.h"
#include "script/machine/alloc_or_die.h"
#include "script/machine/protocol.h"

struct wl_cuda_setup wl_setup;
struct wl_launch_state wl_launch;
struct wl_thread *wl_now, *wl_threads;
struct wl_lane_notes wl_notes[WL_LANES], *wl_current_log;
struct wl_path *wl_path;
volatile int wl_time_over;
bool wl_in_kernel, wl_ended, wl_recorded = true;

void wl_frame_send(int fd, uint32_t kind, const void *data, size_t size) {
  struct wl_frame frame = {kind, (uint32_t)size};
  const char *part[2] = {(const char *)&frame, data};
  size_t length[2] = {sizeof frame, size};
  for (int i = 0; i < 2; i++)
    while (length[i] > 0) {
      ssize_t n = write(fd, part[i], length[i]);
      if (n < 0 && errno != EINTR) _exit(WL_EXIT_PIPE);
      if (n <= 0) continue;
      part[i] += n;
      length[i] -= (size_t)n;
    }
}

/* ---- steps on their way into the pipe ---- */

static uint8_t buffer[WL_FRAME_MAX];
static size_t used;
static uint32_t blocks_done;

void wl_steps_flush(void) {
  if (used > 0) wl_frame_send(wl_setup.data, WL_FRAME_STEPS, buffer, used);
  if (blocks_done > 0)
    wl_frame_send(wl_setup.data, WL_FRAME_BLOCKS, &blocks_done, sizeof blocks_done);
  used = 0;
  blocks_done = 0;
}

/* Blocks from this one on are not recorded; the parent knows of no launch beyond the most. */
void wl_recording_stop(uint32_t block) {
  wl_recorded = false;
  wl_launch.stopped = true;
  wl_steps_flush();
  if (wl_launch.listed)
    wl_frame_send(wl_setup.data, WL_FRAME_RECORDED, &block, sizeof block);
}

void wl_step_send(struct wl_step *step) {
  if (!wl_recorded) return;
  if (used + WL_STEP_MAX > sizeof buffer || (wl_setup.attended && used >= 512)) wl_steps_flush();
  used += wl_step_pack(step, buffer + used);
}

void wl_block_done(void) { blocks_done += wl_launch.listed; }

/* ---- float operations ---- */

static uint64_t *flops; /* by line */
static uint32_t flop_lines;

void wl_compute(uint32_t operations, uint32_t line) {
  if (wl_now == NULL || !wl_recorded) return;
  if (line == 0) line = wl_cuda_kernels[wl_launch.kernel].line;
  if (line >= flop_lines) {
    uint32_t lines = line + 1024;
    flops = wl_alloc_or_die(realloc(flops, lines * sizeof *flops));
    memset(flops + flop_lines, 0, (lines - flop_lines) * sizeof *flops);
    flop_lines = lines;
  }
  flops[line] += operations;
}

void wl_flops_send(void) {
  if (!wl_launch.listed) return;
  for (uint32_t i = 1; i < flop_lines; i++) {
    struct wl_line_flops row = {i, flops[i]};
    if (flops[i] > 0) wl_frame_send(wl_setup.data, WL_FRAME_FLOPS, &row, sizeof row);
    flops[i] = 0;
  }
  wl_frame_send(wl_setup.data, WL_FRAME_FLOPS, NULL, 0);
}

/* ---- what it prints ---- */

enum { PRINTED_MOST = 1 << 24, DEVICE_MOST = 1 << 22 };
static size_t printed;
static char *device;
static size_t device_used;

static void send_printed(const char *text, size_t size) {
  printed += size;
  if (printed > PRINTED_MOST) {
    printed = 0;
    wl_cuda_fail(WL_LIMIT, 0, "", "the program prints more than %d MiB", PRINTED_MOST >> 20);
  }
  while (size > 0) {
    size_t n = size < 32768 ? size : 32768;
    wl_frame_send(wl_setup.data, WL_FRAME_PRINTED, text, n);
    text += n;
    size -= n;
  }
}

/* What kernels print waits in the device until the host asks for its end. */
void wl_printed_flush(void) {
  if (device_used > 0) send_printed(device, device_used);
  device_used = 0;
}

ssize_t wl_printed_take(void *cookie, const char *text, size_t size) {
  (void)cookie;
  if (!wl_in_kernel) {
    send_printed(text, size);
    return (ssize_t)size;
  }
  if (device == NULL) device = malloc(DEVICE_MOST);
  if (device == NULL || device_used + size > DEVICE_MOST) wl_printed_flush();
  if (size > DEVICE_MOST || device == NULL) return (ssize_t)size;
  memcpy(device + device_used, text, size);
  device_used += size;
  return (ssize_t)size;
}

void wl_printed_begin(void) {
  fflush(stdout);
  wl_in_kernel = true;
}

void wl_printed_end(void) {
  fflush(stdout);
  wl_in_kernel = false;
}

/* ---- what goes wrong ---- */

static void place(struct wl_diag *d, uint32_t site) {
  snprintf(d->file, sizeof d->file, "%s", wl_setup.file);
  if (site == 0 || site >= wl_cuda_counts.sites) return;
  while (site > 0 && wl_cuda_sites[site].line == 0) site--; /* merged by the compiler: near there */
  d->line = wl_cuda_sites[site].line;
  d->column = wl_cuda_sites[site].column;
  d->end_column = wl_cuda_sites[site].end;
}

static _Noreturn void end_with(struct wl_diag *d) {
  wl_ended = true;
  wl_now = NULL;
  wl_in_kernel = false;
  fflush(stdout);
  wl_printed_flush();
  wl_steps_flush();
  wl_frame_send(wl_setup.data, WL_FRAME_FAILED, d, sizeof *d);
  _exit(WL_EXIT_FINE);
}

static struct wl_diag failed;

static void say_where(void) {
  struct wl_diag *d = &failed;
  const struct wl_thread *t = wl_now;
  if (t != NULL) {
    unsigned n = (unsigned)(t - wl_threads);
    uint32_t b = wl_launch.block, *g = wl_launch.grid;
    snprintf(d->where, sizeof d->where,
             "lane %u of warp %u, thread (%u, %u, %u), block (%u, %u, %u)", n % 32, n / 32,
             t->xyz[0], t->xyz[1], t->xyz[2], b % g[0], b / g[0] % g[1], b / g[0] / g[1]);
  }
}

static void fail(enum wl_status status, uint32_t site, const char *hint, const char *format,
                 va_list list) {
  char what[400];
  vsnprintf(what, sizeof what, format, list);
  wl_diag_fail(&failed, status, "%s", what);
  wl_diag_hint(&failed, "%s", hint);
  place(&failed, site);
  say_where();
  end_with(&failed);
}

void wl_cuda_fail_line(const char *file, uint32_t line, const char *format, ...) {
  va_list list;
  char what[400];
  va_start(list, format);
  vsnprintf(what, sizeof what, format, list);
  va_end(list);
  wl_diag_fail(&failed, WL_SCRIPT, "%s", what);
  snprintf(failed.file, sizeof failed.file, "%s", file);
  failed.line = line;
  failed.column = 1;
  failed.end_column = 2;
  say_where();
  end_with(&failed);
}

void wl_cuda_fail(enum wl_status status, uint32_t site, const char *hint, const char *format, ...) {
  va_list list;
  va_start(list, format);
  fail(status, site, hint, format, list);
  va_end(list);
  _exit(WL_EXIT_FAILED);
}

static struct wl_diag complaint;
const struct wl_diag *wl_complaint(void) { return &complaint; }

void wl_complain(uint32_t line, const char *hint, const char *format, ...) {
  va_list list;
  char what[400];
  if (complaint.status != WL_OK) return;
  va_start(list, format);
  vsnprintf(what, sizeof what, format, list);
  va_end(list);
  wl_diag_fail(&complaint, WL_SCRIPT, "%s", what);
  wl_diag_hint(&complaint, "%s", hint);
  snprintf(complaint.file, sizeof complaint.file, "%s", wl_setup.file);
  complaint.line = line;
}

void wl_complaint_end(void) {
  if (complaint.status == WL_OK) return;
  if (complaint.line > 0) complaint.column = 1, complaint.end_column = 2;
  end_with(&complaint);
}

/* Whether the system would give no more memory: what goes wrong then is due to that. */
static bool is_out_of_memory(void) {
  enum { SOME = 32 << 20 };
  void *p = mmap(NULL, SOME, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) return true;
  munmap(p, SOME);
  return false;
}

void wl_cuda_check_memory(void) {
  if (wl_now == NULL && is_out_of_memory())
    wl_cuda_fail(WL_LIMIT, 0, "use a smaller problem, or raise the limit (--memory)",
                 "the program uses more memory than it may");
}

uint32_t wl_last_site(void) {
  const struct wl_thread *t = wl_now;
  if (t == NULL) return 0;
  if (wl_current_log != NULL && wl_current_log->used > 0)
    return wl_current_log->entry[wl_current_log->used - 1].site;
  return t->site;
}

bool wl_last_store(void) {
  const struct wl_lane_notes *l = wl_current_log;
  return l != NULL && l->used > 0 && l->entry[l->used - 1].op == WL_STORE;
}

static uint32_t loop_site(void) {
  const struct wl_thread *t = wl_now;
  if (t == NULL) return 0;
  return t->path != 0 ? wl_path[t->path].site : wl_last_site();
}

/* The launch that is shown has come, and of this one nothing more is recorded: its figures stand,
 * and the rest of the program is given up. */
static _Noreturn void stop_early(uint64_t blocks) {
  char line[200];
  int n = snprintf(line, sizeof line,
                   "warplens: the program is stopped after %g s, in block %u of %llu of launch %u; "
                   "--timeout gives it more time\n",
                   wl_setup.seconds, wl_launch.block, (unsigned long long)blocks, wl_launch.number);
  wl_ended = true;
  wl_in_kernel = false;
  fflush(stdout);
  wl_printed_flush();
  send_printed(line, (size_t)n);
  if (wl_launch.listed) blocks_done += (uint32_t)(blocks - wl_launch.block);
  wl_steps_flush();
  wl_flops_send();
  wl_frame_send(wl_setup.data, WL_FRAME_DONE, NULL, 0);
  _exit(WL_EXIT_FINE);
}

void wl_cuda_check_time(void) {
  const uint32_t *g = wl_launch.grid;
  if (wl_in_kernel && !wl_recorded && wl_launch.any_shown)
    stop_early((uint64_t)g[0] * g[1] * g[2]);
  if (wl_in_kernel && (wl_launch.block > 0 || wl_launch.number > 1))
    wl_cuda_fail(WL_LIMIT, loop_site(),
                 "make the problem smaller, record less (blocks=100), or give it more time "
                 "(--timeout)",
                 "the program was still running after %g s: launch %u was at block %u of %llu",
                 wl_setup.seconds, wl_launch.number, wl_launch.block,
                 (unsigned long long)g[0] * g[1] * g[2]);
  wl_cuda_fail(WL_LIMIT, loop_site(),
               "look for a loop that never ends, or give it more time (--timeout)",
               "the program was still running after %g s", wl_setup.seconds);
}
