/* The tables of the model: whole, with sources, and within 80 columns. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "core/base/text.h"
#include "core/gpu/chip.h"
#include "report/arch_facts.h"
#include "report/report.h"

static char *write_arch(const char *name, bool json, bool ascii) {
  char *text = NULL;
  size_t length = 0;
  struct wl_diag d;
  FILE *f = open_memstream(&text, &length);
  assert_non_null(f);
  assert_true(wl_arch_write(f, name, json, ascii, &d));
  fclose(f);
  return text;
}

static void check_page(const char *name) {
  for (int ascii = 0; ascii < 2; ascii++) {
    char *text = write_arch(name, false, ascii);
    for (const char *c = text; ascii && *c; c++) assert_true((unsigned char)*c < 0x80);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
      if (wl_text_cells(line, strlen(line)) > 80) fail_msg("%s: %s", name ? name : "all", line);
    free(text);
  }
}

static void pages_fit_80_columns(void **state) {
  (void)state;
  check_page(NULL);
  for (size_t i = 0; i < wl_sm_count; i++) check_page(wl_sms[i].cc);
  for (size_t i = 0; i < wl_chip_count; i++) check_page(wl_chips[i].name);
}

static void every_number_has_a_source(void **state) {
  (void)state;
  struct wl_diag d;
  struct wl_facts f;
  for (size_t i = 0; i < wl_sm_count; i++) {
    assert_true(wl_facts(wl_sms[i].cc, &f, &d));
    assert_true(f.sm && f.count >= wl_sm_field_count && f.count < WL_MAX_KNOWN);
    for (size_t k = 0; k < f.count; k++) {
      assert_true(!f.row[k].known || (f.row[k].source && f.row[k].source[0]));
      assert_true(f.row[k].unit[0]);
      assert_true(!f.row[k].known || f.row[k].high >= f.row[k].low);
    }
  }
}

/* What the memory view draws as not there is not called unknown here. */
static void a_cache_that_is_not_there_is_none(void **state) {
  (void)state;
  static const struct { const char *chip; bool none; } rows[] = {
    {"C1060", true}, {"8800 GTX", true}, {"K40", false}, {"H200", false},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct wl_facts f;
    struct wl_diag d;
    unsigned seen = 0;
    assert_true(wl_facts(rows[i].chip, &f, &d));
    for (size_t k = 0; k < f.count; k++) {
      if (strcmp(f.row[k].key, "l2_kib") != 0) continue;
      assert_int_equal(f.row[k].none != NULL, rows[i].none);
      assert_false(f.row[k].none && f.row[k].known);
      seen++;
    }
    assert_true(seen > 0);
  }
}

/* Every rule decides something on some generation, and is told there. */
static void rules_that_decide_are_listed(void **state) {
  (void)state;
  struct wl_diag d;
  struct wl_facts f;
  bool told[WL_RULES] = {[WL_RULE_NONE] = true};
  for (size_t i = 0; i < wl_arch_count; i++) {
    assert_true(wl_facts(wl_archs[i].cc, &f, &d));
    assert_false(f.rule[WL_RULE_NONE]);
    for (unsigned r = 0; r < WL_RULES; r++) told[r] |= f.rule[r];
  }
  for (unsigned r = 0; r < WL_RULES; r++)
    if (!told[r]) fail_msg("%s", wl_rules[r].name);
}

static void json_has_all_generations(void **state) {
  (void)state;
  json_error_t error;
  char *text = write_arch(NULL, true, false);
  json_t *all = json_loads(text, JSON_REJECT_DUPLICATES, &error);
  assert_non_null(all);
  json_t *list = json_object_get(all, "generations");
  assert_int_equal(json_array_size(list), wl_sm_count);
  char *sorted = json_dumps(all, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENSURE_ASCII |
                                   JSON_REAL_PRECISION(15));
  assert_int_equal(strncmp(sorted, text, strlen(sorted)), 0);
  assert_non_null(strstr(text, "\"value\":29.9}")); /* not as a float has it */
  free(sorted);
  free(text);
  json_decref(all);
  text = write_arch("h100", true, false);
  all = json_loads(text, 0, &error);
  assert_string_equal(json_string_value(json_object_get(all, "cc")), "9.0");
  assert_string_equal(json_string_value(json_object_get(all, "chip")), "H100");
  json_t *limit = json_array_get(json_object_get(all, "limits"), 0);
  char *item = json_dumps(limit, JSON_COMPACT);
  assert_non_null(strstr(item, "\"certainty\":\"vendor\",\"name\":\"warps\",\"source\":"));
  assert_non_null(strstr(item, "\"unit\":\"warps\",\"value\":64}"));
  free(item);
  free(text);
  json_decref(all);
}

static void names_are_found(void **state) {
  (void)state;
  static const char *const names[][2] = {
    {"C1060", "1.3"}, {"m2090", "2.0"}, {"K40", "3.5"}, {"GTX 980", "5.2"}, {"gtx980", "5.2"},
    {"P100", "6.0"}, {"V100", "7.0"}, {"T4", "7.5"}, {"A100", "8.0"}, {"RTX 3090", "8.6"},
    {"RTX 4090", "8.9"}, {"H100", "9.0"}, {"H200", "9.0"}, {"B200", "10.0"}, {"RTX 5090", "12.0"},
  };
  struct wl_diag d;
  struct wl_facts f;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    assert_true(wl_facts(names[i][0], &f, &d));
    assert_string_equal(f.cc, names[i][1]);
  }
  assert_false(wl_facts("K9000", &f, &d));
  assert_int_equal(d.status, WL_USAGE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(pages_fit_80_columns),
    cmocka_unit_test(every_number_has_a_source),
    cmocka_unit_test(a_cache_that_is_not_there_is_none),
    cmocka_unit_test(rules_that_decide_are_listed),
    cmocka_unit_test(json_has_all_generations),
    cmocka_unit_test(names_are_found),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
