/* The tables of generations: found by name, whole, and in one piece. */
#include "core/gpu/arch.h"

#include <string.h>

#include "core/explain/rule.h"
#include "core/gpu/arch_fields.h"
#include "core/gpu/chip.h"
#include "core/gpu/feature.h"
#include "core/gpu/sm.h"
#include "core/gpu/source_names.h"
#include "core/gpu/target.h"
#include "test.h"

static void names(void **state) {
  (void)state;
  static const struct { const char *name, *cc; } rows[] = {
    {"9.0", "9.0"}, {"90", "9.0"}, {"sm_90", "9.0"}, {"SM_90", "9.0"}, {"cc 9.0", "9.0"},
    {"H200", "9.0"}, {"h200", "9.0"}, {"H100", "9.0"}, {"compute_80", "8.0"}, {"10.0", "10.0"},
    {"100", "10.0"}, {"sm_10", "1.0"}, {"sm_90a", "9.0"}, {"sm_100f", "10.0"}, {"sm_120", "12.0"},
    {"A100", "8.0"}, {"RTX 4090", "8.9"},
    {"rtx4090", "8.9"}, {"4090", "8.9"}, {"Tesla V100", "7.0"}, {"V100", "7.0"}, {"K40", "3.5"},
    {"GTX 980", "5.2"}, {"T4", "7.5"}, {"C1060", "1.3"}, {"M2090", "2.0"}, {"P100", "6.0"},
    {"GTX-980", "5.2"}, {"NVIDIA GeForce RTX 4090", "8.9"}, {"nvidia tesla v100", "7.0"},
    {"B200", "10.0"}, {"RTX 5090", "12.0"}, {"GTX 1080", "6.1"}, {"RTX 3090", "8.6"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const struct wl_arch *arch = wl_arch_find(rows[i].name);
    if (arch == NULL) fail_msg("%s is not found", rows[i].name);
    assert_string_equal(arch->cc, rows[i].cc);
  }
  static const char *const others[] = {"", "9", "9.", "9.00", "900", "sm_", "H20", "H2000", "x",
                                       "4.0", "GTX", "RTX", " "};
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
    if (wl_arch_find(others[i])) fail_msg("%s is found", others[i]);
}

static void what_was_meant(void **state) {
  (void)state;
  static const struct { const char *name, *nearest; } rows[] = {
    {"8.7", "8.6"}, {"sm_87", "8.6"}, {"5.3", "5.2"}, {"4.0", "3.7"}, {"9.1", "9.0"},
    {"11.5", "12.0"}, {"H2000", "H200"}, {"RTX 4080", "RTX 4090"}, {"V10", "Tesla V100"},
    {"A10O", "A100"}, {"9.O", "9.0"}, {"banana", NULL}, {"", NULL}, {"99.9", NULL},
    {"9", "9.0"}, {"8", "8.0"}, {"sm90", "9.0"}, {"SM87", "8.6"}, {"sm_9", "9.0"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const char *got = wl_arch_nearest(rows[i].name);
    if ((got == NULL) != (rows[i].nearest == NULL) || (got && strcmp(got, rows[i].nearest) != 0))
      fail_msg("%s: %s", rows[i].name, got ? got : "nothing");
  }
}

/* A chip is a choice of its own: it keeps its name, whatever stands for its generation. */
static void chips_are_targets(void **state) {
  (void)state;
  static const struct { const char *name, *title, *shortest; } rows[] = {
    {"H100", "cc 9.0 H100", "h100"}, {"9.0", "cc 9.0 H200", "9.0"}, {"H200", "cc 9.0 H200", "9.0"},
    {"h100pcie", "cc 9.0 H100 PCIe", "h100pcie"}, {"K20c", "cc 3.5 K20c", "k20c"},
    {"2070", "cc 7.5 RTX 2070", "rtx2070"}, {"GH200", "cc 9.0 GH200", "gh200"},
    {"A40", "cc 8.6 A40", "a40"}, {"L40", "cc 8.9 L40", "l40"},
    {"A100-80", "cc 8.0 A100-80", "a100-80"},
    {"GTX 680", "cc 3.0 GeForce GTX 680", "3.0"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct wl_target t, again;
    char text[WL_TARGET_TEXT];
    assert_true(wl_target_find(rows[i].name, &t, NULL));
    assert_string_equal(wl_target_title(t, text), rows[i].title);
    assert_string_equal(wl_target_name(t, text), rows[i].shortest);
    assert_true(wl_target_find(text, &again, NULL));
    assert_true(again.arch == t.arch && again.chip == t.chip);
  }
  for (size_t i = 0; i < wl_chip_count; i++) { /* round trip through all of a generation */
    struct wl_target t;
    unsigned at, of, seen = 0;
    assert_true(wl_target_find(wl_chips[i].name, &t, NULL));
    assert_ptr_equal(t.chip, &wl_chips[i]);
    do {
      t.chip = wl_target_chip(t, 1, &at, &of);
      assert_true(wl_chip_is_of(t.chip, t.arch));
    } while (++seen < 32 && t.chip != &wl_chips[i]);
    assert_int_equal(seen, of);
    assert_ptr_equal(wl_target_make(t.arch, &wl_chips[(i + 5) % wl_chip_count]).arch, t.arch);
  }
  for (size_t i = 0; i < wl_arch_count; i++) {
    struct wl_target t = wl_target_make(&wl_archs[i], NULL);
    assert_string_equal(t.chip->name, wl_archs[i].chip);
    assert_string_equal(t.chip->cc, wl_archs[i].cc);
  }
}

/* Modes are what the hardware left to choose, and nothing else. */
static void modes_are_choices(void **state) {
  (void)state;
  static const struct { const char *name, *title, *shortest; } rows[] = {
    {"3.5:banks=8", "cc 3.5:banks=8 Tesla K40", "3.5:banks=8"},
    {"K20c:l1=ca:banks=8", "cc 3.5:l1=ca:banks=8 K20c", "k20c:l1=ca:banks=8"},
    {"3.5:banks=8:banks=4", "cc 3.5 Tesla K40", "3.5"}, {"2.0:l1=ca", "cc 2.0 Tesla M2090", "2.0"},
    {"M2090:l1=cg", "cc 2.0:l1=cg Tesla M2090", "2.0:l1=cg"},
    {"5.0:l1=cg", "cc 5.0 GTX 750 Ti", "5.0"},
    {"h100:l1=cg", "cc 9.0:l1=cg H100", "h100:l1=cg"},
  };
  static const struct { const char *name, *what, *hint; } wrong[] = {
    {"9.0:banks=8", "cc 9.0 has no mode banks=8", "only cc 3.x chooses 4 or 8 (CUDA"},
    {"2.0:banks=4", "cc 2.0 has no mode banks=4", "its banks are 4 bytes wide"},
    {"5.0:l1=ca", "cc 5.0 has no mode l1=ca", "past L1: l1=cg (CUDA"},
    {"3.0:l1=ca", "cc 3.0 has no mode l1=ca", "past L1: l1=cg (CUDA"},
    {"1.3:l1=cg", "cc 1.3 has no mode l1=cg", "no cache for global memory (CUDA"},
    {"3.5:banks=16", "unknown mode 'banks=16'", "banks=4 and banks=8"},
    {"3.5:", "unknown mode ''", "modes are"},
    {"3.6:banks=8", "unknown GPU generation '3.6'", "3.5"},
  };
  struct wl_target t, again;
  struct wl_diag d;
  char text[WL_TARGET_TEXT];
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    assert_true(wl_target_find(rows[i].name, &t, NULL));
    assert_string_equal(wl_target_title(t, text), rows[i].title);
    assert_string_equal(wl_target_name(t, text), rows[i].shortest);
    assert_true(wl_target_find(text, &again, NULL));
    assert_true(again.arch == t.arch && again.chip == t.chip);
  }
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    assert_false(wl_target_find(wrong[i].name, &t, &d));
    assert_int_equal(d.status, WL_USAGE);
    assert_string_equal(d.what, wrong[i].what);
    if (!strstr(d.hint, wrong[i].hint)) fail_msg("%s: %s", wrong[i].name, d.hint);
  }
  for (size_t i = 0; i < wl_arch_mode_count; i++) {
    const struct wl_arch *m = &wl_arch_modes[i], *plain = &wl_archs[m->id], *next = m;
    assert_string_equal(m->cc, plain->cc);
    assert_true(m->plain != plain->plain || m->bank_bytes != plain->bank_bytes);
    assert_int_equal(m->load[m->plain], m->load[WL_PLAIN]);
    assert_int_equal(m->tag_hash[0], plain->tag_hash[0]);
    assert_ptr_equal(m->sm, plain->sm);
    assert_true(wl_target_find(wl_target_name(wl_target_make(m, NULL), text), &t, NULL));
    assert_ptr_equal(t.arch, m);
    unsigned turns = 0;
    do next = wl_arch_next_mode(next, 1);
    while (++turns < 8 && next != m);
    assert_int_equal(turns, m->banking8 == WL_BANKS_NONE || m->id == WL_CC_30 ? 2 : 4);
    assert_ptr_equal(wl_arch_next_mode(wl_arch_next_mode(m, 3), -3), m);
  }
  assert_ptr_equal(wl_arch_next_mode(&wl_archs[WL_CC_13], 1), &wl_archs[WL_CC_13]);
}

static void tables_are_whole(void **state) {
  (void)state;
  assert_string_equal(wl_arch_default()->cc, "9.0");
  for (unsigned i = 0; i < WL_CCS; i++) {
    const struct wl_arch *arch = &wl_archs[i];
    assert_int_equal(arch->id, i);
    assert_string_equal(arch->sm->cc, arch->cc);
    assert_ptr_equal(wl_arch_find(arch->cc), arch);
    assert_ptr_equal(wl_arch_find(arch->chip), arch);
    /* Counting has these numbers built in. */
    assert_int_equal(arch->line_bytes, 128);
    assert_int_equal(arch->sector_bytes, 32);
    assert_int_equal(arch->bank_bytes, 4);
    assert_int_equal(arch->banks, i < WL_CC_20 ? 16 : 32);
    assert_int_equal(arch->tag_sets, i < WL_CC_70 ? 0 : 4);
    for (unsigned bit = 0; bit < 2; bit++) {
      assert_int_equal(arch->tag_hash[bit] & 3, arch->tag_sets == 0 ? 0 : 1u << bit);
      for (unsigned line = 0; line < 64; line++)
        assert_int_equal(arch->tag_lines[bit] >> line & 1,
                         __builtin_parityll(arch->tag_hash[bit] & line));
    }
    assert_true(arch->load[WL_PLAIN] != WL_COALESCE_NONE);
    assert_int_equal(arch->load[arch->plain], arch->load[WL_PLAIN]);
  }
  for (size_t i = 0; i < wl_chip_count; i++) {
    const struct wl_arch *arch = wl_arch_find(wl_chips[i].name);
    assert_non_null(arch);
    assert_string_equal(arch->cc, wl_chips[i].cc);
  }
}

static void fields_are_told(void **state) {
  (void)state;
  for (size_t i = 0; i < wl_arch_field_count; i++) {
    const struct wl_arch_field *f = &wl_arch_fields[i];
    assert_true(f->key && f->title);
    for (unsigned cc = 0; cc < WL_CCS; cc++) {
      char text[WL_FIELD_TEXT] = "";
      f->value(&wl_archs[cc], text);
      assert_true(*text && strlen(text) < WL_FIELD_TEXT - 1);
      const struct wl_origin *o = wl_arch_field_origin(f, &wl_archs[cc]);
      const char *source = wl_limit_source(&wl_archs[cc], f->key);
      assert_true(o != NULL || strcmp(text, "none") == 0 || strcmp(text, "unknown") == 0);
      assert_true(o == NULL || (o->certainty < WL_CERTAINTIES && *o->source));
      assert_string_equal(source, o ? o->source : "");
      /* A source speaks of the generation that it is given for. */
      assert_true(cc == WL_CC_90 || strstr(source, "H200") == NULL);
      assert_true(cc < WL_CC_35 || strstr(source, GUIDE4) == NULL);
      assert_true(cc >= WL_CC_35 || strstr(source, "13.1") == NULL);
    }
  }
  assert_string_equal(wl_limit_source(wl_arch_default(), "nothing"), "");
  assert_true(*wl_limit_source(wl_arch_default(), "block_shared"));
  assert_non_null(strstr(wl_limit_source(&wl_archs[WL_CC_13], "shared_reserved"), "spreadsheet"));
  for (unsigned f = 0; f < WL_FEATURES; f++)
    assert_true(wl_features[f].name && wl_features[f].source && wl_features[f].since < WL_CCS);
  assert_false(wl_arch_has(&wl_archs[WL_CC_21], WL_HAS_SHUFFLE));
  assert_true(wl_arch_has(&wl_archs[WL_CC_30], WL_HAS_SHUFFLE));
}

/* How sure a rule is depends on where it was looked at. */
static void certainty(void **state) {
  (void)state;
  static const struct { enum wl_rule_id rule; enum wl_cc cc; enum wl_certainty certainty; }
  rows[] = {
    {WL_RULE_BANK_MERGE, WL_CC_75, WL_MEASURED}, {WL_RULE_BANK_MERGE, WL_CC_86, WL_DERIVED},
    {WL_RULE_BANK_MERGE, WL_CC_120, WL_MEASURED}, {WL_RULE_BANK_MERGE, WL_CC_100, WL_DERIVED},
    {WL_RULE_DATA_LOAD, WL_CC_90, WL_MEASURED}, {WL_RULE_DATA_LOAD, WL_CC_80, WL_DERIVED},
    {WL_RULE_STRICT, WL_CC_10, WL_VENDOR}, {WL_RULE_TAG_GUESS, WL_CC_80, WL_DERIVED},
    {WL_RULE_BANK_KEPLER_WIDE, WL_CC_35, WL_DERIVED}, {WL_RULE_BANK, WL_CC_50, WL_VENDOR},
    {WL_RULE_COPY, WL_CC_90, WL_MEASURED}, {WL_RULE_COPY, WL_CC_80, WL_DERIVED},
    {WL_RULE_CAS_PASS, WL_CC_90, WL_MEASURED}, {WL_RULE_CAS_PASS, WL_CC_80, WL_DERIVED},
    {WL_RULE_DATA_STORE_MANY, WL_CC_90, WL_DERIVED},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    assert_int_equal(wl_rule_certainty(rows[i].rule, &wl_archs[rows[i].cc]), rows[i].certainty);
}

/* The same of columns: what the vendor tells, what was measured, what is only told. */
static void column_certainty(void **state) {
  (void)state;
  static const struct { const char *key; enum wl_cc cc; enum wl_certainty certainty; } rows[] = {
    {"banking", WL_CC_10, WL_VENDOR},   {"banking", WL_CC_37, WL_VENDOR},
    {"banking", WL_CC_52, WL_DERIVED},  {"banking", WL_CC_75, WL_MEASURED},
    {"banking", WL_CC_86, WL_DERIVED},  {"tag_hash", WL_CC_90, WL_MEASURED},
    {"tag_hash", WL_CC_80, WL_DERIVED}, {"max_local", WL_CC_13, WL_VENDOR},
    {"register_unit", WL_CC_13, WL_FOLKLORE},   {"register_unit", WL_CC_20, WL_VENDOR},
    {"shared_reserved", WL_CC_10, WL_FOLKLORE}, {"shared_reserved", WL_CC_80, WL_VENDOR},
    {"warps", WL_CC_10, WL_VENDOR},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const struct wl_arch *arch = &wl_archs[rows[i].cc];
    const struct wl_arch_field *f = wl_arch_field_find(rows[i].key);
    enum wl_certainty got = f ? wl_arch_field_origin(f, arch)->certainty : WL_CERTAINTIES;
    for (size_t k = 0; k < wl_sm_field_count; k++)
      if (strcmp(wl_sm_fields[k].key, rows[i].key) == 0)
        got = wl_sm_field_certainty(&wl_sm_fields[k], arch->sm);
    if (got != rows[i].certainty)
      fail_msg("%s of cc %s is %u", rows[i].key, arch->cc, (unsigned)got);
  }
}

/* The sizes that shared memory can have grow up to all of it; from 0 on where the guide says so. */
static void carveouts(void **state) {
  (void)state;
  for (size_t i = 0; i < WL_CCS; i++) {
    const struct wl_sm *sm = &wl_sms[i];
    bool none = i == WL_CC_70 || i >= WL_CC_80;
    assert_in_range(sm->carveouts, 1, WL_MAX_CARVEOUTS);
    assert_int_equal(sm->carveout_kib[0] == 0, none);
    for (uint32_t k = 1; k < sm->carveouts; k++)
      assert_true(sm->carveout_kib[k] > sm->carveout_kib[k - 1]);
    assert_int_equal(sm->carveout_kib[sm->carveouts - 1], sm->shared / 1024);
  }
}

/* What told of requests on one generation tells nothing of others. */
static void requests(void **state) {
  static const enum wl_cc told[] = {WL_CC_20, WL_CC_37, WL_CC_70, WL_CC_120};
  (void)state;
  for (size_t i = 0; i < sizeof told / sizeof *told; i++)
    assert_int_equal(wl_rule_certainty(WL_RULE_REQUEST, &wl_archs[told[i]]), WL_VENDOR);
  assert_int_equal(wl_rule_certainty(WL_RULE_REQUEST, &wl_archs[WL_CC_50]), WL_DERIVED);
  assert_int_equal(wl_rule_certainty(WL_RULE_REQUEST, &wl_archs[WL_CC_61]), WL_DERIVED);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(names),           cmocka_unit_test(what_was_meant),
    cmocka_unit_test(chips_are_targets), cmocka_unit_test(modes_are_choices),
    cmocka_unit_test(tables_are_whole), cmocka_unit_test(fields_are_told),
    cmocka_unit_test(certainty), cmocka_unit_test(column_certainty),
    cmocka_unit_test(carveouts), cmocka_unit_test(requests),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
