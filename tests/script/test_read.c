/* Reading files, and a child that says what it should not. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/gpu/target.h"
#include "script.h"
#include "script/process/receive_steps.h"

static char directory[] = "/tmp/warplens-test-XXXXXX";

static const char *path_of(const char *name) {
  static char path[256];
  snprintf(path, sizeof path, "%s/%s", directory, name);
  return path;
}

static void write_file(const char *name, const void *bytes, size_t size) {
  FILE *f = fopen(path_of(name), "wb");
  assert_non_null(f);
  assert_int_equal(fwrite(bytes, 1, size, f), size);
  fclose(f);
}

static void expect_text(const char *name, const char *wanted) {
  char *text;
  size_t size;
  struct wl_diag d;
  if (!wl_script_read(path_of(name), &text, &size, &d)) fail_msg("%s: %s", name, d.what);
  assert_int_equal(size, strlen(wanted));
  assert_memory_equal(text, wanted, size + 1);
  free(text);
}

static void expect_refusal(const char *path, const char *what) {
  char *text;
  size_t size;
  struct wl_diag d = {0};
  assert_false(wl_script_read(path, &text, &size, &d));
  assert_int_equal(d.status, WL_INPUT);
  assert_string_equal(d.what, what);
  assert_string_equal(d.file, path);
}

static void test_files(void **state) {
  (void)state;
  write_file("plain", "a = 1\n", 6);
  expect_text("plain", "a = 1\n");
  write_file("empty", "", 0);
  expect_text("empty", "");
  write_file("dos", "a\r\nb\rc\n\r\n", 9);
  expect_text("dos", "a\nb\nc\n\n");
  write_file("bom", "\xef\xbb\xbf#!/bin/x y\nb", 15);
  expect_text("bom", "          \nb");
  write_file("nul", "a\0b", 3);
  char *text;
  size_t size;
  assert_true(wl_script_read(path_of("nul"), &text, &size, NULL));
  assert_int_equal(size, 3);
  free(text);
}

/* What is nearly called so is offered. */
static void test_near(void **state) {
  (void)state;
  static const struct { const char *name, *near; } rows[] = {
    {"tr.lau", "tr.lua"}, {"tr", "tr.lua"}, {"trans.lua", "trams.lua"}, {"race", NULL},
    {"transpose", "transpose.lua"},
  };
  static const char *const files[] = {"tr.lua", "trams.lua", "trens.lua", "transpose.lua"};
  char hint[300], *text;
  size_t size;
  struct wl_diag d;
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) write_file(files[i], "", 0);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    assert_false(wl_script_read(path_of(rows[i].name), &text, &size, &d));
    if (rows[i].near) snprintf(hint, sizeof hint, "did you mean %s?", path_of(rows[i].near));
    else snprintf(hint, sizeof hint, "is the name spelled right?");
    assert_string_equal(d.hint, hint);
  }
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) unlink(path_of(files[i]));
}

static void test_no_files(void **state) {
  (void)state;
  expect_refusal("/nonexistent/x.lua", "No such file or directory");
  expect_refusal(directory, "this is a directory");
  expect_refusal("/dev/zero", "this is not a regular file");
  assert_int_equal(mkfifo(path_of("fifo"), 0600), 0);
  expect_refusal(path_of("fifo"), "this is not a regular file");
  assert_int_equal(symlink("loop", path_of("loop")), 0);
  expect_refusal(path_of("loop"), "Too many levels of symbolic links");
  char *large = calloc(1, (1 << 20) + 1);
  memset(large, ' ', (1 << 20) + 1);
  write_file("limit", large, 1 << 20);
  char *text;
  size_t size;
  assert_true(wl_script_read(path_of("limit"), &text, &size, NULL));
  free(text);
  write_file("large", large, (1 << 20) + 1);
  expect_refusal(path_of("large"), "the script is larger than 1 MiB");
  free(large);
}

static uint64_t random_state = 1;
static uint32_t random_below(uint32_t n) {
  random_state = random_state * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (uint32_t)(random_state >> 33) % n;
}

/* A run without a child: its pipes are ours to write into. Its L2 is small, for thousands of them
 * are made. */
static struct wl_run *deaf_run(int ends[2][2]) {
  struct wl_run *run = calloc(1, sizeof *run);
  assert_non_null(run);
  run->options = wl_run_defaults;
  run->options.arch = wl_arch_find("3.0");
  run->options.name = strdup("x");
  run->options.text = strdup("x\ny\nz"); /* as many lines as the kernel below */
  run->options.size = 5;
  run->workers = 1;
  for (int i = 0; i <= WL_MAX_WORKERS; i++) run->data[i].fd = -1;
  struct wl_pipe *pipes[2] = {&run->control, &run->data[1]};
  for (int i = 0; i < 2; i++) {
    assert_int_equal(pipe2(ends[i], O_CLOEXEC | O_NONBLOCK), 0);
    *pipes[i] = (struct wl_pipe){.fd = ends[i][0], .buffer = malloc(WL_PIPE_BYTES)};
  }
  assert_true(wl_receive_begin(run));
  return run;
}

/* Writes a frame with some bytes changed; reads it in. */
static bool say(struct wl_run *run, int fd, struct wl_pipe *pipe, uint32_t kind, const void *data,
                uint32_t size, unsigned changes) {
  uint8_t bytes[sizeof(struct wl_frame) + sizeof(struct wl_head_frame)];
  struct wl_frame frame = {kind, size};
  memcpy(bytes, &frame, sizeof frame);
  if (size > 0) memcpy(bytes + sizeof frame, data, size);
  for (unsigned i = 0; i < changes; i++)
    bytes[random_below((uint32_t)(sizeof frame + size))] ^= (uint8_t)(1 << random_below(8));
  assert_int_equal(write(fd, bytes, sizeof frame + size), sizeof frame + size);
  return wl_receive_read(run, pipe);
}

/* Frames of a true run, a little damaged: refused or taken, never a crash. */
static void test_damaged_frames(void **state) {
  (void)state;
  struct wl_run *good = run_text("local g = global('g', int, 64)\n"
                                 "function kernel()\n"
                                 "g[laneid()] = __shfl_xor_sync(-1, 1, 1) mark 'x' end",
                                 NULL, 1);
  struct wl_head_frame *head = calloc(1, sizeof *head);
  head->workers = 1;
  head->head = *wl_trace_head(wl_run_trace(good));
  head->head.multiprocessors = 0; /* as deaf_run() asks for */
  size_t size;
  uint8_t *steps = bytes_of(good, &size);
  unsigned refused = 0;
  for (unsigned round = 0; round < 20000; round++) {
    int ends[2][2];
    struct wl_run *run = deaf_run(ends);
    struct wl_diag d = {.status = WL_SCRIPT};
    uint32_t blocks = 1;
    unsigned changes = round % 4;
    bool fine = say(run, ends[0][1], &run->control, WL_FRAME_HEAD, head, sizeof *head,
                    changes == 1 ? 3 : 0) &&
                say(run, ends[1][1], &run->data[1], WL_FRAME_STEPS, steps, (uint32_t)size,
                    changes) &&
                say(run, ends[1][1], &run->data[1], WL_FRAME_BLOCKS, &blocks, sizeof blocks,
                    changes == 2) &&
                (round / 4 % 2 == 0
                     ? say(run, ends[0][1], &run->control, WL_FRAME_FAILED, &d, sizeof d,
                           changes == 3 ? 2 : 0)
                     : say(run, ends[0][1], &run->control, WL_FRAME_DONE, NULL, 0, changes == 1));
    assert_true(changes != 0 || fine);
    refused += !fine;
    if (!fine) assert_int_equal(run->diag.status, WL_INTERNAL);
    for (int i = 0; i < 2; i++) close(ends[i][1]);
    wl_run_destroy(run);
  }
  assert_true(refused > 1000);
  free(steps);
  free(head);
  wl_run_destroy(good);
}

/* Steps that unpack well but belong to no such run. */
static void test_wrong_steps(void **state) {
  (void)state;
  struct wl_head_frame *head = calloc(1, sizeof *head);
  head->workers = 1;
  head->head.arrays = 1;
  head->head.array[0] = (struct wl_array){.name = "g", .dimensions = 1, .type = {WL_INT, 1},
                                          .extent = {64, 1, 1}, .element_bytes = 4, .bytes = 256};
  for (int d = 0; d < 3; d++) head->head.grid[d] = head->head.block[d] = 1;
  for (unsigned fault = 0; fault < 7; fault++) {
    struct wl_step s = {.kind = WL_STEP_ACCESS, .type = {WL_INT, 1}, .live = 1,
                        .iteration = WL_NO_ITERATION, .place = {1, 1, 2}};
    s.access = (struct wl_access){.space = WL_GLOBAL, .width = 4, .mask = 1, .address = {64}};
    if (fault == 1) s.access.address[0] = 66;
    if (fault == 2) s.array = 1;
    if (fault == 3) s.array = WL_NO_ARRAY;
    if (fault == 4) s.warp = 1;
    if (fault == 5) s.block = 1;
    if (fault == 6) s.live = s.access.mask = 0;
    int ends[2][2];
    uint8_t packed[WL_STEP_MAX];
    size_t size = wl_step_pack(&s, packed);
    struct wl_run *run = deaf_run(ends);
    assert_true(say(run, ends[0][1], &run->control, WL_FRAME_HEAD, head, sizeof *head, 0));
    bool fine = say(run, ends[1][1], &run->data[1], WL_FRAME_STEPS, packed, (uint32_t)size, 0);
    if (fine != (fault == 0)) fail_msg("fault %u: %s", fault, run->diag.what);
    for (int k = 0; k < 2; k++) close(ends[k][1]);
    wl_run_destroy(run);
  }
  free(head);
}

/* Frames out of order, or on the wrong pipe. */
static void test_wrong_frames(void **state) {
  (void)state;
  static const struct { bool control; uint32_t kind; } wrong[] = {
    {false, WL_FRAME_HEAD}, {true, WL_FRAME_STEPS}, {true, WL_FRAME_RESTART},
    {false, WL_FRAME_FAILED}, {true, 7}, {false, 7},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    int ends[2][2];
    struct wl_run *run = deaf_run(ends);
    bool c = wrong[i].control;
    assert_false(say(run, ends[!c][1], c ? &run->control : &run->data[1], wrong[i].kind, NULL, 0,
                     0));
    for (int k = 0; k < 2; k++) close(ends[k][1]);
    wl_run_destroy(run);
  }
}

static int make_directory(void **state) {
  (void)state;
  return mkdtemp(directory) == NULL;
}

static int remove_directory(void **state) {
  (void)state;
  static const char *const names[] = {"plain", "empty", "dos", "bom", "nul", "fifo", "loop",
                                      "limit", "large"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) unlink(path_of(names[i]));
  return rmdir(directory);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_files), cmocka_unit_test(test_no_files),
    cmocka_unit_test(test_near),
    cmocka_unit_test(test_damaged_frames), cmocka_unit_test(test_wrong_steps),
    cmocka_unit_test(test_wrong_frames),
  };
  return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
