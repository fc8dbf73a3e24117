/* What the parent makes of pipes: in any order, from whoever wrote them. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/analysis/flops.h"
#include "script.h"
#include "script/machine/protocol.h"
#include "script/process/receive_steps.h"
#include "script/process/run.h"
#include "script/process/thread_pool.h"

enum { WORKERS = 2, BLOCKS = 4 };

struct rig {
  struct wl_run *run;
  int control, data[WORKERS + 1]; /* write ends */
};

static int open_end(struct wl_pipe *p) {
  int ends[2];
  assert_int_equal(pipe2(ends, O_NONBLOCK), 0);
  assert_true(fcntl(ends[1], F_SETPIPE_SZ, 2 * WL_PIPE_BYTES) > 0); /* two heads, unread */
  p->fd = ends[0];
  p->buffer = malloc(WL_PIPE_BYTES);
  assert_non_null(p->buffer);
  return ends[1];
}

/* A run whose child is this test. */
static struct rig rig_open(void) {
  struct rig r = {.run = calloc(1, sizeof *r.run)};
  assert_non_null(r.run);
  r.run->workers = WORKERS;
  r.run->options.arch = wl_arch_default();
  r.run->options.keep = 100;
  r.run->options.name = strdup("test.lua");
  r.run->options.text = strdup("-- one\n-- two");
  r.run->options.size = 13;
  for (int i = 0; i <= WL_MAX_WORKERS; i++) r.run->data[i].fd = -1;
  r.control = open_end(&r.run->control);
  for (int i = 0; i <= WORKERS; i++) r.data[i] = open_end(&r.run->data[i]);
  assert_true(wl_receive_begin(r.run));
  clock_gettime(CLOCK_MONOTONIC, &r.run->deadline);
  r.run->deadline.tv_sec += 60;
  return r;
}

static void rig_close_ends(struct rig *r) {
  close(r->control);
  for (int i = 0; i <= WORKERS; i++) close(r->data[i]);
}

static void send_grid(const struct rig *r, uint32_t workers, uint32_t blocks) {
  struct wl_head_frame *f = calloc(1, sizeof *f);
  assert_non_null(f);
  f->workers = workers;
  f->head.multiprocessors = r->run->options.multiprocessors;
  for (int d = 0; d < 3; d++) f->head.grid[d] = f->head.block[d] = 1;
  f->head.grid[0] = blocks;
  f->head.block[0] = 32;
  wl_send_frame(r->control, WL_FRAME_HEAD, f, sizeof *f);
  free(f);
}

static void send_head(const struct rig *r, uint32_t workers) { send_grid(r, workers, BLOCKS); }

static void send_blocks(int fd, uint32_t blocks) {
  wl_send_frame(fd, WL_FRAME_BLOCKS, &blocks, sizeof blocks);
}

static void send_step(int fd, uint32_t block, uint32_t line) {
  struct wl_step step = {.kind = WL_STEP_BARRIER, .array = WL_NO_ARRAY, .live = UINT32_MAX,
                         .name = WL_NAME_SYNCTHREADS, .iteration = WL_NO_ITERATION,
                         .block = block};
  uint8_t bytes[WL_STEP_MAX];
  step.access.mask = UINT32_MAX;
  step.place = (struct wl_source_span){line, 1, 2};
  wl_send_frame(fd, WL_FRAME_STEPS, bytes, wl_step_pack(&step, bytes));
}

static void send_asked(int fd) {
  struct wl_step step = {.kind = WL_STEP_MARK, .array = WL_NO_ARRAY, .live = UINT32_MAX,
                         .iteration = WL_NO_ITERATION, .question = 1};
  uint8_t bytes[WL_STEP_MAX];
  step.access.mask = UINT32_MAX;
  step.place = (struct wl_source_span){1, 1, 2};
  wl_send_frame(fd, WL_FRAME_STEPS, bytes, wl_step_pack(&step, bytes));
}

static bool read_data(struct rig *r, int i) {
  return wl_receive_read(r->run, &r->run->data[i]);
}
static bool read_control(struct rig *r) {
  return wl_receive_read(r->run, &r->run->control);
}

/* Float operations of lines that there are, once each, in order. */
static void test_flops(void **state) {
  static const struct { struct wl_line_flops row[2]; bool fine; } rows[] = {
    {{{1, 5}, {2, 7}}, true}, {{{2, 5}, {1, 7}}, false}, {{{1, 5}, {1, 7}}, false},
    {{{0, 5}, {1, 7}}, false}, {{{1, 5}, {3, 7}}, false}, {{{1, UINT64_MAX}, {2, 7}}, false},
  };
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct rig r = rig_open();
    uint64_t n;
    send_head(&r, WORKERS);
    for (int w = 0; w < WORKERS; w++) {
      wl_send_frame(r.data[w], WL_FRAME_FLOPS, rows[i].row, sizeof rows[i].row);
      wl_send_frame(r.data[w], WL_FRAME_FLOPS, NULL, 0);
      assert_int_equal(read_data(&r, w), rows[i].fine);
      if (!rows[i].fine) break;
    }
    bool told = wl_flops_get(wl_analysis_flops(r.run->analysis), 2, &n);
    assert_int_equal(told, rows[i].fine);
    if (told) assert_int_equal(n, 7 * WORKERS);
    rig_close_ends(&r);
    wl_run_destroy(r.run);
  }
}

/* Steps count although nobody has looked at the director's pipe before. */
static void test_data_first(void **state) {
  (void)state;
  struct rig r = rig_open();
  send_head(&r, WORKERS);
  send_step(r.data[1], 2, 2);
  send_blocks(r.data[1], 2);
  assert_true(read_data(&r, 1));
  assert_int_equal(wl_trace_total(r.run->trace), 1);
  assert_int_equal(r.run->blocks_done, 2);
  /* A second start: what workers sent is void, what the director sends counts. */
  wl_send_frame(r.control, WL_FRAME_RESTART, NULL, 0);
  send_blocks(r.data[0], 2);
  send_step(r.data[WORKERS], 0, 1);
  send_blocks(r.data[WORKERS], 3);
  assert_true(read_data(&r, WORKERS));
  assert_true(read_data(&r, 0));
  assert_int_equal(wl_trace_total(r.run->trace), 1);
  assert_int_equal(r.run->blocks_done, 3);
  rig_close_ends(&r);
  wl_run_destroy(r.run);
}

/* What nobody can have sent ends the run. */
static void test_refused(void **state) {
  (void)state;
  static struct wl_lesson_data lesson;
  for (int k = 0; k < 12; k++) {
    struct rig r = rig_open();
    int pipe = 0;
    lesson.stops = k == 9 ? WL_MAX_STOPS + 1 : 1;
    if (k == 8 || k == 9) wl_send_frame(r.control, WL_FRAME_LESSON, &lesson, sizeof lesson);
    if (k > 0) send_head(&r, k == 2 ? 1 : WORKERS);
    switch (k) {
      case 0: send_blocks(r.data[0], 1); break;                      /* before the head */
      case 1: pipe = WORKERS; send_blocks(r.data[WORKERS], 1); break; /* not his turn */
      case 2: send_blocks(r.data[0], 1); break;                      /* no such worker */
      case 3: send_step(r.data[0], 0, 3); break;                        /* no such line */
      case 4: send_step(r.data[0], 0, 0); break;
      case 5: send_blocks(r.data[0], BLOCKS + 1); break;
      case 6: send_head(&r, WORKERS); send_blocks(r.data[0], 1); break; /* twice */
      case 8: send_asked(r.data[0]); break;                          /* the stop asks nothing */
      case 9: send_step(r.data[0], 0, 1); break;                     /* bad lesson data */
      case 10:                                                       /* behind the head */
        wl_send_frame(r.control, WL_FRAME_LESSON, &lesson, sizeof lesson);
        send_step(r.data[0], 0, 1);
        break;
      case 7: send_step(r.data[0], 2, 1); break;                     /* a block of another */
      default: wl_send_frame(r.data[0], WL_FRAME_DONE, NULL, 0); break; /* not his to say */
    }
    if (read_data(&r, pipe)) fail_msg("case %d passes", k);
    assert_int_equal(r.run->diag.status, WL_INTERNAL);
    rig_close_ends(&r);
    wl_run_destroy(r.run);
  }
  struct rig r = rig_open();
  wl_send_frame(r.control, WL_FRAME_DONE, NULL, 0);
  assert_false(read_control(&r)); /* the end without a beginning */
  rig_close_ends(&r);
  wl_run_destroy(r.run);
}

/* One array in each space, and an access that could be one to it. */
static struct wl_access access_to(enum wl_space space) {
  struct wl_access a = {.space = (uint8_t)space, .width = 16, .mask = UINT32_MAX, .pitch = 512};
  if (space == WL_TEXTURE) a.layout = WL_LAYOUT_PITCH;
  for (unsigned lane = 0; lane < WL_LANES; lane++) {
    a.address[lane] = space == WL_TEXTURE ? lane : lane * 16;
    if (space == WL_TEXTURE) a.second[lane] = 3;
  }
  if (space == WL_GLOBAL) a.op = WL_COPY;
  if (space == WL_SHARED) a.op = WL_MATRIX_LOAD;
  return a;
}

static bool takes_access(const struct wl_access *a, uint16_t array) {
  struct rig r = rig_open();
  struct wl_head_frame *f = calloc(1, sizeof *f);
  assert_non_null(f);
  f->workers = WORKERS;
  for (int d = 0; d < 3; d++) f->head.grid[d] = f->head.block[d] = 1;
  f->head.block[0] = 32;
  f->head.grid[0] = WORKERS;
  f->head.arrays = WL_SPACES;
  for (uint8_t s = 0; s < WL_SPACES; s++)
    f->head.array[s] = (struct wl_array){.name = "a", .space = s, .dimensions = 1,
                                         .type = {WL_FLOAT, 4}, .extent = {64, 1, 1},
                                         .element_bytes = 16, .bytes = 1024};
  wl_send_frame(r.control, WL_FRAME_HEAD, f, sizeof *f);
  free(f);
  struct wl_step step = {.kind = WL_STEP_ACCESS, .array = array, .type = {WL_FLOAT, 4},
                         .live = UINT32_MAX, .iteration = WL_NO_ITERATION, .place = {1, 1, 2},
                         .access = *a};
  uint8_t bytes[WL_STEP_MAX];
  wl_send_frame(r.data[0], WL_FRAME_STEPS, bytes, wl_step_pack(&step, bytes));
  bool taken = read_data(&r, 0);
  assert_int_equal(r.run->diag.status, taken ? WL_OK : WL_INTERNAL);
  assert_int_equal(wl_trace_total(r.run->trace), taken);
  rig_close_ends(&r);
  wl_run_destroy(r.run);
  return taken;
}

/* Accesses that no hardware could make, in every space. */
static void test_accesses(void **state) {
  (void)state;
  for (enum wl_space s = 0; s < WL_SPACES; s++) {
    struct wl_access a = access_to(s);
    assert_true(takes_access(&a, (uint16_t)s));
    for (uint16_t other = 0; other <= WL_SPACES; other++) /* in an array of another space */
      if (other != s) assert_false(takes_access(&a, other));
    if (s == WL_TEXTURE) a.address[31] = 32; /* past the end of the row */
    else a.address[31] += 8;                 /* not aligned */
    assert_false(takes_access(&a, (uint16_t)s));
    a = access_to(s);
    a.address[5] = UINT64_C(1) << 40;
    if (s != WL_GLOBAL) assert_false(takes_access(&a, (uint16_t)s));
    a = access_to(s);
    a.op = s == WL_LOCAL ? WL_REDUCE : s == WL_SHARED ? WL_COPY : WL_MATRIX_STORE;
    assert_false(takes_access(&a, (uint16_t)s));
  }
  struct wl_access copy = access_to(WL_GLOBAL), rows = access_to(WL_SHARED);
  copy.second[9] = 8; /* not aligned in shared memory */
  assert_false(takes_access(&copy, WL_GLOBAL));
  copy.second[9] = 1 << 20; /* past its end */
  assert_false(takes_access(&copy, WL_GLOBAL));
  rows.mask = 0xffffff; /* three matrices */
  assert_false(takes_access(&rows, WL_SHARED));
}

/* A child that ends at once, or not at all. */
static pid_t child(bool stays) {
  pid_t pid = fork();
  assert_true(pid >= 0);
  if (pid == 0) {
    setpgid(0, 0);
    while (stays) pause();
    _exit(0);
  }
  setpgid(pid, pid);
  return pid;
}

static void test_end(void **state) {
  (void)state;
  static const struct {
    bool stays, done;
    uint32_t blocks;
    enum wl_run_state end;
    const char *what;
  } ends[] = {
    {false, true, BLOCKS, WL_RUN_DONE, ""},
    {true, true, BLOCKS, WL_RUN_DONE, ""},
    {false, true, BLOCKS - 1, WL_RUN_FAILED, "1 of 4 blocks have not arrived"},
    {false, false, BLOCKS, WL_RUN_FAILED, "the script process ended without a word"},
    {true, false, BLOCKS, WL_RUN_FAILED, "the script process no longer says anything"},
  };
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    struct rig r = rig_open();
    send_head(&r, WORKERS);
    send_blocks(r.data[0], ends[i].blocks);
    if (ends[i].done) wl_send_frame(r.control, WL_FRAME_DONE, NULL, 0);
    rig_close_ends(&r);
    pid_t pid = r.run->pid = child(ends[i].stays);
    alarm(200); /* ends a test that hangs */
    assert_int_equal(wl_run_wait(r.run), ends[i].end);
    alarm(0);
    assert_string_equal(wl_run_diag(r.run)->what, ends[i].what);
    assert_int_equal(kill(pid, 0), -1);
    wl_run_destroy(r.run);
  }
}

/* Workers whose blocks alternate: what they say side by side stands in the order of blocks. */
static void test_side_by_side(void **state) {
  (void)state;
  struct rig r = rig_open();
  struct wl_step step;
  r.run->options.multiprocessors = WORKERS;
  send_grid(&r, WORKERS, 40);
  assert_true(read_control(&r) && wl_receive_is_parallel(r.run));
  for (uint32_t block = 0; block < 6; block++) send_step(r.data[block % 2], block, 1 + block % 2);
  assert_true(wl_receive_workers(r.run, 3, INT64_MAX) && wl_receive_settle(r.run));
  assert_int_equal(wl_trace_count(r.run->trace), 5); /* of block 4 more may come */
  send_step(r.data[0], 6, 1);
  assert_true(wl_receive_workers(r.run, 1, INT64_MAX) && wl_receive_settle(r.run));
  assert_int_equal(wl_trace_count(r.run->trace), 6);
  for (uint32_t i = 0; i < 6; i++) {
    assert_true(wl_trace_get(r.run->trace, i, &step));
    assert_int_equal(step.block, i);
  }
  send_step(r.data[1], 8, 1); /* a block of the other one */
  assert_false(wl_receive_workers(r.run, 2, INT64_MAX));
  assert_int_equal(r.run->diag.status, WL_INTERNAL);
  rig_close_ends(&r);
  wl_run_destroy(r.run);
}

/* Whoever is far ahead of the others is not listened to until they follow, or have ended. */
static void test_ahead(void **state) {
  (void)state;
  struct rig r = rig_open();
  struct pollfd fds[WORKERS + 2];
  r.run->options.multiprocessors = WORKERS;
  send_grid(&r, WORKERS, 40);
  assert_true(read_control(&r));
  send_step(r.data[1], 9, 1); /* four rounds over two multiprocessors are not too many: 8 */
  assert_true(wl_receive_workers(r.run, 2, INT64_MAX));
  assert_true(wl_receive_is_ahead(r.run, 1) && !wl_receive_is_ahead(r.run, 0));
  assert_int_equal(wl_run_descriptors(r.run, fds, WORKERS + 2), WORKERS + 1);
  send_step(r.data[0], 2, 1);
  assert_true(wl_receive_workers(r.run, 1, INT64_MAX));
  assert_false(wl_receive_is_ahead(r.run, 1));
  assert_int_equal(wl_run_descriptors(r.run, fds, WORKERS + 2), WORKERS + 2);
  send_step(r.data[1], 39, 1);
  assert_true(wl_receive_workers(r.run, 2, INT64_MAX));
  assert_true(wl_receive_is_ahead(r.run, 1));
  close(r.run->data[0].fd);
  r.run->data[0].fd = -1;
  assert_false(wl_receive_is_ahead(r.run, 1));
  rig_close_ends(&r);
  wl_run_destroy(r.run);
}

static void count_part(void *to, unsigned i) { ((unsigned *)to)[i]++; }

/* Each part is done once, by whatever threads there are. */
static void test_pool(void **state) {
  (void)state;
  enum { PARTS = 7, TIMES = 500 };
  for (unsigned threads = 0; threads < 4; threads++) {
    struct wl_pool *p = threads ? wl_pool_create(threads) : NULL;
    unsigned done[PARTS] = {0}, expected[PARTS] = {0};
    for (unsigned n = 0; n < TIMES; n++) {
      wl_pool_run(p, count_part, done, n % (PARTS + 1));
      for (unsigned i = 0; i < n % (PARTS + 1); i++) expected[i]++;
      assert_memory_equal(done, expected, sizeof done);
    }
    wl_pool_destroy(p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_data_first), cmocka_unit_test(test_refused), cmocka_unit_test(test_flops),
    cmocka_unit_test(test_accesses), cmocka_unit_test(test_end),
    cmocka_unit_test(test_side_by_side), cmocka_unit_test(test_ahead), cmocka_unit_test(test_pool),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
