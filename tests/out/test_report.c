/* The report: the shape that others rely on, and the page for the eye. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "core/base/text.h"
#include "core/gpu/occupancy.h"
#include "report/report.h"
#include "run.h"

enum format { AS_JSON, AS_TEXT, AS_ASCII };

static char *report(const struct run *run, enum format format, size_t limit) {
  char *text = NULL;
  size_t length = 0;
  struct wl_diag d;
  FILE *f = open_memstream(&text, &length);
  assert_non_null(f);
  struct wl_report_options o = {.limit = limit, .registers = {WL_ASSUMED_REGISTERS, true},
                                .ascii = format == AS_ASCII};
  if (format == AS_JSON) assert_true(wl_report_json(f, run->trace, run->analysis, &o, &d));
  else assert_true(wl_report_text(f, run->trace, run->analysis, &o, &d));
  fclose(f);
  assert_int_equal(strlen(text), length);
  return text;
}

static json_t *load(const char *text) {
  json_error_t error;
  json_t *object = json_loads(text, JSON_REJECT_DUPLICATES, &error);
  if (object == NULL) fail_msg("line %d: %s", error.line, error.text);
  return object;
}

/* A figure of the totals is what the instructions listed say of it, added up; ways: the most. */
static json_int_t added_up(json_t *object, const char *space, const char *op, const char *key,
                           bool most) {
  json_t *list = json_object_get(object, "instructions"), *step;
  json_int_t sum = 0;
  size_t i;
  json_array_foreach(list, i, step) {
    const char *s = json_string_value(json_object_get(step, "space"));
    const char *o = json_string_value(json_object_get(step, "op"));
    if (!s || strcmp(s, space) != 0) continue;
    if (strcmp(s, "shared") == 0 && strcmp(o, "reduce") == 0) o = "atomic";
    if (strcmp(o, op) != 0) continue;
    json_int_t v = json_integer_value(json_object_get(step, key));
    if (!most) sum += v;
    else if (v > sum) sum = v;
  }
  return sum;
}

static void totals_have_every_operation_and_figure(void **state) {
  struct run *run = *state;
  static const char *const operations[] = {
    "constant.load", "global.atomic", "global.load", "global.reduce", "global.store",
    "shared.atomic", "shared.load", "shared.store"};
  char *text = report(run, AS_JSON, SIZE_MAX), name[32];
  json_t *object = load(text), *totals = json_object_get(object, "totals"), *ops, *figures, *v;
  const char *space, *op;
  size_t seen = 0;
  json_object_foreach(totals, space, ops) json_object_foreach(ops, op, figures) {
    bool listed = false;
    snprintf(name, sizeof name, "%s.%s", space, op);
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
      listed |= strcmp(operations[i], name) == 0;
    assert_true(listed);
    seen++;
    bool device = strcmp(space, "global") == 0;
    for (enum wl_figure f = 0; f < WL_FIGURES; f++) {
      bool never = f == WL_TRANSACTIONS || f == WL_L2_REQUESTS ||
                   (f == WL_BYTES_MOVED && strcmp(space, "constant") == 0);
      enum wl_space s = device ? WL_GLOBAL : strcmp(space, "shared") == 0 ? WL_SHARED : WL_CONSTANT;
      v = json_object_get(figures, wl_metrics[f].key);
      if ((v != NULL) != (wl_figure_applies(f, s) && !never))
        fail_msg("%s.%s", name, wl_metrics[f].key);
      if (v) assert_int_equal(json_integer_value(v), added_up(object, space, op, wl_metrics[f].key,
                                                              f == WL_WAYS));
    }
  }
  assert_int_equal(seen, sizeof operations / sizeof *operations);
  figures = json_object_get(json_object_get(totals, "shared"), "load");
  assert_int_equal(json_integer_value(json_object_get(figures, "ways")), 32);
  assert_int_equal(json_integer_value(json_object_get(figures, "active_lanes")), 4096);
  assert_int_equal(json_integer_value(json_object_get(figures, "instructions")), 128);
  free(text);
  json_decref(object);
  text = report(run, AS_JSON, 0);
  object = load(text);
  assert_int_equal(json_array_size(json_object_get(object, "instructions")), 0);
  assert_int_equal(json_array_size(json_object_get(object, "source_lines")), 3);
  free(text);
  json_decref(object);
}

static void keys_are_sorted_at_every_level(void **state) {
  char *text = report(*state, AS_JSON, SIZE_MAX);
  json_t *object = load(text);
  char *found = json_dumps(object, JSON_COMPACT), *sorted = json_dumps(object, JSON_COMPACT |
                                                                               JSON_SORT_KEYS);
  assert_string_equal(found, sorted);
  free(found);
  free(sorted);
  free(text);
  json_decref(object);
}

static void instructions_are_described(void **state) {
  static const char *const want[] = {
    "{\"active_lanes\":32,\"array\":\"input\",\"block\":[0,0,0],\"bytes_asked\":128,"
    "\"bytes_moved\":128,\"cache\":\"ca\",\"column\":3,\"exact\":true,\"ideal_sectors\":4,"
    "\"kind\":\"access\",\"line\":5,\"lines\":1,\"mask\":\"0xffffffff\",\"op\":\"load\","
    "\"phase\":0,\"requests\":1,\"sectors\":4,\"space\":\"global\",\"step\":0,"
    "\"tag_wavefronts\":1,\"type\":\"float\",\"warp\":0,\"wavefronts\":1,\"ways\":1,\"width\":4}",
    NULL,
    "{\"active_lanes\":32,\"block\":[0,0,0],\"column\":3,\"kind\":\"barrier\",\"line\":6,"
    "\"mask\":\"0xffffffff\",\"name\":\"__syncthreads\",\"phase\":0,\"step\":2,\"warp\":0}",
    NULL, NULL,
    "{\"active_lanes\":32,\"block\":[0,0,0],\"column\":3,\"iteration\":3,\"kind\":\"shuffle\","
    "\"line\":8,\"mask\":\"0xffffffff\",\"mode\":\"shfl_xor\",\"name\":\"__shfl_xor_sync\","
    "\"phase\":1,\"source\":[1,0,3,2,5,4,7,6,9,8,11,10,13,12,15,14,17,16,19,18,21,20,23,22,25,24,"
    "27,26,29,28,31,30],\"step\":5,\"type\":\"float\",\"undefined\":\"0x00000000\",\"warp\":0,"
    "\"width\":32}",
    "{\"active_lanes\":1,\"array\":\"table\",\"block\":[0,0,0],\"bytes_asked\":4,\"column\":3,"
    "\"ideal_wavefronts\":1,"
    "\"iteration\":3,\"kind\":\"access\",\"line\":9,\"mask\":\"0x00000001\",\"op\":\"load\","
    "\"phase\":1,\"requests\":1,\"space\":\"constant\",\"step\":6,\"type\":\"int\",\"warp\":0,"
    "\"wavefronts\":1,\"width\":4}",
  };
  char *text = report(*state, AS_JSON, SIZE_MAX);
  json_t *object = load(text), *list = json_object_get(object, "instructions");
  assert_int_equal(json_array_size(list), 128 * 9 + 4 * 2);
  for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
    if (want[i] == NULL) continue;
    char *item = json_dumps(json_array_get(list, i), JSON_COMPACT);
    assert_string_equal(item, want[i]);
    free(item);
  }
  json_t *last = json_array_get(list, json_array_size(list) - 1);
  char *item = json_dumps(last, JSON_COMPACT);
  assert_string_equal(item, "{\"active_lanes\":1,\"block\":[1,1,0],\"column\":3,\"iteration\":3,"
                            "\"kind\":\"mark\",\"line\":9,\"mask\":\"0x00000001\",\"phase\":1,"
                            "\"step\":1159,\"text\":\"half way\",\"warp\":31}");
  free(item);
  free(text);
  json_decref(object);
}

static void source_lines_have_their_text_and_figures(void **state) {
  char *text = report(*state, AS_JSON, 0);
  json_t *object = load(text), *lines = json_object_get(object, "source_lines");
  json_t *line = json_array_get(lines, 1);
  char *item = json_dumps(line, JSON_COMPACT);
  assert_string_equal(
    item, "{\"flops\":null,\"global\":{\"store\":{\"active_lanes\":4096,\"bytes_asked\":16384,"
          "\"bytes_moved\":16384,\"ideal_sectors\":512,\"instructions\":128,\"lines\":128,"
          "\"requests\":128,\"sectors\":512,\"tag_wavefronts\":128,\"wavefronts\":128,"
          "\"ways\":1}},\"line\":7,"
          "\"shared\":{\"load\":{\"active_lanes\":4096,\"bytes_asked\":16384,"
          "\"bytes_moved\":524288,\"ideal_wavefronts\":128,\"instructions\":128,\"requests\":128,"
          "\"wavefronts\":4096,\"ways\":32}},"
          "\"text\":\"  output[y][x] = tile[threadIdx.x][threadIdx.y]\"}");
  free(item);
  assert_string_equal(json_string_value(json_object_get(object, "title")), "Transpose");
  assert_string_equal(json_string_value(json_object_get(object, "script")), "transpose.lua");
  assert_int_equal(json_integer_value(json_object_get(object, "steps")), 1160);
  assert_int_equal(json_integer_value(json_object_get(object, "kept")), 1160);
  assert_string_equal(
    json_string_value(json_object_get(json_object_get(object, "parameters"), "pad")), "0");
  free(text);
  json_decref(object);
}

static void occupancy_names_its_limits(void **state) {
  char *text = report(*state, AS_JSON, 0);
  json_t *object = load(text);
  char *item = json_dumps(json_object_get(object, "occupancy"), JSON_COMPACT);
  assert_non_null(strstr(item, "{\"blocks\":2,\"blocks_by\":{\"blocks\":32,\"registers\":2,"
                               "\"shared\":228,\"warps\":2},\"certainty\":\"vendor\","
                               "\"limits\":[\"warps\",\"registers\"],\"most_warps\":64,"
                               "\"paddings\":[],\"registers\":32,\"registers_assumed\":true,"
                               "\"shared_assumed\":false,\"shared_bytes\":0,\"source\":"));
  free(item);
  free(text);
  json_decref(object);
}

static void the_limit_limits_only_instructions(void **state) {
  char *few = report(*state, AS_JSON, 3), *all = report(*state, AS_JSON, SIZE_MAX);
  json_t *a = load(few), *b = load(all);
  assert_int_equal(json_array_size(json_object_get(a, "instructions")), 3);
  assert_true(json_equal(json_object_get(a, "totals"), json_object_get(b, "totals")));
  char *again = report(*state, AS_JSON, SIZE_MAX);
  assert_string_equal(all, again);
  free(few);
  free(all);
  free(again);
  json_decref(a);
  json_decref(b);
}

static void the_page_for_the_eye(void **state) {
  static const char want[] =
    "Transpose\n"
    "transpose.lua · grid 2×2 · block 32×32 · cc 9.0 H200\n"
    "  pad=0           extra columns of the tile (script: 1)\n"
    "\n"
    "Source lines, worst first   requests   actual    ideal   excess eff. lanes share\n"
    "▶  7 output[y][x] = tile[threadIdx.x][threadIdx.y]\n"
    "   global store     sectors      128      512      512        0  100%  100%  44%\n"
    "   shared load   wavefronts      128    4,096      128    3,968  3.1%  100%  94%\n"
    "   5 tile[threadIdx.y][threadIdx.x] = input[y][x]\n"
    "   global load      sectors      128      512      512        0  100%  100%  44%\n"
    "   shared store  wavefronts      128      128      128        0  100%  100%   3%\n"
    "   9 atomicAdd(total, 0, sum + table[blockIdx.x])\n"
    "   global reduce    sectors      128      128      128        0  100%  3.1%  11%\n"
    "   shared reduce wavefronts       64       64       64        0  100%  3.1%   1%\n"
    "   shared atomic wavefronts       64       64       64        0  100%  3.1%   1%\n"
    "   constant load     passes      128      128      128        0  100%  3.1% 100%\n"
    "  eff.: ideal of actual; lanes: active ones, of 32 an instruction\n"
    "  share: of the cost of all lines in the same memory\n"
    "  reduce: an atomic whose result is not used\n"
    "\n"
    "Totals                global load   global store  global reduce    shared load\n"
    "  requests                    128            128            128            128\n"
    "  sectors                     512            512            128              -\n"
    "  lines                       128            128            128              -\n"
    "  tag wavefronts              128            128            128              -\n"
    "  wavefronts                  128            128            128          4,096\n"
    "  ideal sectors               512            512            128              -\n"
    "  ideal wavefronts              -              -              -            128\n"
    "  ways                          1              1              1             32\n"
    "  bytes asked              16,384         16,384            512         16,384\n"
    "  bytes moved              16,384         16,384          4,096        524,288\n"
    "  asked of moved             100%           100%          12.5%           3.1%\n"
    "  efficiency                 100%           100%           100%           3.1%\n"
    "  active lanes               100%           100%           3.1%           100%\n"
    "\n"
    "                     shared store  shared atomic  constant load\n"
    "  requests                    128            128            128\n"
    "  wavefronts                  128            128            128\n"
    "  ideal wavefronts            128            128            128\n"
    "  ways                          1              1              -\n"
    "  bytes asked              16,384            512            512\n"
    "  bytes moved              16,384         16,384              -\n"
    "  asked of moved             100%           3.1%              -\n"
    "  efficiency                 100%           100%           100%\n"
    "  active lanes               100%           3.1%           3.1%\n"
    "\n"
    "Occupancy\n"
    "  2 blocks of 32 warps: 64 of 64 per SM (100 %)\n"
    "  limited by warps and registers\n"
    "  1024 threads, 32 registers each (assumed: --registers), 0 bytes shared\n"
    "  vendor: CUDA Programming Guide 13.1 and older editions, compute capabilities\n"
    "\n"
    "Instructions, 7 of 1,160\n"
    "    step     block warp line  what                     lanes actual  ideal  ways\n"
    "       0     0,0,0    0    5  global load input           32      4      4     1\n"
    "       1     0,0,0    0    5  shared store tile           32      1      1     1\n"
    "       2     0,0,0    0    6  __syncthreads               32\n"
    "       3     0,0,0    0    7  shared load tile            32     32      1    32\n"
    "       4     0,0,0    0    7  global store output         32      4      4     1\n"
    "       5     0,0,0    0    8  __shfl_xor_sync             32\n"
    "       6     0,0,0    0    9  constant load table          1      1      1\n";
  char *text = report(*state, AS_TEXT, 7);
  assert_string_equal(text, want);
  free(text);
  text = report(*state, AS_ASCII, 7);
  assert_non_null(strstr(text, "\ntranspose.lua - grid 2x2 - block 32x32 - cc 9.0 H200\n"));
  assert_non_null(strstr(text, "\n>  7 output"));
  for (const char *c = text; *c; c++) assert_true((unsigned char)*c < 0x80);
  free(text);
}

/* Hostile text: valid JSON of pure ASCII, and pages that cannot move a cursor
 * or leave their 80 columns. */
static void hostile_text_is_harmless(void **state) {
  (void)state;
  struct run run = make_run(true);
  char *text = report(&run, AS_JSON, SIZE_MAX);
  for (const char *c = text; *c; c++) assert_true(*c == '\n' || (*c >= ' ' && *c <= '~'));
  json_t *object = load(text);
  assert_string_equal(json_string_value(json_object_get(object, "title")),
                      "\x1b[2J\u202e\ufffd\"]]>");
  assert_string_equal(json_string_value(json_object_get(object, "script")), "a\nb\ufffd.lua");
  json_decref(object);
  free(text);
  for (enum format format = AS_TEXT; format <= AS_ASCII; format++) {
    text = report(&run, format, SIZE_MAX);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
      char clean[1000];
      size_t length = strlen(line);
      wl_text_clean(line, length, format == AS_ASCII, clean, sizeof clean);
      assert_string_equal(clean, line);
      assert_true(wl_text_cells(line, length) <= 80);
    }
    free(text);
  }
  drop_run(&run);
}

static void a_run_without_steps_or_head(void **state) {
  (void)state;
  struct run run = {wl_trace_create(1, 10),
                    wl_analysis_create(wl_target_make(wl_arch_default(), NULL), 1, 10)};
  char *text = report(&run, AS_TEXT, 10);
  assert_non_null(strstr(text, "\n  no line accesses memory\n"));
  free(text);
  text = report(&run, AS_JSON, 10);
  json_t *object = load(text);
  assert_true(json_is_null(json_object_get(object, "grid")));
  json_decref(object);
  free(text);
  drop_run(&run);
}

static void large_counts_keep_their_columns(void **state) {
  (void)state;
  struct run run = {wl_trace_create(1, 0),
                    wl_analysis_create(wl_target_make(wl_arch_default(), NULL), 1, 0)};
  struct wl_step step = {.kind = WL_STEP_ACCESS, .place.line = 1};
  step.access = (struct wl_access){.space = WL_GLOBAL, .op = WL_ATOMIC, .width = 4,
                                   .mask = UINT32_MAX};
  for (unsigned i = 0; i < WL_LANES; i++) step.access.address[i] = i * 32;
  for (int i = 0; i < 1250000; i++) assert_true(wl_analysis_add(run.analysis, 0, &step));
  assert_true(wl_analysis_settle(run.analysis));
  char *text = report(&run, AS_TEXT, 0);
  assert_non_null(strstr(
    text, "\n   global atomic    sectors  1250000 40000000  5000000 35000000 12.5%  100% 100%\n"));
  assert_non_null(strstr(text, "\n  bytes moved       1,280,000,000\n"));
  free(text);
  drop_run(&run);
}

static void a_full_disk_is_seen(void **state) {
  const struct run *run = *state;
  struct wl_diag d;
  for (int i = 0; i < 2; i++) {
    FILE *full = fopen("/dev/full", "w");
    assert_non_null(full);
    struct wl_report_options o = {.limit = SIZE_MAX,
                                .registers = {WL_ASSUMED_REGISTERS, true}};
    if (i) assert_false(wl_report_json(full, run->trace, run->analysis, &o, &d));
    else assert_false(wl_report_text(full, run->trace, run->analysis, &o, &d));
    assert_int_equal(d.status, WL_OUTPUT);
    fclose(full);
  }
}

static struct run shared_run;

static int set_up(void **state) {
  shared_run = make_run(false);
  *state = &shared_run;
  return 0;
}

static int tear_down(void **state) {
  drop_run(*state);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(totals_have_every_operation_and_figure),
    cmocka_unit_test(keys_are_sorted_at_every_level),
    cmocka_unit_test(instructions_are_described),
    cmocka_unit_test(source_lines_have_their_text_and_figures),
    cmocka_unit_test(occupancy_names_its_limits),
    cmocka_unit_test(the_limit_limits_only_instructions),
    cmocka_unit_test(the_page_for_the_eye),
    cmocka_unit_test(hostile_text_is_harmless),
    cmocka_unit_test(a_run_without_steps_or_head),
    cmocka_unit_test(large_counts_keep_their_columns),
    cmocka_unit_test(a_full_disk_is_seen),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
