#include "words/memory_chart.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "words/format.h"

const struct wl_chart_row wl_chart_rows[WL_CHART_PARTS] = {
  [WL_CHART_LOADS] = {
    "loads", "global loads", "sectors", "sectors that loads of global memory ask for",
    "a sector for every 32 bytes touched",
    "Each warp instruction is a request; it asks for the sectors that its lanes touch, each once."},
  [WL_CHART_STORES] = {
    "stores", "global stores", "sectors", "sectors that stores of global memory write",
    "a sector for every 32 bytes touched",
    "Stores go through L1 to L2. L1 keeps what they write where the generation lets it."},
  [WL_CHART_ATOMICS] = {
    "atomics", "global atomics", "sectors", "sectors that atomics of global memory update",
    "a sector for every 32 bytes touched",
    "Atomics are done in L2: L1 has no part in them, and drops the sectors that it has."},
  [WL_CHART_LOCAL] = {
    "local", "local memory", "sectors", "sectors of local memory, loads and stores",
    "a sector for every 32 bytes touched",
    "Local memory uses the same caches as global memory. Its hits are not modelled."},
  [WL_CHART_TEXTURE] = {
    "texture", "texture", "sectors", "sectors that texture fetches ask for",
    "a sector for every 32 bytes touched",
    "Fetches use the texture cache, which newer generations have in L1. Its hits are not "
    "modelled."},
  [WL_CHART_CONSTANT] = {
    "constant", "constant memory", "passes", "passes of constant memory, one for each address",
    "one address a pass",
    "The constant cache serves one address to all lanes at a time. Its misses are not modelled."},
  [WL_CHART_SHARED] = {
    "shared", "shared memory", "wavefronts", "wavefronts of shared memory",
    "one word per bank and wavefront",
    "Shared memory lies in the SM: nothing goes further. Each wavefront takes a cycle."},
  [WL_CHART_HITS] = {
    "l1_hits", "L1 hit rate", "", "sectors that loads find in L1, of those that they ask for",
    "L1 keeps the lines used last",
    "Each SM has an L1, empty at first. A load finds a sector there if an earlier access of a "
    "block on the same SM brought it, or has it on the way. A miss fetches the sectors asked "
    "for; where all lines are taken, the one used least recently goes."},
  [WL_CHART_L2_READS] = {
    "l2_reads", "L2 reads", "sectors", "sectors that L1 fetches from L2",
    "what misses L1",
    "L1 requests each sector that a load misses from L2. Each sector of the launch comes in once "
    "at least."},
  [WL_CHART_L2_WRITES] = {
    "l2_writes", "L2 writes", "sectors", "sectors stored in L2",
    "L1 writes through",
    "All stores go to L2. Stores of the same sector may merge on the way."},
  [WL_CHART_L2_ATOMICS] = {
    "l2_atomics", "L2 atomics", "sectors", "sectors that atomics update in L2",
    "atomics are done in L2",
    "Each sector of an atomic instruction is updated in L2: lanes that update the same one are one "
    "here, and count each where the kernel asks."},
  [WL_CHART_DRAM_READS] = {
    "dram_reads", "DRAM reads", "(" WL_CHART_CODE ")", "bytes that L2 fetches from DRAM",
    "64 bytes at a time, once each while L2 has room",
    "A sector that misses L2 comes from DRAM with the other half of its 64 bytes. L2 is empty at "
    "first. The launch itself reads 96 sectors: its code and parameters."},
  [WL_CHART_DRAM_WRITES] = {
    "dram_writes", "DRAM writes", "", "bytes that L2 has to write to DRAM before the launch ends",
    "written back when L2 is full",
    "Stored data stay in L2 as long as there is room; what does not fit is written to DRAM. The "
    "rest is written later."},
  [WL_CHART_TIME] = {
    "time", "least time", "", "microseconds that the launch takes at least",
    "the level that is busy longest",
    "Each level can only move so much in a second. What the launch has to move, by that, is a time "
    "that it cannot beat; the longest one counts. It is a bound, not a prediction: latencies and "
    "waiting come on top."},
};

static void set(struct wl_chart_figure *f, double low, double model, double high,
                enum wl_chart_reason reason) {
  f->known = true;
  f->low = low;
  f->model = model;
  f->high = high;
  f->reason = low == high ? WL_CHART_FIRM : reason;
}

/* The figure that a part counts of the instructions of its memory, by operation: the first parts
 * are sums of the analysis. */
static bool counts(enum wl_chart_part part, enum wl_space s, enum wl_op op,
                   enum wl_figure *figure) {
  bool atomic = wl_op_is_atomic(op);
  *figure = wl_main_figure(s);
  switch (part) {
  case WL_CHART_LOADS: return s == WL_GLOBAL && op != WL_STORE && !atomic;
  case WL_CHART_STORES: return s == WL_GLOBAL && op == WL_STORE;
  case WL_CHART_ATOMICS: return s == WL_GLOBAL && atomic;
  case WL_CHART_LOCAL: return s == WL_LOCAL;
  case WL_CHART_TEXTURE: return s == WL_TEXTURE;
  case WL_CHART_CONSTANT: return s == WL_CONSTANT;
  case WL_CHART_SHARED: return s == WL_SHARED;
  default: return false;
  }
}

static void sum_up(const struct wl_sum sum[WL_SPACES][WL_OPS], enum wl_chart_part part,
                   struct wl_chart_figure *f) {
  uint64_t all = 0;
  enum wl_figure figure;
  f->known = true;
  for (enum wl_space s = 0; s < WL_SPACES; s++)
    for (enum wl_op op = 0; op < WL_OPS; op++) {
      if (!counts(part, s, op, &figure)) continue;
      f->requests += sum[s][op].value[WL_REQUESTS];
      all += sum[s][op].value[figure];
      if (sum[s][op].instructions > 0 && sum[s][op].unknown >> figure & 1) f->known = false;
    }
  f->low = f->high = f->model = (double)all;
}

static void find_sums(const struct wl_analysis *a, struct wl_memory_chart *c) {
  struct wl_sum sum[WL_SPACES][WL_OPS];
  for (enum wl_space s = 0; s < WL_SPACES; s++)
    for (enum wl_op op = 0; op < WL_OPS; op++) sum[s][op] = *wl_analysis_sum(a, s, op);
  for (enum wl_chart_part part = 0; part <= WL_CHART_SHARED; part++)
    sum_up(sum, part, &c->part[part]);
}

/* What L1, L2 and DRAM have of it. */
static void find_caches(const struct wl_caches *caches, struct wl_memory_chart *c) {
  struct wl_cache_totals t = wl_caches_totals(caches);
  struct wl_chart_figure *f = c->part;
  double asked = (double)(t.l1_hits + t.l1_misses), bytes = WL_CACHE_SECTOR;
  enum wl_chart_reason why = t.fits ? WL_CHART_BLOCKS : WL_CHART_ORDER;
  c->estimate = wl_caches_model(caches)->estimate;
  f[WL_CHART_HITS].requests = f[WL_CHART_L2_READS].requests = f[WL_CHART_LOADS].requests;
  f[WL_CHART_L2_WRITES].requests = f[WL_CHART_STORES].requests;
  f[WL_CHART_DRAM_WRITES].requests = f[WL_CHART_STORES].requests;
  f[WL_CHART_L2_ATOMICS].requests = f[WL_CHART_ATOMICS].requests;
  f[WL_CHART_DRAM_READS].requests = f[WL_CHART_LOADS].requests + f[WL_CHART_ATOMICS].requests;
  c->past_l1 = wl_caches_model(caches)->l1_lines == 0;
  if (c->past_l1) f[WL_CHART_HITS].requests = 0;
  else if (asked > 0)
    set(&f[WL_CHART_HITS], 1 - (double)t.l1_misses_at_most / asked, (double)t.l1_hits / asked,
        1 - (double)t.l1_misses_at_least / asked, why);
  set(&f[WL_CHART_L2_READS], (double)t.l2_reads_at_least, (double)t.l2_reads,
      (double)t.l2_reads_at_most,
      t.l1_misses_at_least == t.l1_misses_at_most ? WL_CHART_MERGE : why);
  uint64_t stored = t.stored < t.l2_writes ? t.stored : t.l2_writes; /* atomics store, too */
  set(&f[WL_CHART_L2_WRITES], (double)stored, (double)t.l2_writes, (double)t.l2_writes,
      WL_CHART_MERGE);
  set(&f[WL_CHART_L2_ATOMICS], (double)t.l2_atomics, (double)t.l2_atomics, (double)t.l2_atomics,
      WL_CHART_FIRM);
  set(&f[WL_CHART_DRAM_READS], (double)t.dram_reads * bytes, (double)t.dram_reads * bytes,
      (double)t.dram_reads * bytes, WL_CHART_FIRM);
  set(&f[WL_CHART_DRAM_WRITES], (double)t.written_at_least * bytes,
      (double)t.written_at_least * bytes, -1, WL_CHART_STAYS);
}

void wl_memory_chart(const struct wl_analysis *a, struct wl_memory_chart *out) {
  const struct wl_caches *caches = wl_analysis_caches(a);
  struct wl_time_bound b;
  *out = (struct wl_memory_chart){.modelled = caches != NULL};
  find_sums(a, out);
  if (caches != NULL) find_caches(caches, out);
  if (!wl_time_bound(a, &b)) return;
  double us = b.us[b.limit];
  out->limit = b.limit;
  out->tells = b.tells;
  if (us > 0) {
    set(&out->part[WL_CHART_TIME], us, us, us, WL_CHART_FIRM);
    out->part[WL_CHART_TIME].requests = 1;
  }
}

static bool is_bytes(enum wl_chart_part part) {
  return part == WL_CHART_DRAM_READS || part == WL_CHART_DRAM_WRITES;
}

/* Without its unit where another one with it follows. */
static const char *percent(double share, bool unit, char text[WL_CHART_TEXT]) {
  double of = floor(1000 * share + 0.5) / 10;
  if (of >= 100 && share < 1) of = 99.9; /* not all, if nearly */
  snprintf(text, WL_CHART_TEXT, "%.3g%s", of, unit ? " %" : "");
  return text;
}

const char *wl_chart_number(enum wl_chart_part part, double value, char text[WL_CHART_TEXT]) {
  char number[32];
  if (part == WL_CHART_HITS) return percent(value, true, text);
  if (part == WL_CHART_TIME)
    snprintf(text, WL_CHART_TEXT, value < 1 ? "%.2g µs" : "%.1f µs", value);
  else snprintf(text, WL_CHART_TEXT, "%s",
                is_bytes(part) ? wl_format_bytes((uint64_t)value, number)
                               : wl_format_brief((uint64_t)value, false, number));
  return text;
}

static const char *whole(enum wl_chart_part part, double value, bool brief,
                         char text[WL_CHART_TEXT]) {
  char number[32];
  if (is_bytes(part) || part == WL_CHART_TIME) return wl_chart_number(part, value, text);
  snprintf(text, WL_CHART_TEXT, "%s", brief ? wl_format_brief((uint64_t)value, true, number)
                                            : wl_format_count((uint64_t)value, number));
  return text;
}

const char *wl_chart_text(const struct wl_memory_chart *c, enum wl_chart_part part, bool brief,
                          char text[WL_CHART_TEXT]) {
  const struct wl_chart_figure *f = &c->part[part];
  char low[WL_CHART_TEXT], high[WL_CHART_TEXT];
  if (!f->known) {
    snprintf(text, WL_CHART_TEXT, part <= WL_CHART_SHARED ? "not counted" : "not modelled");
  } else if (part == WL_CHART_HITS) {
    bool one = f->low == f->high;
    percent(f->low, false, low);
    percent(f->high, true, high);
    snprintf(text, WL_CHART_TEXT, "%.24s%s%.24s", one ? "" : low,
             one ? "" : brief ? "…" : " … ", high);
  } else if (f->high < f->low) {
    snprintf(text, WL_CHART_TEXT, "%s%.24s", brief ? "≥ " : "at least ",
             whole(part, f->low, brief, low));
  } else if (f->low == f->high) {
    whole(part, f->low, brief, text);
  } else {
    snprintf(text, WL_CHART_TEXT, "%.24s%s%.24s", whole(part, f->low, brief, low),
             brief ? "…" : " … ", whole(part, f->high, brief, high));
  }
  return text;
}

const char *wl_chart_reason(const struct wl_analysis *a, const struct wl_chart_figure *f,
                            char text[WL_CHART_REASON]) {
  const struct wl_caches *caches = wl_analysis_caches(a);
  struct wl_cache_totals t = {0};
  char used[28];
  if (caches) t = wl_caches_totals(caches);
  text[0] = '\0';
  switch (caches && f->known ? f->reason : WL_CHART_FIRM) {
  case WL_CHART_FIRM: break;
  case WL_CHART_ORDER:
    snprintf(text, WL_CHART_REASON, "the blocks of an SM use %s KiB at a time, L1 keeps %u for "
             "certain: hits depend on the order of warps",
             wl_format_count(t.working_set * WL_CACHE_LINE >> 10, used),
             wl_caches_model(caches)->sure_lines * WL_CACHE_LINE >> 10);
    break;
  case WL_CHART_BLOCKS:
    snprintf(text, WL_CHART_REASON,
             "blocks share sectors: it depends on which of them run on the same SM");
    break;
  case WL_CHART_MERGE:
    snprintf(text, WL_CHART_REASON, "requests for the same sector may merge on the way to L2");
    break;
  case WL_CHART_STAYS:
    snprintf(text, WL_CHART_REASON, t.written_at_least > 0
             ? "L2 is full; the rest is written later"
             : "what is stored fits L2, and is written later");
    break;
  }
  return text;
}

/* What a line asks of a memory: sums of the analysis. */
static uint64_t share_of_line(const struct wl_analysis *a, enum wl_chart_part part,
                              uint32_t number) {
  size_t count = 0;
  const struct wl_line_cost *line = wl_analysis_lines(a, &count);
  struct wl_chart_figure f = {.known = false};
  for (size_t i = 0; i < count; i++)
    if (line[i].line == number) sum_up(line[i].sum, part, &f);
  return (uint64_t)f.model;
}

uint64_t wl_chart_share(const struct wl_analysis *a, enum wl_chart_part part, uint32_t line,
                        uint16_t array) {
  struct wl_cache_site s = wl_caches_sum(wl_analysis_caches(a), line, array);
  switch (part) {
  case WL_CHART_LOADS:
    if (array != WL_NO_ARRAY) return s.l1.hits + s.l1.misses;
    break;
  case WL_CHART_STORES:
    if (array != WL_NO_ARRAY) return s.l2.writes;
    break;
  case WL_CHART_ATOMICS:
    if (array != WL_NO_ARRAY) return s.l2.atomics;
    break;
  case WL_CHART_HITS: return s.l1.hits;
  case WL_CHART_L2_READS: return s.l2.reads;
  case WL_CHART_L2_WRITES: return s.l2.writes;
  case WL_CHART_L2_ATOMICS: return s.l2.atomics;
  case WL_CHART_DRAM_READS: return s.l2.dram * WL_CACHE_SECTOR;
  case WL_CHART_DRAM_WRITES: case WL_CHART_TIME: return 0; /* the launch as a whole */
  default: break;
  }
  return array == WL_NO_ARRAY ? share_of_line(a, part, line) : 0;
}

enum wl_chart_part wl_chart_part_of(const struct wl_access *access) {
  enum wl_figure figure;
  for (enum wl_chart_part part = 0; part <= WL_CHART_SHARED; part++)
    if (counts(part, (enum wl_space)access->space, (enum wl_op)access->op, &figure)) return part;
  return WL_CHART_LOADS;
}

/* "line 12: a 131,072, b 131,072". */
static size_t line_text(const struct wl_analysis *a, const struct wl_head *head,
                        enum wl_chart_part part, uint32_t line, char *text, size_t size) {
  char number[WL_CHART_TEXT];
  size_t used = (size_t)snprintf(text, size, "line %u:", line);
  unsigned named = 0;
  for (unsigned i = 0; head && i < head->arrays; i++) {
    uint64_t share = wl_chart_share(a, part, line, (uint16_t)i);
    if (!share || used >= size) continue;
    used += (size_t)snprintf(text + used, size - used, "%s %s %s", named++ ? "," : "",
                             head->array[i].name, whole(part, (double)share, false, number));
  }
  if (!named && used < size)
    used += (size_t)snprintf(text + used, size - used, " %s",
                             whole(part, (double)wl_chart_share(a, part, line, WL_NO_ARRAY), false,
                                   number));
  return used;
}

const char *wl_chart_lines(const struct wl_analysis *a, const struct wl_head *head,
                           enum wl_chart_part part, char *text, size_t size) {
  size_t count = 0, used = 0;
  const struct wl_line_cost *line = wl_analysis_lines(a, &count);
  uint64_t below = UINT64_MAX; /* lines with less are still to come */
  text[0] = '\0';
  for (uint32_t after = 0;;) { /* of those with the same share, in order */
    uint64_t best = 0;
    uint32_t at = 0;
    for (size_t i = 0; i < count; i++) {
      uint64_t share = wl_chart_share(a, part, line[i].line, WL_NO_ARRAY);
      bool left = share < below || (share == below && line[i].line > after);
      if (left && share > best) best = share, at = line[i].line;
    }
    if (!at) return text;
    char one[1024];
    size_t n = line_text(a, head, part, at, one, sizeof one);
    if (n >= sizeof one || used + n + 3 >= size) return text;
    used += (size_t)snprintf(text + used, size - used, "%s%s", used ? "; " : "", one);
    below = best;
    after = at;
  }
}
