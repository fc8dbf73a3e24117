/* Reading what `ncu --csv` wrote: both pages, what stands around them, and what makes no sense. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/counters/counters.h"
#include "run.h"

#define LD "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
#define RAW "\"ID\",\"Kernel Name\",\"Block Size\",\"Grid Size\",\"CC\",\"" LD "\"\n"
#define ROW(id, value) \
  "\"" id "\",\"k(int *)\",\"(32, 1, 1)\",\"(2, 1, 1)\",\"9.0\",\"" value "\"\n"
#define DETAILS "ID,Kernel Name,Metric Name,Metric Unit,Metric Value\n"

static struct wl_counters *read_text(const char *text, size_t size, const char *launch,
                                     struct wl_diag *d) {
  FILE *f = tmpfile();
  assert_non_null(f);
  assert_int_equal(fwrite(text, 1, size, f), size);
  rewind(f);
  struct wl_counters *c = wl_counters_read(f, "n.csv", launch, d);
  fclose(f);
  return c;
}

/* The count of the sectors of loads in the last launch. */
static uint64_t last(const char *text, size_t launches) {
  struct wl_diag d;
  struct wl_counters *c = read_text(text, strlen(text), "", &d);
  if (!c) fail_msg("%s", d.what);
  assert_int_equal(c->launches, launches);
  uint64_t v = c->launch[launches - 1].counted[wl_counters_find(c, LD)];
  wl_counters_free(c);
  return v;
}

static void pages(void **state) {
  (void)state;
  assert_int_equal(last(RAW ROW("0", "7") ROW("1", "1,234,567"), 2), 1234567);
  assert_int_equal(last(RAW ROW("0", "1.234.567"), 1), 1234567);
  assert_int_equal(last("x = 1\n==PROF== 1%..2%\n\"odd\n\xef\xbb\xbf" RAW
                        "\"\",\"\",\"\",\"\",\"\",\"sector\"\r\n" ROW("5", "8") "==PROF== end\n"
                        "bye\n", 1), 8);
  assert_int_equal(last(RAW "3,k,,,9.0,9", 1), 9); /* no quotes, no sizes, no last end */
  assert_int_equal(last(DETAILS "0,k,Duration,ns,\"1,000.5\"\n0,k," LD ",sector,6\n", 1), 6);
  assert_int_equal(last(DETAILS "0,k," LD ",,5\n1,k," LD ",,4\n", 2), 4);
  assert_int_equal(last(RAW ROW("0", "1") ROW("0", "2"), 2), 2); /* a replayed range */
  assert_int_equal(last(RAW ROW("0", "1") ROW("1", "n/a"), 2), WL_NOT_COUNTED);
  assert_int_equal(last(RAW ROW("0", "1") ROW("1", ""), 2), WL_NOT_COUNTED);
}

static void names(void **state) {
  (void)state;
  static const char *const known[] = {
    LD, "smsp__inst_executed_op_shared_atom.sum", "l1tex__data_pipe_lsu_wavefronts_mem_lgds.sum",
    "idc__requests.sum", "l1tex__t_sectors_pipe_lsu_mem_lg.sum", "Block Limit Warps",
    "launch__occupancy_limit_shared_mem",
  };
  static struct wl_counters c;
  wl_counters_name(&c);
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
    if (wl_counters_find(&c, known[i]) < 0) fail_msg("%s is not known", known[i]);
  assert_int_equal(wl_counters_find(&c, ""), -1);
  assert_int_equal(wl_counters_find(&c, "dram__bytes.sum"), -1);
  assert_in_range(c.names, 40, WL_MAX_COUNTERS - 1); /* else some have no room */
}

static void bad(void **state) {
  (void)state;
  static const struct { const char *text, *launch; unsigned line; const char *what; } rows[] = {
    {"", "", 0, "it has no table of ncu --csv"},
    {"a,b\n1,2\n", "", 0, "it has no table of ncu --csv"},
    {RAW, "", 0, "the table has no launches"},
    {"ID,Kernel Name,dram__bytes.sum,x\n0,k,5,6\n", "", 0,
     "it has no counter that a figure here is compared with"},
    {RAW ROW("0", "n/a"), "", 0, "it has no counter that a figure here is compared with"},
    {RAW ROW("0", "1"), "7", 0, "it has no launch of that number"},
    {RAW ROW("x", "1"), "", 2, "'x' is no number of a launch"},
    {RAW ROW("0", "0.24"), "", 2, LD " is '0.24': expected a whole number"},
    {RAW ROW("0", "-1"), "", 2, LD " is '-1': expected a whole number"},
    {RAW ROW("0", "1,23"), "", 2, LD " is '1,23': expected a whole number"},
    {RAW ROW("0", "1,234.567"), "", 2, LD " is '1,234.567': expected a whole number"},
    {RAW ROW("0", "99999999999999999999"), "", 2,
     LD " is '99999999999999999999': expected a whole number"},
    {RAW "\"\",\"\",\"\",\"\",\"\",\"Ksector\"\n" ROW("0", "1"), "", 2,
     "counts are rounded to Ksector"},
    {DETAILS "0,k," LD ",Msector,5\n", "", 2, "counts are rounded to Msector"},
    {"program\n" DETAILS "0,k,\"a\nb\",,5\n0,k," LD ",,z\n", "", 5,
     LD " is 'z': expected a whole number"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct wl_diag d;
    if (read_text(rows[i].text, strlen(rows[i].text), rows[i].launch, &d))
      fail_msg("taken: %s", rows[i].text);
    assert_int_equal(d.status, WL_INPUT);
    assert_string_equal(d.what, rows[i].what);
    assert_string_equal(d.file, "n.csv");
    assert_int_equal(d.line, rows[i].line);
  }
}

/* Rows, columns and launches beyond all measure, and files that are no text. */
static void huge(void **state) {
  (void)state;
  enum { SIZE = 5 << 20 };
  char *text = malloc(SIZE);
  struct wl_diag d;
  assert_non_null(text);
  memset(text, 'x', SIZE);
  assert_null(read_text(text, SIZE, "", &d));
  assert_string_equal(d.what, "the row is longer than 4194304 bytes");
  memset(text, ',', SIZE);
  assert_null(read_text(text, 100000, "", &d));
  assert_string_equal(d.what, "the row has more than 16384 columns");
  assert_null(read_text("ID\0", 3, "", &d));
  assert_string_equal(d.what, "the row has a NUL byte: the file is not text");
  size_t used = (size_t)sprintf(text, "%s", RAW);
  for (int i = 0; i <= WL_MAX_LAUNCHES; i++)
    used += (size_t)sprintf(text + used, "%d,k,,,9.0,1\n", i);
  assert_null(read_text(text, used, "", &d));
  assert_string_equal(d.what, "more than 4096 launches");
  free(text);
}

static const struct wl_counter_row *row_of(const struct wl_counter_row *row, size_t rows,
                                           const char *label) {
  for (size_t i = 0; i < rows; i++)
    if (strcmp(row[i].label, label) == 0) return &row[i];
  fail_msg("no row %s", label);
  return NULL;
}

/* Of several launches of one kernel: by number, by place, or the first. */
static void pick(void **state) {
  (void)state;
  static const char text[] = RAW ROW("4", "1") ROW("7", "2") ROW("9", "3");
  static const struct {
    const char *chosen;
    unsigned nth;
    bool of_kernel;
    const char *id;
  } rows[] = {
    {"", 0, false, "4"}, {"", 2, false, "7"}, {"", 3, true, "9"}, {"", 8, true, "4"},
    {"9", 0, false, "9"}, {"9", 1, false, "9"},
  };
  struct run run = make_run(false);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct wl_diag d;
    size_t alike;
    struct wl_counters *c = read_text(text, sizeof text - 1, rows[i].chosen, &d);
    c->nth = rows[i].nth;
    c->of_kernel = rows[i].of_kernel;
    assert_string_equal(wl_counters_pick(c, run.trace, &alike)->id, rows[i].id);
    wl_counters_free(c);
  }
  drop_run(&run);
}

/* The transpose of run.h: 128 loads and 128 stores, one barrier a warp, one atomic. */
static void compare(void **state) {
  (void)state;
  static const char text[] =
    DETAILS
    "4,run,l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum,,1000\n"
    "4,run," LD ",sector,2000\n"
    "4,run,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum,,1000000\n"
    "4,run,smsp__inst_executed_op_shared_ld.sum,,1\n"
    "4,run,l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum,,12\n";
  struct wl_diag d;
  struct wl_counter_row row[WL_MAX_COUNTERS];
  struct wl_counters *c = read_text(text, sizeof text - 1, "", &d);
  struct run run = make_run(false);
  size_t alike;
  const struct wl_profile *l = wl_counters_pick(c, run.trace, &alike);
  assert_non_null(l);
  assert_int_equal(alike, 1);
  size_t rows = wl_counters_compare(c, l, run.trace, run.analysis, wl_registers_given(0), row);
  assert_int_equal(rows, 5);
  const struct wl_sum *loads = wl_analysis_sum(run.analysis, WL_GLOBAL, WL_LOAD);
  const struct wl_counter_row *r = row_of(row, rows, "global load sectors");
  assert_int_equal(r->counted, 2000);
  assert_int_equal(r->here, loads->value[WL_SECTORS]);
  assert_string_equal(r->counter, LD);
  assert_string_equal(row_of(row, rows, "global load requests")->reason, ""); /* sectors differ */
  assert_string_equal(row_of(row, rows, "shared store wavefronts")->reason,
                      "arbitration: fills of L1 and other warps use the banks, too");
  assert_string_equal(row_of(row, rows, "shared load requests")->reason,
                      "loads are merged into wider ones");
  assert_string_equal(row_of(row, rows, "local load sectors")->reason,
                      "registers are spilled to local memory");
  assert_int_equal(row_of(row, rows, "local load sectors")->here, 0);
  drop_run(&run);
  wl_counters_free(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(pages), cmocka_unit_test(names), cmocka_unit_test(bad),
    cmocka_unit_test(huge),  cmocka_unit_test(pick),  cmocka_unit_test(compare),
  };
  return cmocka_run_group_tests_name("counters", tests, NULL, NULL);
}
