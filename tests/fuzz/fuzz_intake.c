/* What a script's processes may send, were a script to get out of Lua: any bytes on any
 * pipe, in any order. What is taken of them then goes through every writer and view.
 *
 * An input is a row of orders: which pipe, what, and bytes that are written over it. */
#include <fcntl.h>
#include <unistd.h>

#include "canvas/write/write.h"
#include "fuzz.h"
#include "report/report.h"
#include "script/process/receive_steps.h"
#include "script/process/run.h"
#include "session/session.h"
#include "view/keys/input.h"
#include "view/picture.h"

enum { WORKERS = 2 };

struct rig { struct wl_run *run; int end[WORKERS + 2]; };

static struct wl_pipe *pipe_of(struct rig *r, unsigned i) {
  return i > WORKERS ? &r->run->control : &r->run->data[i];
}

static void rig_open(struct rig *r) {
  r->run = calloc(1, sizeof *r->run);
  if (r->run == NULL) abort();
  r->run->workers = WORKERS;
  r->run->options.arch = wl_arch_default();
  r->run->options.keep = 64;
  r->run->options.name = strdup("fuzz.lua");
  r->run->options.text = strdup("grid(1)\nblock(32)\n-- three\nfunction kernel() end\n");
  r->run->options.size = strlen(r->run->options.text);
  for (int i = 0; i <= WL_MAX_WORKERS; i++) r->run->data[i].fd = -1;
  for (unsigned i = 0; i < WORKERS + 2; i++) {
    int ends[2];
    if (pipe2(ends, O_NONBLOCK | O_CLOEXEC) != 0) abort();
    fcntl(ends[1], F_SETPIPE_SZ, 2 * WL_PIPE_BYTES);
    pipe_of(r, i)->fd = ends[0];
    pipe_of(r, i)->buffer = malloc(WL_PIPE_BYTES);
    r->end[i] = ends[1];
  }
  if (!wl_receive_begin(r->run)) abort();
}

/* A head that is sound, with an array in each space. */
static void make_head(struct wl_head_frame *f, unsigned workers) {
  memset(f, 0, sizeof *f);
  f->workers = workers;
  for (int d = 0; d < 3; d++) f->head.grid[d] = f->head.block[d] = 1;
  f->head.grid[0] = 4;
  f->head.block[0] = 64;
  f->head.arrays = WL_SPACES;
  for (uint8_t s = 0; s < WL_SPACES; s++)
    f->head.array[s] = (struct wl_array){.name = "a", .space = s, .dimensions = 2,
      .type = {WL_FLOAT, 1}, .extent = {16, 16, 1}, .element_bytes = 4,
      .base = s == WL_GLOBAL ? 0x10000000 : 0, .bytes = 1024, .place = {1, 1, 2}};
  f->head.shared_bytes = 1024;
}

static size_t make_step(struct fuzz_input *in, uint8_t bytes[WL_STEP_MAX]) {
  struct wl_step s = {.kind = fuzz_byte(in) % WL_STEP_KINDS, .type = {WL_FLOAT, 1},
                      .live = UINT32_MAX, .iteration = WL_NO_ITERATION, .place = {4, 1, 9}};
  uint8_t what = fuzz_byte(in), stride = fuzz_byte(in);
  s.block = what & 3;
  s.warp = what >> 2 & 1;
  s.phase = what >> 3 & 1;
  s.has_values = what >> 4 & 1;
  s.access.mask = what & 32 ? fuzz_number(in, 4) : UINT32_MAX;
  s.array = s.kind == WL_STEP_ACCESS ? fuzz_byte(in) % WL_SPACES : WL_NO_ARRAY;
  s.name = (uint16_t)(fuzz_byte(in) % WL_STEP_NAMES);
  s.shuffle_width = 32;
  s.access.width = 4;
  if (s.kind == WL_STEP_ACCESS) {
    s.access.space = (uint8_t)s.array;
    s.access.op = fuzz_byte(in) % WL_OPS;
  }
  for (unsigned l = 0; l < WL_LANES; l++) {
    s.access.address[l] = (s.access.space == WL_GLOBAL ? 0x10000000 : 0) + l * stride % 256 * 4u;
    s.value[l] = l * stride;
    s.source[l] = (uint8_t)(l ^ 1);
  }
  return wl_step_pack(&s, bytes);
}

/* Writes bytes of the input over some of these. */
static void spoil(struct fuzz_input *in, uint8_t *bytes, size_t size) {
  for (unsigned n = fuzz_byte(in) % 8; n > 0 && size > 0; n--) {
    size_t at = fuzz_number(in, 3) % size, got;
    const uint8_t *piece = fuzz_bytes(in, fuzz_byte(in) % 16, &got);
    memcpy(bytes + at, piece, got < size - at ? got : size - at);
  }
}

static void send(int fd, uint32_t kind, const void *data, uint32_t size) {
  struct wl_frame frame = {kind, size};
  if (write(fd, &frame, sizeof frame) < 0 || write(fd, data, size) < 0) return; /* it is full */
}

static void order(struct rig *r, struct fuzz_input *in) {
  static struct wl_head_frame head;
  static uint8_t bytes[4096];
  const uint8_t *piece;
  uint8_t what = fuzz_byte(in);
  int fd = r->end[(what >> 4) % (WORKERS + 2)];
  size_t got;
  switch (what % 8) {
  case 0: /* bytes as they come */
    piece = fuzz_bytes(in, fuzz_number(in, 2) % sizeof bytes, &got);
    if (write(fd, piece, got) < 0) return;
    break;
  case 1:
    make_head(&head, what & 8 ? 1 : WORKERS);
    spoil(in, (uint8_t *)&head, sizeof head);
    send(fd, WL_FRAME_HEAD, &head, sizeof head);
    break;
  case 2: case 3:
    got = make_step(in, bytes);
    if (what & 8) spoil(in, bytes, got);
    send(fd, WL_FRAME_STEPS, bytes, (uint32_t)got);
    break;
  case 4: {
    uint32_t blocks = fuzz_byte(in);
    send(fd, WL_FRAME_BLOCKS, &blocks, sizeof blocks);
    break;
  }
  case 5: {
    struct wl_diag d;
    wl_diag_fail(&d, WL_SCRIPT, "wrong");
    spoil(in, (uint8_t *)&d, sizeof d);
    send(fd, WL_FRAME_FAILED, &d, sizeof d);
    break;
  }
  case 6: send(fd, fuzz_byte(in) % 2 ? WL_FRAME_RESTART : WL_FRAME_DONE, NULL, 0); break;
  default: /* a frame of any kind */
    piece = fuzz_bytes(in, fuzz_byte(in), &got);
    send(fd, WL_FRAME_HEAD + fuzz_byte(in) % 10, piece, (uint32_t)got);
  }
}

static void draw(struct wl_session *m, int width, int height) {
  struct fuzz_output o;
  struct wl_diag d;
  struct wl_canvas *c = wl_canvas_create(width, height, false);
  if (c == NULL) abort();
  wl_session_draw(m, c);
  fuzz_output_open(&o);
  wl_write_text(o.f, c, &d);
  fuzz_output_check(&o, FUZZ_TEXT);
  wl_canvas_destroy(c);
}

/* What can be made of what was taken: reports, a view, and that after a key. */
static void show(struct wl_run *run, unsigned which) {
  static const char keys[] = "12345678yHw.]";
  struct fuzz_output o;
  struct wl_diag d;
  const struct wl_report_options options = {.limit = 10};
  const struct wl_trace *t = wl_run_trace(run);
  if (wl_trace_head(t) == NULL) return;
  fuzz_output_open(&o);
  FUZZ_PROMISE(wl_report_text(o.f, t, wl_run_analysis(run), &options, &d));
  fuzz_output_check(&o, FUZZ_TEXT);
  fuzz_output_open(&o);
  FUZZ_PROMISE(wl_report_json(o.f, t, wl_run_analysis(run), &options, &d));
  fclose(o.f);
  free(o.text);
  struct wl_session *m = wl_session_create();
  if (m == NULL) abort();
  wl_session_show(m, t, wl_run_analysis(run));
  draw(m, 80, 24);
  wl_session_key(m, (uint32_t)keys[which % (sizeof keys - 1)]);
  draw(m, 80, 24);
  wl_session_destroy(m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct rig r = {0};
  struct fuzz_input in = {data, size};
  bool good = true;
  rig_open(&r);
  while (good && in.left > 0) {
    order(&r, &in);
    for (unsigned i = 0; i < WORKERS + 2 && good; i++)
      good = wl_receive_read(r.run, pipe_of(&r, i));
  }
  if (!good) {
    char text[8192];
    size_t n = wl_diag_format(&r.run->diag, false, text, sizeof text);
    FUZZ_PROMISE(r.run->diag.status > WL_OK && r.run->diag.what[0]);
    fuzz_check(FUZZ_TEXT, text, n);
  }
  wl_recording_close(r.run->recording);
  if (r.run->restarted || r.run->active) show(r.run, size > 0 ? data[size - 1] : 0);
  for (unsigned i = 0; i < WORKERS + 2; i++) close(r.end[i]);
  wl_run_destroy(r.run);
  return 0;
}
