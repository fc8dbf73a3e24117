#include "words/profiler_names.h"

#include <stdio.h>
#include <string.h>

#include "core/explain/metric.h"

/* Where the name of wl_metrics is not that of the operation: on generations from `since`
 * up to before `until`. Source: ncu --query-metrics of Nsight Compute 2025.3.1, for
 * chips of cc 7.5, 8.0, 8.6, 8.9, 9.0, 10.0 and 12.0. Those of copies past L1 count all
 * global and local accesses together: it has none for them alone. */
static const struct exception {
  uint8_t op, figure, since, until; /* enum wl_cc */
  const char *name;                 /* NULL: it has none */
} exceptions[] = {
#define ACCESS "pipe_lsu_mem_global_op_ldgsts_cache_access.sum"
#define BYPASS "pipe_lsu_mem_global_op_ldgsts_cache_bypass.sum"
  {WL_COPY, WL_REQUESTS, WL_CC_80, WL_CC_90, "smsp__sass_l1tex_t_requests_" ACCESS},
  {WL_COPY, WL_SECTORS, WL_CC_80, WL_CC_90, "smsp__sass_l1tex_t_sectors_" ACCESS},
  {WL_COPY, WL_LINE_COUNT, WL_CC_80, WL_CC_90, NULL},
  {WL_COPY, WL_TAG_WAVEFRONTS, WL_CC_80, WL_CC_90, "smsp__sass_l1tex_t_output_wavefronts_" ACCESS},
  {WL_COPY, WL_REQUESTS, WL_CC_90, WL_CCS, "l1tex__t_requests_" ACCESS},
  {WL_COPY, WL_SECTORS, WL_CC_90, WL_CCS, "l1tex__t_sectors_" ACCESS},
  {WL_COPY, WL_LINE_COUNT, WL_CC_90, WL_CCS, "l1tex__t_set_accesses_" ACCESS},
  {WL_COPY, WL_TAG_WAVEFRONTS, WL_CC_90, WL_CCS, "l1tex__t_output_wavefronts_" ACCESS},
  {WL_COPY, WL_WAVEFRONTS, WL_CC_80, WL_CCS, "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"},
  {WL_COPY_CG, WL_REQUESTS, WL_CC_80, WL_CCS, "smsp__sass_l1tex_t_requests_" BYPASS},
  {WL_COPY_CG, WL_SECTORS, WL_CC_80, WL_CC_90, NULL},
  {WL_COPY_CG, WL_LINE_COUNT, WL_CC_80, WL_CC_90, NULL},
  {WL_COPY_CG, WL_TAG_WAVEFRONTS, WL_CC_80, WL_CC_90, NULL},
  {WL_COPY_CG, WL_SECTORS, WL_CC_90, WL_CCS, "l1tex__t_sectors_pipe_lsu_mem_lg.sum"},
  {WL_COPY_CG, WL_LINE_COUNT, WL_CC_90, WL_CCS, "l1tex__t_set_accesses_pipe_lsu_mem_lg.sum"},
  {WL_COPY_CG, WL_TAG_WAVEFRONTS, WL_CC_90, WL_CCS,
   "l1tex__t_output_wavefronts_pipe_lsu_mem_lg.sum"},
  {WL_COPY_CG, WL_L2_REQUESTS, WL_CC_80, WL_CCS, "lts__t_requests_srcunit_tex.sum"},
  {WL_MATRIX_LOAD, WL_REQUESTS, WL_CC_75, WL_CCS, "smsp__inst_executed_op_ldsm.sum"},
  {WL_MATRIX_STORE, WL_REQUESTS, WL_CC_90, WL_CCS, "smsp__inst_executed_op_shared_stsm.sum"},
#undef ACCESS
#undef BYPASS
};

static const struct exception *exception_of(const struct wl_arch *arch, const struct wl_access *a,
                                            unsigned figure) {
  for (size_t i = 0; i < sizeof exceptions / sizeof exceptions[0]; i++) {
    const struct exception *e = &exceptions[i];
    if (e->op == a->op && e->figure == figure && arch->id >= e->since && arch->id < e->until)
      return e;
  }
  return NULL;
}

/* "…_op_{ld,st}.sum" with the operation alone; shared memory has no reductions: they
 * count as atomics. */
static void fill_in(const char *name, const struct wl_access *a, char *text, size_t size) {
  static const char *const ops[WL_OPS] = {
    [WL_LOAD] = "ld", [WL_STORE] = "st", [WL_REDUCE] = "red", [WL_ATOMIC] = "atom",
    [WL_CAS] = "atom", [WL_COPY] = "ld", [WL_COPY_CG] = "ld", [WL_MATRIX_LOAD] = "ld",
    [WL_MATRIX_STORE] = "st",
  };
  const char *op = a->op == WL_REDUCE && a->space == WL_SHARED ? "atom" : ops[a->op];
  const char *open = strchr(name, '{'), *close = strchr(name, '}');
  if (open == NULL || close == NULL) snprintf(text, size, "%s", name);
  else snprintf(text, size, "%.*s%s%s", (int)(open - name), name, op, close + 1);
}

void wl_counter_name(const struct wl_arch *arch, const struct wl_access *a, unsigned figure,
                     char *text, size_t size) {
  const struct exception *e = exception_of(arch, a, figure);
  const char *name = figure < WL_FIGURES ? wl_metrics[figure].profiler[a->space] : NULL;
  bool current = arch->family == WL_TAGGED; /* today's profiler starts with cc 7.0 */
  bool data = figure == WL_WAVEFRONTS && a->space == WL_GLOBAL;
  bool early = arch->id >= WL_CC_20 && (a->op == WL_LOAD || a->op == WL_STORE); /* nvprof */
  if (e != NULL) name = e->name;
  else if (current == (figure == WL_TRANSACTIONS)) name = NULL;
  else if (!current && !early) name = NULL;
  else if (data && arch->id < WL_CC_90) name = "l1tex__data_pipe_lsu_wavefronts_mem_lg.sum";
  fill_in(name ? name : "", a, text, size);
}
