/* Which counter measures which figure, which launch is compared, and why they may differ. */
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core/cache/caches.h"
#include "core/gpu/target.h"
#include "report/counters/counters.h"
#include "words/profiler_names.h"

/* Limits of blocks on a multiprocessor: what the page raw calls them, and the page details. */
static const struct { const char *name, *details; } limits[WL_LIMITERS] = {
  [WL_LIMIT_BLOCKS] = {"launch__occupancy_limit_blocks", "Block Limit SM"},
  [WL_LIMIT_WARPS] = {"launch__occupancy_limit_warps", "Block Limit Warps"},
  [WL_LIMIT_SHARED] = {"launch__occupancy_limit_shared_mem", "Block Limit Shared Mem"},
  [WL_LIMIT_REGISTERS] = {"launch__occupancy_limit_registers", "Block Limit Registers"},
};

/* What the caches count. */
static const struct { const char *name, *label; size_t at; } caches[] = {
  {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum", "load sectors from L1",
   offsetof(struct wl_cache_totals, l1_hits)},
  {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_miss.sum", "load sectors that L1 misses",
   offsetof(struct wl_cache_totals, l1_misses)},
  {"lts__t_sectors_srcunit_tex_op_read.sum", "sectors that L2 reads",
   offsetof(struct wl_cache_totals, l2_reads)},
  {"dram__sectors_read.sum", "sectors from DRAM", offsetof(struct wl_cache_totals, dram_reads)},
};
enum { CACHES = sizeof caches / sizeof caches[0] };

static void add_name(struct wl_counters *c, const char *name) {
  if (!*name || wl_counters_find(c, name) >= 0 || c->names == WL_MAX_COUNTERS) return;
  snprintf(c->name[c->names++], WL_COUNTER_NAME, "%s", name);
}

void wl_counters_name(struct wl_counters *c) {
  char name[WL_COUNTER_NAME];
  for (uint8_t s = 0; s < WL_SPACES; s++)
    for (uint8_t op = 0; op < WL_OPS; op++)
      for (unsigned f = 0; f < WL_FIGURES; f++)
        for (size_t i = 0; i < wl_arch_count; i++) {
          struct wl_access a = {.space = s, .op = op};
          if (wl_archs[i].family != WL_TAGGED) continue; /* nvprof wrote other files */
          wl_counter_name(&wl_archs[i], &a, f, name, sizeof name);
          add_name(c, name);
        }
  for (unsigned i = 0; i < CACHES; i++) add_name(c, caches[i].name);
  for (unsigned i = 0; i < WL_LIMITERS; i++) add_name(c, limits[i].name);
}

int wl_counters_find(const struct wl_counters *c, const char *name) {
  for (unsigned i = 0; i < WL_LIMITERS; i++)
    if (strcmp(name, limits[i].details) == 0) name = limits[i].name;
  for (unsigned i = 0; i < c->names; i++)
    if (strcmp(name, c->name[i]) == 0) return (int)i;
  return -1;
}

/* "copy" of "void ns::copy<4>(float *)": where it begins, and its bytes. */
static const char *bare_name(const char *kernel, size_t *size) {
  const char *from = kernel;
  size_t n = strcspn(kernel, "(<[,");
  for (size_t i = 0; i < n; i++)
    if (kernel[i] == ' ' || kernel[i] == ':') from = kernel + i + 1;
  *size = (size_t)(kernel + n - from);
  return from;
}

static bool is_named(const char *kernel, const char *name, size_t n) {
  size_t size;
  const char *bare = bare_name(kernel, &size);
  return size == n && memcmp(bare, name, n) == 0;
}

static bool is_program(const struct wl_trace *t) {
  const char *end = strrchr(wl_trace_name(t), '.');
  return end && strcmp(end, ".cu") == 0;
}

/* Whether a launch is of the kernel of a recording: that of a script has its name, without the way
 * there and the end; a program says it in its title. */
static bool is_called(const struct wl_profile *l, const struct wl_trace *t) {
  const char *path = wl_trace_name(t), *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  size_t size = strcspn(name, ".");
  if (is_program(t)) name = bare_name(wl_trace_head(t) ? wl_trace_head(t)->title : "", &size);
  return is_named(l->kernel, name, size);
}

static bool same_shape(const struct wl_profile *l, const struct wl_head *h) {
  return h && memcmp(l->grid, h->grid, sizeof l->grid) == 0 &&
         memcmp(l->block, h->block, sizeof l->block) == 0;
}

const struct wl_profile *wl_counters_pick(const struct wl_counters *c, const struct wl_trace *t,
                                          size_t *like) {
  const struct wl_head *h = wl_trace_head(t);
  const struct wl_profile *best = NULL;
  int most = 0;
  uint32_t named = 0;
  bool one = !is_program(t); /* kernel */
  for (size_t i = 1; i < c->launches; i++)
    one &= strcmp(c->launch[i].kernel, c->launch[0].kernel) == 0;
  for (size_t i = 0; i < c->launches; i++) {
    const struct wl_profile *l = &c->launch[i];
    bool is = c->chosen[0] ? strcmp(l->id, c->chosen) == 0 : one || is_called(l, t);
    named += is;
    bool nth = c->nth && c->nth == (c->of_kernel ? named : i + 1);
    int fits = !is ? 0 : nth ? 3 : 1 + same_shape(l, h);
    if (fits > most) best = l, most = fits, *like = 0;
    *like += is && fits == most;
  }
  return best;
}

/* What a counter is of: kinds of access, and one figure of them. */
struct meaning {
  unsigned figure, spaces; /* WL_FIGURES: none; bit s for enum wl_space s */
  uint32_t ops[WL_SPACES]; /* bit op */
};

/* Kinds of access that count together, besides those that have the name for a figure. */
static void add_others(const char *name, struct meaning *m) {
  enum { EVERY = (1 << WL_OPS) - 1 };
  if (strstr(name, "_mem_lg")) { /* global and local memory */
    m->spaces = 1 << WL_GLOBAL | 1 << WL_LOCAL;
    m->ops[WL_GLOBAL] = m->ops[WL_LOCAL] = EVERY;
  } else if (strstr(name, "_mem_global_op_ld.sum")) { /* so do copies */
    m->ops[WL_GLOBAL] |= 1u << WL_COPY | 1u << WL_COPY_CG;
  } else if (strstr(name, "_mem_shared.sum")) { /* copies put what they read there */
    m->spaces |= 1 << WL_SHARED;
    m->ops[WL_SHARED] = EVERY;
  }
}

static struct meaning meaning_of(const struct wl_arch *arch, const char *name) {
  struct meaning m = {.figure = WL_FIGURES};
  char text[WL_COUNTER_NAME];
  for (uint8_t s = 0; s < WL_SPACES; s++)
    for (uint8_t op = 0; op < WL_OPS; op++)
      for (unsigned f = 0; f < WL_FIGURES; f++) {
        struct wl_access a = {.space = s, .op = op};
        if (!wl_figure_applies(f, (enum wl_space)s)) continue;
        wl_counter_name(arch, &a, f, text, sizeof text);
        if (strcmp(text, name) != 0) continue;
        m.figure = f;
        m.spaces |= 1u << s;
        m.ops[s] |= 1u << op;
      }
  if (m.figure < WL_FIGURES) add_others(name, &m);
  return m;
}

/* The figure of all these accesses. */
static void sum_up(const struct wl_analysis *a, const struct meaning *m,
                   struct wl_counter_row *row) {
  row->known = true;
  for (enum wl_space s = 0; s < WL_SPACES; s++)
    for (enum wl_op op = 0; op < WL_OPS; op++) {
      const struct wl_sum *sum = wl_analysis_sum(a, s, op);
      if (!(m->ops[s] >> op & 1) || sum->instructions == 0) continue;
      uint64_t v = sum->value[m->figure];
      row->known &= wl_sum_meaning(wl_analysis_arch(a), s, op, sum, m->figure) != WL_UNKNOWN;
      row->here = m->figure != WL_WAYS ? row->here + v : v > row->here ? v : row->here;
    }
}

/* "global load sectors", "global and local wavefronts" */
static void label(const struct meaning *m, char text[64]) {
  size_t used = 0;
  uint32_t ops = 0;
  text[0] = '\0';
  for (unsigned s = 0; s < WL_SPACES; s++) {
    if (!(m->spaces >> s & 1)) continue;
    used += (size_t)snprintf(text + used, 64 - used, "%s%s", used ? " and " : "",
                             wl_space_names[s]);
    ops |= m->ops[s];
  }
  bool atomic = ops >> WL_ATOMIC & 1, many = ops >> WL_LOAD & ops >> WL_STORE & 1;
  const char *op = many ? "" : wl_op_names[atomic ? WL_ATOMIC : __builtin_ctz(ops)];
  snprintf(text + used, 64 - used, "%s%s %s", *op ? " " : "", op, wl_metrics[m->figure].title);
}

enum sign { LESS = 1, MORE = 2, EITHER = LESS | MORE };
#define F(bit) (1u << (bit))
enum {
  ANY_FIGURE = F(WL_FIGURES) - 1, ANY_SPACE = F(WL_SPACES) - 1, ANY_OP = F(WL_OPS) - 1,
  ATOMICS = F(WL_ATOMIC) | F(WL_CAS) | F(WL_REDUCE), STORES = F(WL_STORE) | F(WL_MATRIX_STORE),
  LOADS = F(WL_LOAD) | F(WL_COPY) | F(WL_COPY_CG) | F(WL_MATRIX_LOAD),
};

static const char barriers[] = "barriers and commits of copies are requests without a sector";

/* Why a counter may say something else than the figure: the first row that fits. Sources:
 * warplens-model(7), Counters and below; tests/truth/README.md. */
static const struct {
  uint32_t figures, ops;
  uint8_t spaces, sign;
  const char *text;
} reasons[] = {
  {F(WL_WAYS), ANY_OP, ANY_SPACE, EITHER, "there it is a mean, here the most of one instruction"},
  {ANY_FIGURE, ANY_OP, F(WL_TEXTURE), MORE, "L2 serves global and local memory as well"},
  {F(WL_WAVEFRONTS), ANY_OP, F(WL_CONSTANT), MORE, "a launch reads constants of its own"},
  {ANY_FIGURE, ANY_OP, F(WL_LOCAL), MORE, "registers are spilled to local memory"},
  {ANY_FIGURE & ~F(WL_REQUESTS), ATOMICS, ANY_SPACE, LESS,
   "atomics of a warp at one address are summed up by the compiler"},
  {ANY_FIGURE, LOADS, F(WL_SHARED), LESS, "loads are merged into wider ones"},
  {F(WL_WAVEFRONTS), ANY_OP, F(WL_SHARED), MORE,
   "arbitration: fills of L1 and other warps use the banks, too"},
  {F(WL_REQUESTS), ANY_OP, F(WL_GLOBAL), MORE, barriers},
  {F(WL_SECTORS), STORES, F(WL_GLOBAL), EITHER,
   "the counter varies where sectors are written in part"},
  {F(WL_TAG_WAVEFRONTS) | F(WL_WAVEFRONTS), ANY_OP, F(WL_GLOBAL) | F(WL_LOCAL), EITHER,
   "estimates: warplens-model(7), Score"},
  {ANY_FIGURE, ANY_OP, ANY_SPACE, LESS, "accesses are merged, or values kept in registers"},
};

/* What explains any difference: another card, another launch. */
static bool tell_launch(const struct wl_profile *l, const struct wl_trace *t,
                        const struct wl_arch *arch, char reason[96]) {
  const struct wl_arch *card = l->cc[0] ? wl_arch_find(l->cc) : NULL;
  if (l->cc[0] && (!card || card->id != arch->id))
    snprintf(reason, 96, "another card: that one is of cc %s", l->cc);
  else if (l->block[0] && !same_shape(l, wl_trace_head(t)))
    snprintf(reason, 96, "another launch: grid %" PRIu32 ",%" PRIu32 ",%" PRIu32
             ", block %" PRIu32 ",%" PRIu32 ",%" PRIu32, l->grid[0], l->grid[1], l->grid[2],
             l->block[0], l->block[1], l->block[2]);
  return reason[0] != '\0';
}

static void tell_reason(const struct meaning *m, struct wl_counter_row *row) {
  uint32_t ops = 0;
  enum sign sign = row->counted < row->here ? LESS : MORE;
  for (unsigned s = 0; s < WL_SPACES; s++) ops |= m->ops[s];
  for (size_t i = 0; i < sizeof reasons / sizeof reasons[0] && !row->reason[0]; i++)
    if (reasons[i].figures >> m->figure & 1 && !(ops & ~reasons[i].ops) &&
        !(m->spaces & ~reasons[i].spaces & 0xffu) && reasons[i].sign & sign)
      snprintf(row->reason, sizeof row->reason, "%s", reasons[i].text);
}

/* Requests that barriers make have no sectors: where these differ, too, it is something else. */
static void drop_barriers(struct wl_counter_row *row, size_t rows) {
  for (size_t i = 0; i < rows; i++) {
    if (strcmp(row[i].reason, barriers) != 0) continue;
    size_t n = strlen(row[i].label) - strlen("requests");
    for (size_t k = 0; k < rows; k++)
      if (strncmp(row[k].label, row[i].label, n) == 0 && row[k].counted != row[k].here &&
          strcmp(row[k].label + n, "sectors") == 0)
        row[i].reason[0] = '\0';
  }
}

/* A limit of occupancy. False: it is none, or nothing limits it here. */
static bool compare_limit(const struct wl_residency *now, struct wl_counter_row *row) {
  unsigned i = 0;
  while (i < WL_LIMITERS && strcmp(row->counter, limits[i].name) != 0) i++;
  if (i == WL_LIMITERS || now->occupancy.by[i] == UINT32_MAX) return false;
  snprintf(row->label, sizeof row->label, "blocks/SM, limit: %s", wl_limiter_names[i]);
  row->here = now->occupancy.by[i];
  row->known = true;
  if (i == WL_LIMIT_REGISTERS && now->registers.assumed)
    snprintf(row->reason, sizeof row->reason, "registers are assumed: --registers");
  if (i == WL_LIMIT_SHARED && row->counted < row->here)
    snprintf(row->reason, sizeof row->reason,
             "the driver gives shared memory a smaller part of L1");
  return true;
}

/* A figure of the caches. False: it is none, or nobody has looked at them. */
static bool compare_cache(const struct wl_analysis *a, struct wl_counter_row *row) {
  unsigned i = 0;
  while (i < CACHES && strcmp(row->counter, caches[i].name) != 0) i++;
  if (i == CACHES || !wl_analysis_caches(a)) return false;
  struct wl_cache_totals t = wl_caches_totals(wl_analysis_caches(a));
  memcpy(&row->here, (const char *)&t + caches[i].at, sizeof row->here);
  snprintf(row->label, sizeof row->label, "%s", caches[i].label);
  snprintf(row->reason, sizeof row->reason, "it also depends on the order of warps and blocks");
  row->known = true;
  return true;
}

size_t wl_counters_compare(const struct wl_counters *c, const struct wl_profile *l,
                           const struct wl_trace *t, const struct wl_analysis *a,
                           struct wl_registers registers,
                           struct wl_counter_row row[WL_MAX_COUNTERS]) {
  const struct wl_arch *arch = wl_analysis_arch(a);
  struct wl_residency now;
  bool held = wl_trace_head(t) && wl_residency(wl_trace_head(t), arch, registers, &now) && now.fits;
  size_t rows = 0;
  for (unsigned i = 0; i < c->names; i++) {
    struct wl_counter_row *r = &row[rows];
    *r = (struct wl_counter_row){.counter = c->name[i], .counted = l->counted[i]};
    if (r->counted == WL_NOT_COUNTED) continue;
    struct meaning m = meaning_of(arch, r->counter);
    if (m.figure < WL_FIGURES) {
      sum_up(a, &m, r);
      label(&m, r->label);
      if (r->counted == 0 && r->here == 0) continue;
    } else if (!compare_cache(a, r) && (!held || !compare_limit(&now, r))) {
      continue;
    }
    bool differs = r->known && r->counted != r->here;
    if (!differs) r->reason[0] = '\0';
    else if (!tell_launch(l, t, arch, r->reason) && m.figure < WL_FIGURES) tell_reason(&m, r);
    rows++;
  }
  drop_barriers(row, rows);
  return rows;
}
