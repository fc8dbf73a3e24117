/* Reading results: columns in any order, and every line that makes no sense. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/calibrate/profiler_results.h"

#define LANES4(a, b, c, d) #a " " #b " " #c " " #d
#define DASHES28 \
  " - - - - - - - - - - - - - - - - - - - - - - - - - - - -"
#define FOUR LANES4(0, 4, 8, 12) DASHES28
#define FOUR16 LANES4(0, 16, 32, 48) DASHES28
#define HEADER "space,op,width,addresses,sectors\n"

static FILE *file_of(const char *text, size_t size) {
  FILE *f = tmpfile();
  assert_non_null(f);
  assert_int_equal(fwrite(text, 1, size, f), size);
  rewind(f);
  return f;
}

/* Reads a whole file; the last row goes to *row. Returns the rows, -1 if bad. */
static int read_all(const char *text, size_t size, struct wl_result *row, struct wl_diag *d) {
  FILE *f = file_of(text, size);
  struct wl_results *r = wl_results_open(f, "r.csv", d);
  enum wl_results_state state = WL_RESULT_BAD;
  int rows = 0;
  if (r) {
    while ((state = wl_results_next(r, wl_arch_default(), row, d)) == WL_RESULT_ROW) rows++;
  }
  wl_results_close(r);
  fclose(f);
  return state == WL_RESULT_END ? rows : -1;
}

static struct wl_result read_one(const char *text) {
  struct wl_result row;
  struct wl_diag d = {0};
  if (read_all(text, strlen(text), &row, &d) != 1) fail_msg("%s:%u: %s", d.file, d.line, d.what);
  return row;
}

static void columns(void **state) {
  (void)state;
  struct wl_result row = read_one(HEADER "global,load.cg,4," FOUR ",1\n");
  assert_int_equal(row.line, 2);
  assert_true(row.modelled && !row.twice);
  assert_int_equal(row.access.op, WL_LOAD);
  assert_int_equal(row.access.cache, WL_CG);
  assert_int_equal(row.access.width, 4);
  assert_int_equal(row.access.mask, 0xf);
  assert_int_equal(row.access.address[3], 12);
  assert_int_equal(row.counted[WL_M_SECTORS], 1);
  assert_int_equal(row.counted[WL_M_LINES], -1);
  assert_string_equal(row.id, "");

  row = read_one("# H200, cc 9.0, today\r\n\r\nlines,unknown,addresses, mask ,\"family\",op,width,"
                 "space,sectors,id\r\n"
                 "7,x y," FOUR ",0x5,\"a \"\"b\"\", c\",atomic.add,8,shared,,q1\r\n");
  assert_int_equal(row.line, 4);
  assert_int_equal(row.access.mask, 5); /* a mask takes lanes away */
  assert_int_equal(row.access.space, WL_SHARED);
  assert_int_equal(row.access.op, WL_ATOMIC);
  assert_int_equal(row.counted[WL_M_LINES], 7);
  assert_int_equal(row.counted[WL_M_SECTORS], -1);
  assert_string_equal(row.family, "a \"b\", c");
  assert_string_equal(row.op, "atomic.add");
  assert_string_equal(row.id, "q1");
}

/* A byte order mark, no end of the last line, rows without a model. */
static void shapes(void **state) {
  (void)state;
  struct wl_result row = read_one("\xef\xbb\xbf" HEADER "constant,load,4," FOUR ",");
  assert_int_equal(row.access.space, WL_CONSTANT);
  row = read_one(HEADER "global,load.again,4," FOUR ",2\n");
  assert_true(row.modelled && row.twice);
  row = read_one("width,mask,addresses,sectors_both\n4,f," FOUR ",2\n");
  assert_true(row.modelled && row.twice);
  assert_string_equal(row.op, "load.again");
  assert_int_equal(row.counted[WL_M_SECTORS], 2);
  row = read_one("destinations," HEADER FOUR ",global,cp.async.ca,4," FOUR ",1\n");
  assert_int_equal(row.access.op, WL_COPY);
  assert_int_equal(row.access.second[3], 12);
  row = read_one("destinations," HEADER FOUR16 ",global,cp.async.cg,16," FOUR16 ",1\n");
  assert_int_equal(row.access.op, WL_COPY_CG);
  static const char *const without[] = {
    "cp.async.xx", "cp.async", "ldmatrix.x3", "load.zz", "store.wt", "loads",
  };
  for (size_t i = 0; i < sizeof without / sizeof without[0]; i++) {
    char text[200];
    snprintf(text, sizeof text, HEADER "shared,%s,4,0,\n", without[i]);
    row = read_one(text);
    assert_false(row.modelled);
    assert_string_equal(row.op, without[i]);
  }
}

static void comment(void **state) {
  (void)state;
  static const struct {
    const char *text, *comment, *cc;
  } rows[] = {
    {"#  NVIDIA A, cc 8.6, x\n# more\n" HEADER, "NVIDIA A, cc 8.6, x", "8.6"},
    {HEADER "# cc 8.6\n", "", ""},
    {"# cc unknown\n" HEADER, "cc unknown", ""},
    {"# cc 99999999.9\n" HEADER, "cc 99999999.9", ""},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct wl_diag d = {0};
    FILE *f = file_of(rows[i].text, strlen(rows[i].text));
    struct wl_results *r = wl_results_open(f, "r.csv", &d);
    assert_non_null(r);
    assert_string_equal(wl_results_comment(r), rows[i].comment);
    assert_string_equal(wl_results_cc(r), rows[i].cc);
    wl_results_close(r);
    fclose(f);
  }
}

static void bad_lines(void **state) {
  (void)state;
  static const struct {
    const char *text;
    unsigned line;
    const char *what;
  } rows[] = {
    {"", 0, "the file has no rows"},
    {"# cc 9.0\n\n", 2, "the file has no rows"},
    {"a,b\n", 1, "no column is called space"},
    {"space;op;width;addresses;sectors\n", 1, "no column is called space"},
    {"space,op,width,sectors\n", 1, "no column is called addresses"},
    {"width,addresses\n", 1, "no column is called space"},
    {"space,op,width,addresses,ways\n", 1, "no column has counts"},
    {"space,op,width,addresses,sector\n", 1, "the column sector would not be compared"},
    {"space,op,width,addresses,requests,wavefronts\n", 1,
     "the column wavefronts would not be compared"},
    {"space,op,op,width,addresses,sectors\n", 1, "two columns are called op"},
    {"width,addresses,lines,lines_both\n", 1, "two columns are called lines_both"},
    {HEADER "global,load,4," FOUR "\n", 2, "the line has 4 columns: expected at least 5"},
    {HEADER "\n# x\nglobl,load,4," FOUR ",1\n", 4,
     "space is 'globl': expected global, shared or constant"},
    {HEADER "global,,4," FOUR ",1\n", 2,
     "op is '': expected a name such as load, load.cg, store, reduce or atomic"},
    {HEADER "global,Load me,4," FOUR ",1\n", 2,
     "op is 'Load me': expected a name such as load, load.cg, store, reduce or atomic"},
    {HEADER "global,load,four," FOUR ",1\n", 2, "width is 'four': expected 1, 2, 4, 8 or 16 bytes"},
    {HEADER "global,load,3," LANES4(0, 3, 6, 9) DASHES28 ",1\n", 2,
     "width 3 is none of 1, 2, 4, 8 and 16 (PTX ISA, ld and st)"},
    {HEADER "global,load,4,0 4,1\n", 2,
     "addresses is '0 4': expected 32 numbers or dashes with blanks between"},
    {HEADER "global,load,4," LANES4(0, 4, 8, 0x10) DASHES28 ",1\n", 2,
     "addresses is '0 4 8 0x10 - - - - - - - - - - - - - - -': "
     "expected 32 numbers or dashes with blanks between"},
    {HEADER "global,load,4," LANES4(0, 4, 8, 99999999999999999999) DASHES28 ",1\n", 2,
     "addresses is '0 4 8 99999999999999999999 - - - - - - -': "
     "expected 32 numbers or dashes with blanks between"},
    {HEADER "global,load,4," FOUR " -,1\n", 2,
     "addresses is '0 4 8 12 - - - - - - - - - - - - - - - -': expected no more than 32 lanes"},
    {HEADER "global,load,4," LANES4(0, 4, 8, 13) DASHES28 ",1\n", 2,
     "lane 3: address 13 is not a multiple of the access width 4 (PTX ISA, addresses as operands)"},
    {HEADER "constant,store,4," FOUR ",1\n", 2,
     "constant memory has no store, only loads (PTX ISA, st)"},
    {HEADER "global,load,4," FOUR ",-1\n", 2,
     "sectors is '-1': expected a count, or nothing if it was not measured"},
    {HEADER "global,load,4," FOUR ",1.5\n", 2,
     "sectors is '1.5': expected a count, or nothing if it was not measured"},
    {HEADER "global,load,4," FOUR ",4294967296\n", 2,
     "sectors is '4294967296': expected a count, or nothing if it was not measured"},
    {"mask," HEADER "1g,global,load,4," FOUR ",1\n", 2,
     "mask is '1g': expected the active lanes in hexadecimal, lane 0 as bit 0"},
    {"mask," HEADER "1f,global,load,4," FOUR ",1\n", 2,
     "mask is '1f': expected an address for every lane that it has"},
    {"destinations," HEADER FOUR ",shared,ldmatrix.x1,16," LANES4(0, 16, 32, 48) DASHES28 ",1\n", 2,
     "addresses is '0 16 32 48 - - - - - - - - - - - - - - -': "
     "expected those of 8 rows for each matrix, from lane 0"},
    {"destinations," HEADER LANES4(0, 4, 8, -) DASHES28 ",global,cp.async.ca,4," FOUR ",1\n", 2,
     "destinations is '0 4 8 - - - - - - - - - - - - - - - - - ': "
     "expected an offset for every lane that copies"},
    {"destinations," HEADER LANES4(0, 4, 8, 4294967296) DASHES28 ",global,cp.async.ca,4," FOUR
     ",1\n", 2,
     "destinations is '0 4 8 4294967296 - - - - - - - - - - - -': expected offsets in shared "
     "memory"},
    {HEADER "global,cp.async.ca,4," FOUR ",1\n", 2,
     "destinations is '': expected 32 numbers or dashes with blanks between"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct wl_result row;
    struct wl_diag d = {0};
    if (read_all(rows[i].text, strlen(rows[i].text), &row, &d) >= 0)
      fail_msg("taken: %s", rows[i].text);
    assert_int_equal(d.status, WL_INPUT);
    assert_string_equal(d.what, rows[i].what);
    assert_string_equal(d.file, "r.csv");
    assert_int_equal(d.line, rows[i].line);
  }
}

/* Lines and columns beyond all measure, and files that are no text. */
static void huge_lines(void **state) {
  (void)state;
  enum { SIZE = 100000 };
  static char text[SIZE];
  struct wl_result row;
  struct wl_diag d = {0};
  memset(text, 'x', SIZE);
  assert_int_equal(read_all(text, SIZE, &row, &d), -1);
  assert_string_equal(d.what, "the line is longer than 16384 bytes");
  memset(text, ',', SIZE);
  assert_int_equal(read_all(text, 1000, &row, &d), -1);
  assert_string_equal(d.what, "the line has more than 64 columns");
  assert_int_equal(read_all("space\0,op\n", 10, &row, &d), -1);
  assert_string_equal(d.what, "the line has a NUL byte: the file is not text");
  memset(text, '\n', SIZE);
  assert_int_equal(read_all(text, SIZE, &row, &d), -1);
  assert_string_equal(d.what, "the file has no rows");
  assert_int_equal(d.line, SIZE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(columns),   cmocka_unit_test(shapes),     cmocka_unit_test(comment),
    cmocka_unit_test(bad_lines), cmocka_unit_test(huge_lines),
  };
  return cmocka_run_group_tests_name("results", tests, NULL, NULL);
}
