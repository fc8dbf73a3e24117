/* The caches of the whole launch in the report: as text, and as JSON. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "canvas/write/json.h"
#include "report/report_caches.h"
#include "report/report_parts.h"

enum { LABEL = 8, AHEAD = 2 };

static json_t *integer(uint64_t v) { return json_integer((json_int_t)v); }

/* Hits of all that was asked; negative: nothing was. */
static double hit_rate(const struct wl_cache_totals *t) {
  uint64_t all = t->l1_hits + t->l1_misses;
  return all > 0 ? (double)t->l1_hits / (double)all : -1;
}

json_t *wl_json_caches(const struct wl_launch_totals *l) {
  if (!l->cached) return json_null();
  const struct wl_cache_model *m = &l->model;
  const struct wl_cache_totals t = l->caches;
  double rate = hit_rate(&t);
  json_t *l1 = json_pack("{s:I, s:I, s:I, s:I, s:o}", "hits", (json_int_t)t.l1_hits,
                         "misses", (json_int_t)t.l1_misses,
                         "misses_at_least", (json_int_t)t.l1_misses_at_least,
                         "misses_at_most", (json_int_t)t.l1_misses_at_most,
                         "hit_rate", rate < 0 ? json_null() : json_real(rate));
  json_t *l2 = json_pack("{s:I, s:I, s:I, s:I, s:I}", "reads", (json_int_t)t.l2_reads,
                         "reads_at_least", (json_int_t)t.l2_reads_at_least,
                         "reads_at_most", (json_int_t)t.l2_reads_at_most,
                         "writes_at_most", (json_int_t)t.l2_writes,
                         "atomics", (json_int_t)t.l2_atomics);
  json_t *dram = json_pack("{s:I, s:I, s:I}",
                           "read_bytes", (json_int_t)(t.dram_reads * WL_CACHE_SECTOR),
                           "launch_bytes", (json_int_t)(WL_LAUNCH_SECTORS * WL_CACHE_SECTOR),
                           "written_bytes_at_least",
                           (json_int_t)(t.written_at_least * WL_CACHE_SECTOR));
  return json_pack("{s:o, s:o, s:o, s:I, s:I, s:b}", "l1", l1, "l2", l2, "dram", dram,
                   "carveout_bytes", (json_int_t)m->carveout_kib << 10,
                   "resident_blocks", (json_int_t)m->resident, "estimate", (int)m->estimate);
}

json_t *wl_json_time(const struct wl_launch_totals *l) {
  const struct wl_time_bound b = l->time;
  if (!l->cached) return json_null();
  json_t *roofs = json_object();
  for (enum wl_roof r = 0; r < WL_ROOFS; r++)
    json_object_set_new(roofs, wl_roofs[r].key, b.us[r] < 0 ? json_null() : json_real(b.us[r]));
  return json_pack("{s:f, s:s, s:o, s:b}", "us", b.us[b.limit], "limit", wl_roofs[b.limit].key,
                   "roofs", roofs, "tells", (int)b.tells);
}

/* Of a line or an array; nothing where caches are not simulated. */
static void set_site(json_t *object, const struct wl_caches *c, uint32_t line, uint16_t array) {
  if (c == NULL) return;
  struct wl_cache_site sum = wl_caches_sum(c, line, array), *s = &sum;
  json_object_set_new(object, "l1_hits", integer(s->l1.hits));
  json_object_set_new(object, "l1_misses", integer(s->l1.misses));
  json_object_set_new(object, "l1_misses_evicted", integer(s->l1.evicted));
  json_object_set_new(object, "l2_reads", integer(s->l2.reads));
  json_object_set_new(object, "l2_writes_at_most", integer(s->l2.writes));
  json_object_set_new(object, "dram_read_bytes", integer(s->l2.dram * WL_CACHE_SECTOR));
}

void wl_json_line_caches(json_t *object, const struct wl_analysis *a, uint32_t line) {
  set_site(object, wl_analysis_caches(a), line, WL_NO_ARRAY);
}

void wl_json_load_caches(json_t *object, const struct wl_launch_totals *l) {
  if (!l->cached) return;
  json_object_set_new(object, "l1_hits", integer(l->caches.l1_hits));
  json_object_set_new(object, "l1_misses", integer(l->caches.l1_misses));
}

json_t *wl_json_arrays(const struct wl_analysis *a, const struct wl_head *head) {
  json_t *list = json_array();
  for (unsigned i = 0; head && i < head->arrays; i++) {
    if (head->array[i].space != WL_GLOBAL) continue;
    json_t *object = json_object();
    json_object_set_new(object, "array", wl_json_word(head->array[i].name));
    json_object_set_new(object, "bytes", integer(head->array[i].bytes));
    set_site(object, wl_analysis_caches(a), 0, (uint16_t)i);
    json_array_append_new(list, object);
  }
  return list;
}

/* "262,144 … 524,288", or one number where both are the same. */
static void put_range(struct wl_report *r, uint64_t least, uint64_t most) {
  wl_report_count(r, least, 0);
  if (least == most) return;
  fputs(r->ascii ? " to " : " … ", r->f);
  wl_report_count(r, most, 0);
}

static void put_label(struct wl_report *r, const char *label) {
  fprintf(r->f, "%*s%-*s", AHEAD, "", LABEL, label);
}

static void put_l1(struct wl_report *r, const struct wl_cache_model *m,
                   const struct wl_cache_totals *t) {
  put_label(r, "L1");
  if (m->l1_lines == 0) {
    fputs("global loads bypass it\n", r->f);
    return;
  }
  wl_report_count(r, t->l1_hits, 0);
  fputs(" of ", r->f);
  wl_report_count(r, t->l1_hits + t->l1_misses, 0);
  fprintf(r->f, " sectors loaded are hits, %.1f%%; ", 100 * (hit_rate(t) > 0 ? hit_rate(t) : 0));
  wl_report_count(r, t->l1_misses, 0);
  fputs(" miss", r->f);
  if (t->l1_misses_at_least != t->l1_misses_at_most) {
    fprintf(r->f, "\n%*s(", AHEAD + LABEL, "");
    put_range(r, t->l1_misses_at_least, t->l1_misses_at_most);
    fputs(" in any order of warps and blocks)", r->f);
  }
  uint64_t used = t->working_set * WL_CACHE_LINE;
  fprintf(r->f, "\n%*s%u KiB on each SM; its blocks use ", AHEAD + LABEL, "",
          m->l1_lines * WL_CACHE_LINE >> 10);
  wl_report_count(r, used < 1024 ? used : used >> 10, 0);
  fprintf(r->f, " %s: %s\n", used < 1024 ? "bytes" : "KiB",
          t->fits ? "all of it stays" : "order decides what hits");
}

static void put_l2(struct wl_report *r, const struct wl_cache_totals *t) {
  put_label(r, "L2");
  fputs("at most ", r->f);
  wl_report_count(r, t->l2_reads, 0);
  fputs(" sectors read, ", r->f);
  wl_report_count(r, t->l2_writes, 0);
  fputs(" written", r->f);
  if (t->l2_atomics) fputs(", ", r->f);
  if (t->l2_atomics) wl_report_count(r, t->l2_atomics, 0);
  fputs(t->l2_atomics ? " updated\n" : "\n", r->f);
  put_label(r, "DRAM");
  wl_report_count(r, t->dram_reads * WL_CACHE_SECTOR, 0);
  fputs(" bytes read, ", r->f);
  if (t->written_at_least) fputs("at least ", r->f);
  wl_report_count(r, t->written_at_least * WL_CACHE_SECTOR, 0);
  fputs(t->written_at_least ? " written\n" : " written: what is stored fits L2\n", r->f);
}

void wl_report_caches(struct wl_report *r) {
  const struct wl_caches *c = wl_analysis_caches(r->analysis);
  struct wl_time_bound b;
  if (c == NULL || r->head == NULL || r->head->unordered) return;
  struct wl_cache_totals t = wl_caches_totals(c);
  if (t.l1_hits + t.l1_misses + t.l2_writes + t.l2_atomics == 0) return;
  const struct wl_cache_model *m = wl_caches_model(c);
  fprintf(r->f, "\nCaches, empty before%s\n",
          m->estimate ? "; estimates: not measured on this generation" : "");
  put_l1(r, m, &t);
  put_l2(r, &t);
  if (!wl_time_bound(r->analysis, &b)) return;
  put_label(r, "Time");
  if (!b.tells) {
    fprintf(r->f, "at least %.2g %s: less than what any launch takes\n", b.us[b.limit],
            r->ascii ? "us" : "µs");
    return;
  }
  fprintf(r->f, "at least %.1f %s, for %s: ", b.us[b.limit], r->ascii ? "us" : "µs",
          wl_roofs[b.limit].title);
  fprintf(r->f, "%s\n", wl_roofs[b.limit].help);
}
