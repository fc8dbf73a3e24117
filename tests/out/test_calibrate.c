/* calibrate: the score of files of hardware counts, and what it writes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "report/calibrate/calibrate.h"

static const char *directory;

/* Calibrates a file or, where it is NULL, a text; the output is malloc'ed. */
static char *run(const char *name, const char *text, struct wl_calibrate_options options,
                 enum wl_status want, struct wl_diag *d) {
  char path[1024], *out = NULL;
  size_t size = 0;
  FILE *from;
  if (text) {
    from = tmpfile();
    assert_true(from && fputs(text, from) != EOF);
    rewind(from);
  } else {
    snprintf(path, sizeof path, "%s/%s", directory, name);
    from = fopen(path, "r");
    assert_non_null(from);
  }
  FILE *to = open_memstream(&out, &size);
  *d = (struct wl_diag){0};
  assert_int_equal(wl_calibrate(from, name, to, &options, d), want);
  fclose(from);
  fclose(to);
  return out;
}

static json_t *run_json(const char *name, size_t limit, enum wl_status want) {
  struct wl_diag d;
  json_error_t error;
  struct wl_calibrate_options options = {.limit = limit, .json = true};
  char *out = run(name, NULL, options, want, &d);
  json_t *root = json_loads(out, JSON_REJECT_DUPLICATES, &error);
  if (root == NULL) fail_msg("%s: %s: %s", name, error.text, out);
  assert_string_equal(d.what, "");
  assert_true(out[strlen(out) - 1] == '\n');
  free(out);
  return root;
}

static int number(const json_t *object, const char *key) {
  const json_t *value = json_object_get(object, key);
  assert_true(json_is_integer(value));
  return (int)json_integer_value(value);
}

/* Today's agreement with the H200, and an H100: every figure that is no estimate. */
static void truth(void **state) {
  (void)state;
  static const struct {
    const char *file;
    int instructions, exact, exact_agree, estimated;
    enum wl_status status;
  } rows[] = {
    {"instructions.csv", 2852, 11890, 11890, 100, WL_OK},
    {"hits.csv", 55, 275, 275, 0, WL_OK},
    {"fresh.csv", 616, 2616, 2616, 16, WL_OK},
    {"fresh_hits.csv", 56, 392, 392, 0, WL_OK},
    {"probe.csv", 1500, 6713, 6713, 101, WL_OK},
    {"later.csv", 2000, 8958, 8958, 122, WL_OK},
    {"h100.csv", 2500, 11118, 11118, 176, WL_OK},
    {"cas.csv", 254, 1778, 1778, 0, WL_OK},
    {"async.csv", 173, 1211, 1211, 0, WL_OK},
    {"async_cg.csv", 1887, 8961, 8961, 474, WL_OK},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    json_t *root = run_json(rows[i].file, 0, rows[i].status);
    if (number(root, "exact_agree") != rows[i].exact_agree)
      fail_msg("%s: %d exact figures agree, not %d", rows[i].file, number(root, "exact_agree"),
               rows[i].exact_agree);
    assert_int_equal(number(root, "instructions"), rows[i].instructions);
    assert_int_equal(number(root, "exact"), rows[i].exact);
    assert_int_equal(number(root, "estimated"), rows[i].estimated);
    json_decref(root);
  }
}

static int active_lanes(const json_t *item) {
  json_t *addresses = json_object_get(item, "addresses"), *address;
  size_t i;
  int lanes = 0;
  assert_int_equal(json_array_size(addresses), 32);
  json_array_foreach(addresses, i, address) lanes += json_is_integer(address);
  return lanes;
}

/* Of the fresh cases, none differs in what is exact; the simplest come first. */
static void differences(void **state) {
  (void)state;
  json_t *root = run_json("probe.csv", 1000000, WL_OK), *item, *figure;
  json_t *list = json_object_get(root, "differences");
  size_t i, j;
  int lanes = 0;
  assert_int_equal(json_array_size(list), number(root, "differ"));
  json_array_foreach(list, i, item) {
    json_array_foreach(json_object_get(item, "figures"), j, figure) {
      assert_true(json_is_true(json_object_get(figure, "estimate")));
      assert_int_not_equal(number(figure, "counted"), number(figure, "model"));
    }
    const char *op = json_string_value(json_object_get(item, "op"));
    if (strcmp(op, "load.nc") != 0) continue;
    assert_in_range(active_lanes(item), lanes, 32); /* the simplest first */
    lanes = active_lanes(item);
  }
  assert_int_not_equal(lanes, 0);
  assert_int_equal(json_array_size(json_object_get(root, "unmodelled")), 0);
  json_decref(root);

  root = run_json("probe.csv", 3, WL_OK);
  assert_int_equal(json_array_size(json_object_get(root, "differences")), 3);
  json_decref(root);
}

#define DASHES30 \
  " - - - - - - - - - - - - - - - - - - - - - - - - - - - - - -"

static const char *const small =
  "# Test card, cc 9.0\n"
  "space,op,width,addresses,family,sectors,tag_wavefronts,shared_wavefronts\n"
  "global,load,4,0 128" DASHES30 ",two lines,2,1,\n"
  "global,load,4,0 512" DASHES30 ",esc\x1b[2J,2,2,\n"
  "global,load,4,4 512" DASHES30 ",,3,,\n"
  "global,load,16,0 4194304" DASHES30 ",far,2,9,\n"
  "shared,atomic.cas,8,0 0" DASHES30 ",,,,5\n"
  "global,load.lu,16,0 16" DASHES30 ",,,,1\n";

static void text(void **state) {
  (void)state;
  static const char want[] =
    "small.csv: 5 instructions against the rules of cc 9.0\n"
    "Test card, cc 9.0\n"
    "\n"
    "                                   exact figures             estimates\n"
    "                            counted  agree        counted  agree\n"
    "global load\n"
    "  sectors                         4      3   75%        -      -     -\n"
    "  tag wavefronts                  2      1   50%        1      0    0%\n"
    "shared atomic.cas\n"
    "  shared wavefronts               1      0    0%        -      -     -\n"
    "all                               7      4   57%        1      0    0%\n"
    "\n"
    "global load.lu: no rule, 1 row left out\n"
    "\n"
    "Instructions with counts that differ, 3 of 4, the simplest of each kind first:\n"
    "\n"
    "line 4: global load, 4 bytes a lane, 2 lanes, esc?[2J\n"
    "     rule: one line per tag set and wavefront (measured)\n"
    "     tag wavefronts     counted   2, model   1\n"
    "     lanes from the left; bytes 0 to 515\n"
    "     line    AB...... ........ ........ ........\n"
    "     sector  00...... ........ ........ ........\n"
    "     bank    00...... ........ ........ ........\n"
    "     tag set 01...... ........ ........ ........\n"
    "\n"
    "line 7: shared atomic.cas, 8 bytes a lane, 2 lanes\n"
    "     rule: one lane per bank and wavefront, twice (measured)\n"
    "     shared wavefronts  counted   5, model   4\n"
    "     lanes from the left; bytes 0 to 7\n"
    "     word    AA...... ........ ........ ........\n"
    "     bank    00...... ........ ........ ........\n"
    "\n"
    "line 5: global load, 4 bytes a lane, 2 lanes\n"
    "     rule: every touched sector moves once (vendor)\n"
    "     sectors            counted   3, model   2\n"
    "     lanes from the left; bytes 4 to 515\n"
    "     line    AB...... ........ ........ ........\n"
    "     sector  00...... ........ ........ ........\n"
    "     bank    10...... ........ ........ ........\n"
    "     tag set 01...... ........ ........ ........\n";
  struct wl_diag d;
  char *out = run("small.csv", small, (struct wl_calibrate_options){.limit = 3, .ascii = true},
                  WL_CHECK, &d);
  assert_string_equal(out, want);
  free(out);
}

static void failures(void **state) {
  (void)state;
  struct wl_diag d;
  char *out = run("r.csv", "# cc 4.2\nspace,op,width,addresses,sectors\n",
                  (struct wl_calibrate_options){0}, WL_INPUT, &d);
  assert_string_equal(d.what, "r.csv was measured on cc 4.2, which warplens does not know");
  free(out);
  out = run("r.csv", "# cc 4.2\nspace,op,width,addresses,sectors\n",
            (struct wl_calibrate_options){.arch = wl_arch_default()}, WL_INPUT, &d);
  assert_string_equal(d.what, "r.csv has no counts to compare");
  free(out);
  out = run("r.csv", "space,op,width,addresses,sectors\nglobal,lod,4,0" DASHES30 " -,1\n",
            (struct wl_calibrate_options){0}, WL_INPUT, &d);
  assert_string_equal(d.what, "r.csv has no counts to compare: there is no rule for 'global lod'");
  free(out);
  out = run("r.csv", "space,op,width,addresses,sectors\nglobal,load,4,0" DASHES30 " -,1\nx\n",
            (struct wl_calibrate_options){0}, WL_INPUT, &d);
  assert_int_equal(d.line, 3);
  assert_string_equal(out, ""); /* nothing is written before all is read */
  free(out);

  FILE *from = tmpfile(), *full = fopen("/dev/full", "w");
  assert_true(from && full && fputs(small, from) != EOF);
  for (int json = 0; json < 2; json++) {
    rewind(from);
    assert_int_equal(wl_calibrate(from, "r.csv", full,
                                  &(struct wl_calibrate_options){.json = json}, &d), WL_OUTPUT);
  }
  fclose(from);
  fclose(full);
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  directory = argv[1];
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(truth), cmocka_unit_test(differences), cmocka_unit_test(text),
    cmocka_unit_test(failures),
  };
  return cmocka_run_group_tests_name("calibrate", tests, NULL, NULL);
}
