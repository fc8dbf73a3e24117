/* Levels of memory and occupancy: what is known, the ways of instructions, and
 * the words for it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/analysis/costs.h"
#include "core/gpu/target.h"
#include "scene.h"
#include "words/memory_chart.h"
#include "words/memory_levels.h"
#include "words/occupancy_text.h"

static struct wl_step access_of(enum wl_space space, enum wl_op op, enum wl_cache cache, bool hit) {
  struct wl_step s = {.kind = WL_STEP_ACCESS};
  s.access = (struct wl_access){.space = (uint8_t)space, .op = (uint8_t)op,
                                .cache = (uint8_t)cache, .width = 4, .hit = hit, .mask = 1};
  return s;
}

enum { L1 = 1 << WL_LEVEL_L1, L2 = 1 << WL_LEVEL_L2, DRAM = 1 << WL_LEVEL_DRAM };

static void test_ways(void **state) {
  (void)state;
  static const struct {
    const char *cc;
    enum wl_op op;
    enum wl_cache cache;
    bool hit;
    unsigned way;
  } rows[] = {
    {"9.0", WL_LOAD, WL_PLAIN, false, L1 | L2 | DRAM},
    {"9.0", WL_LOAD, WL_PLAIN, true, L1},
    {"9.0", WL_LOAD, WL_CG, false, L2 | DRAM},
    {"9.0", WL_LOAD, WL_NC, false, L1 | L2 | DRAM},
    {"9.0", WL_STORE, WL_PLAIN, false, L1 | L2 | DRAM},
    {"9.0", WL_REDUCE, WL_PLAIN, false, L2 | DRAM},
    {"3.5", WL_LOAD, WL_NC, false, 1 << WL_LEVEL_TEXTURE | L2 | DRAM},
    {"3.5", WL_LOAD, WL_PLAIN, false, L2 | DRAM},
    {"3.5", WL_LOAD, WL_CA, false, L1 | L2 | DRAM},
    {"3.0", WL_LOAD, WL_PLAIN, false, L2 | DRAM},
    {"2.0", WL_LOAD, WL_PLAIN, false, L1 | L2 | DRAM},
    {"2.0", WL_STORE, WL_PLAIN, false, L2 | DRAM},
    {"1.3", WL_LOAD, WL_PLAIN, false, DRAM},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const struct wl_arch *arch = wl_arch_find(rows[i].cc);
    struct wl_step s = access_of(WL_GLOBAL, rows[i].op, rows[i].cache, rows[i].hit);
    assert_int_equal(wl_level_path(arch, &s), rows[i].way);
    assert_true(strlen(wl_level_path_text(arch, &s)) > 10);
  }
  struct wl_step s = access_of(WL_SHARED, WL_LOAD, WL_PLAIN, false);
  assert_int_equal(wl_level_path(wl_arch_default(), &s), 1 << WL_LEVEL_SHARED);
  s.kind = WL_STEP_BARRIER;
  assert_int_equal(wl_level_path(wl_arch_default(), &s), 0);
}

/* The numbers of the chart that lines and arrays make add up to it, within its bounds. */
static void test_chart(void **state) {
  (void)state;
  static const struct { const char *scene; int value; double loads, shared, misses; } rows[] = {
    {"vadd", 0, 1024, 0, 1024}, {"product", 0, 32768, 0, 4096}, {"product", 1, 4096, 17408, 4096},
    {"rows", 0, 65536, 0, 8192},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct scene s = scene_create(rows[i].scene, rows[i].value);
    struct wl_memory_chart c;
    size_t count;
    const struct wl_line_cost *line = wl_analysis_lines(s.analysis, &count);
    wl_memory_chart(s.analysis, &c);
    assert_true(c.modelled && !c.estimate);
    assert_true(c.part[WL_CHART_LOADS].low == rows[i].loads);
    assert_true(c.part[WL_CHART_SHARED].low == rows[i].shared);
    assert_true(c.part[WL_CHART_L2_READS].model == rows[i].misses);
    for (enum wl_chart_part p = 0; p < WL_CHART_DRAM_READS; p++) {
      const struct wl_chart_figure *f = &c.part[p];
      uint64_t all = 0, arrays = 0;
      for (size_t k = 0; k < count; k++) {
        all += wl_chart_share(s.analysis, p, line[k].line, WL_NO_ARRAY);
        for (uint16_t a = 0; a < wl_trace_head(s.trace)->arrays; a++)
          arrays += wl_chart_share(s.analysis, p, line[k].line, a);
      }
      double model = p == WL_CHART_HITS ? rows[i].loads - rows[i].misses : f->model;
      assert_true(f->low <= f->model && f->model <= f->high);
      assert_true((double)all == model);
      if (p != WL_CHART_SHARED) assert_int_equal(arrays, all);
    }
    scene_destroy(s);
  }
}

/* A number has a source; none is made up for what nobody measured. */
static void test_facts(void **state) {
  (void)state;
  struct wl_level_facts f;
  struct wl_target t = wl_target_make(wl_arch_default(), NULL);
  wl_level_facts(t, WL_LEVEL_DRAM, &f);
  assert_true(f.latency.known && f.latency.low > 600 && f.latency.source);
  assert_string_equal(f.latency.chip, "H200");
  assert_false(f.size.known);
  wl_level_facts(t, WL_LEVEL_SHARED, &f);
  assert_int_equal((int)f.size.low, 228 << 10);
  assert_false(f.bandwidth.known);
  wl_level_facts(t, WL_LEVEL_TEXTURE, &f); /* measured on a relative only */
  assert_string_equal(f.latency.chip, "H100");
  t = wl_target_make(wl_arch_find("1.3"), NULL);
  wl_level_facts(t, WL_LEVEL_L1, &f);
  assert_false(f.exists);
  wl_level_facts(t, WL_LEVEL_DRAM, &f);
  assert_true(f.exists && !f.latency.known && f.bandwidth.known);
  assert_int_equal(f.bandwidth.certainty, WL_FOLKLORE);
  for (size_t i = 0; i < wl_latency_count; i++) { /* every measured chip has a generation */
    const struct wl_chip *chip = wl_chip_find(wl_latencies[i].chip);
    assert_non_null(chip);
    assert_string_equal(chip->name, wl_latencies[i].chip);
  }
  for (size_t i = 0; i < wl_bandwidth_count; i++)
    assert_string_equal(wl_chip_find(wl_bandwidths[i].chip)->name, wl_bandwidths[i].chip);
}

/* Every chip has its own figures; those of another are marked as such. */
static void test_chips(void **state) {
  (void)state;
  static const struct {
    const char *name;
    enum wl_level level;
    double latency, tbps;
    const char *of; /* the chip of the latency */
  } rows[] = {
    {"H100", WL_LEVEL_L1, 38, 0, "H100"},
    {"H100", WL_LEVEL_L2, 219, 4.95, "H100"},
    {"H100", WL_LEVEL_DRAM, 834, 3.352, "H100"},
    {"H100 PCIe", WL_LEVEL_DRAM, 834, 2.02, "H100"},
    {"9.0", WL_LEVEL_DRAM, 694.2, 3.89, "H200"},
    {"GH200", WL_LEVEL_L2_FAR, 465, 0, "GH200"},
    {"K20c", WL_LEVEL_CONSTANT_L15, 120, 0, "K20c"},
    {"K40", WL_LEVEL_READ_ONLY, 130, 0, "K20c"},
    {"RTX 3070", WL_LEVEL_CONSTANT, 14, 0, "RTX 3070"},
    {"A100-80", WL_LEVEL_DRAM, 515, 1.89, "A100-80"},
    {"A100", WL_LEVEL_DRAM, 515, 1.54, "A100-80"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct wl_target t;
    struct wl_level_facts f;
    assert_true(wl_target_find(rows[i].name, &t, NULL));
    wl_level_facts(t, rows[i].level, &f);
    assert_true(f.exists && f.latency.known);
    assert_float_equal(f.latency.low, rows[i].latency, 0.05);
    assert_string_equal(f.latency.chip, rows[i].of);
    if (rows[i].tbps > 0) assert_float_equal(f.bandwidth.low, rows[i].tbps, 0.005);
  }
}

/* What is left of the array that L1 shares with shared memory is not its sum. */
static void test_sizes(void **state) {
  (void)state;
  static const struct { const char *name; double low, high; } rows[] = {
    {"M2090", 16, 48}, {"GTX 680", 16, 48}, {"K40", 16, 48}, {"GTX 980", 48, 48},
    {"P100", 24, 24}, {"V100", 32, 128}, {"T4", 32, 64}, {"H200", 28, 256},
  };
  struct wl_level_facts f;
  struct wl_target t;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    assert_true(wl_target_find(rows[i].name, &t, NULL));
    wl_level_facts(t, WL_LEVEL_L1, &f);
    assert_true(f.size.known && f.size.certainty == WL_VENDOR);
    assert_float_equal(f.size.low / 1024, rows[i].low, 0.1);
    assert_float_equal(f.size.high / 1024, rows[i].high, 0.1);
  }
  wl_level_facts(t, WL_LEVEL_REGISTERS, &f); /* not what a shuffle takes */
  assert_true(f.latency.low < 5 && f.latency.certainty == WL_FOLKLORE);
  wl_level_facts(t, WL_LEVEL_SHUFFLE, &f);
  assert_true(f.latency.low > 20 && f.latency.certainty == WL_MEASURED);
}

static void test_occupancy(void **state) {
  (void)state;
  static struct wl_head h;
  struct wl_residency before, now;
  struct wl_registers registers = {WL_ASSUMED_REGISTERS, true};
  char text[128];
  h = (struct wl_head){.grid = {1, 1, 1}, .block = {128, 1, 1}, .shared_bytes = 32768};
  assert_false(wl_residency(NULL, wl_arch_default(), registers, &now));
  assert_true(wl_residency(&h, wl_arch_default(), registers, &before));
  assert_true(before.fits);
  assert_string_equal(wl_residency_text(&before, text),
                      "6 blocks of 4 warps: 24 of 64 per SM (37 %)");
  assert_string_equal(wl_residency_limits(&before, text), "shared memory");
  h.shared_bytes += 8192; /* a padding that costs */
  assert_true(wl_residency(&h, wl_arch_default(), registers, &now));
  assert_string_equal(wl_residency_note(&before, &now, "pad 0 → 1", text),
                      "pad 0 → 1 costs a block: 5 instead of 6 per SM, limit: shared memory");
  assert_null(wl_residency_note(&now, &before, "pad 1 → 0", text));
  assert_null(wl_residency_note(&now, &now, "pad 1 → 1", text));
  h.block[0] = 256, h.shared_bytes = 65536; /* fewer blocks, and as many warps */
  assert_true(wl_residency(&h, wl_arch_default(), registers, &now));
  assert_true(now.occupancy.blocks < before.occupancy.blocks);
  assert_null(wl_residency_note(&before, &now, "T 128 → 256", text));
  h.block[0] = 1024;
  registers = (struct wl_registers){65, false};
  assert_true(wl_residency(&h, wl_arch_default(), registers, &now));
  assert_false(now.fits);
  assert_string_equal(now.diag.what, "1024 threads of 65 registers take 73728; cc 9.0 has at most "
                                     "65536 for a block (CUDA Programming Guide 13.1 and older "
                                     "editions, compute capabilities)");
  assert_string_equal(now.diag.hint, "up to 64 registers a thread fit");
  h.block[0] = 32; /* 16 bytes are the system's */
  h.shared_bytes = 16384;
  registers.count = 32;
  assert_true(wl_residency(&h, wl_arch_find("1.0"), registers, &now));
  assert_false(now.fits);
  assert_non_null(strstr(now.diag.what, "; cc 1.0 has at most 16384 (CUDA C Programming Guide 4"));
  assert_non_null(strstr(now.diag.what, "), and the system takes 16 of them (the occupancy "));
  h.block[0] = 512; /* nobody said that it takes so many registers as are assumed elsewhere */
  h.shared_bytes = 0;
  assert_true(wl_residency(&h, wl_arch_find("1.0"), wl_registers_given(0), &now));
  assert_true(now.fits && now.registers.assumed);
  assert_int_equal(now.registers.count, 16);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_ways), cmocka_unit_test(test_chart), cmocka_unit_test(test_facts),
    cmocka_unit_test(test_chips), cmocka_unit_test(test_sizes), cmocka_unit_test(test_occupancy),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
