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

static json_t *footprint(const struct wl_footprints *f, uint32_t line, uint16_t array) {
  if (f == NULL) return json_null();
  const struct wl_footprint p = wl_footprint_of(f, line, array);
  return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I}",
                   "block_lines", (json_int_t)p.block.lines,
                   "block_sectors", (json_int_t)p.block.sectors,
                   "launch_lines", (json_int_t)p.launch.lines,
                   "launch_sectors", (json_int_t)p.launch.sectors,
                   "sectors_asked", (json_int_t)p.asked,
                   "warp_lines", (json_int_t)p.warp.lines,
                   "warp_sectors", (json_int_t)p.warp.sectors);
}

/* Of a line or an array; nothing where caches are not simulated. */
static void set_site(json_t *object, const struct wl_sites *of, uint32_t line, uint16_t array) {
  if (of->caches == NULL) return;
  struct wl_cache_site sum = wl_caches_sum(of->caches, line, array);
  for (enum wl_site_figure_id i = 0; i < WL_SITE_FIGURES; i++)
    json_object_set_new(object, wl_site_figures[i].key, integer(wl_site_figure_get(&sum, i)));
  json_object_set_new(object, "footprint", footprint(of->footprints, line, array));
}

void wl_json_line_caches(json_t *object, const struct wl_sites *of, uint32_t line) {
  set_site(object, of, line, WL_NO_ARRAY);
}

void wl_json_load_caches(json_t *object, const struct wl_launch_totals *l) {
  if (!l->cached) return;
  json_object_set_new(object, "l1_hits", integer(l->caches.l1_hits));
  json_object_set_new(object, "l1_misses", integer(l->caches.l1_misses));
}

json_t *wl_json_arrays(const struct wl_sites *of, const struct wl_head *head) {
  json_t *list = json_array();
  for (unsigned i = 0; head && i < head->arrays; i++) {
    if (head->array[i].space != WL_GLOBAL) continue;
    json_t *object = json_object();
    json_object_set_new(object, "array", wl_json_word(head->array[i].name));
    json_object_set_new(object, "bytes", integer(head->array[i].bytes));
    set_site(object, of, 0, (uint16_t)i);
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

enum { SITE = 17, SITE_COUNT = 9 }; /* cells of its name, and of a column of numbers */

/* "line 25", "array a", whichever it is. */
static void put_site_name(struct wl_report *r, uint32_t line, uint16_t array) {
  if (line > 0) {
    fprintf(r->f, "  line %-*" PRIu32, SITE - 7, line);
    return;
  }
  const char *name = r->head->array[array].name;
  fputs("  array ", r->f);
  int used = 8 + (int)wl_report_fit(r, name, strlen(name), SITE - 8);
  fprintf(r->f, "%*s", SITE - used, "");
}

static void put_site(struct wl_report *r, const struct wl_sites *of, uint32_t line,
                     uint16_t array) {
  struct wl_cache_site sum = wl_caches_sum(of->caches, line, array);
  put_site_name(r, line, array);
  for (enum wl_site_figure_id i = 0; i < WL_SITE_FIGURES; i++)
    wl_report_count(r, wl_site_figure_get(&sum, i), SITE_COUNT);
  putc('\n', r->f);
}

static void put_footprint(struct wl_report *r, const struct wl_sites *of, uint32_t line,
                          uint16_t array) {
  struct wl_footprint p = wl_footprint_of(of->footprints, line, array);
  const struct wl_extent *e[] = {&p.warp, &p.block, &p.launch};
  put_site_name(r, line, array);
  for (size_t i = 0; i < 3; i++) wl_report_count(r, e[i]->sectors, SITE_COUNT);
  for (size_t i = 0; i < 3; i++) wl_report_count(r, e[i]->lines, SITE_COUNT);
  double times = p.launch.sectors ? (double)p.asked / (double)p.launch.sectors : 0;
  fprintf(r->f, "%*.1f\n", SITE_COUNT, times);
}

/* A row for each line of the script and each array in global memory. */
static void put_sites(struct wl_report *r, const struct wl_sites *of,
                      void (*put)(struct wl_report *r, const struct wl_sites *of, uint32_t line,
                                  uint16_t array)) {
  size_t count;
  const struct wl_cache_site *s = wl_caches_sites(of->caches, &count);
  for (size_t i = 0; i < count; i++)
    if (i == 0 || s[i].line != s[i - 1].line) put(r, of, s[i].line, WL_NO_ARRAY);
  for (uint16_t a = 0; a < r->head->arrays; a++)
    for (size_t i = 0; i < count; i++)
      if (s[i].array == a) {
        put(r, of, 0, a);
        break;
      }
}

/* Of a single one the totals have told all. */
static void put_all_sites(struct wl_report *r) {
  size_t count;
  wl_caches_sites(wl_analysis_caches(r->analysis), &count);
  if (count < 2) return;
  static const char *const heads[] = {"warp", "block", "launch"};
  struct wl_sites of = wl_sites_make(r->analysis, r->trace);
  fprintf(r->f, "\n%-*s", SITE, "Sectors");
  for (enum wl_site_figure_id i = 0; i < WL_SITE_FIGURES; i++)
    fprintf(r->f, "%*s", SITE_COUNT, wl_site_figures[i].brief);
  putc('\n', r->f);
  put_sites(r, &of, put_site);
  fputs("  evicted: misses of what L1 had before; again: reads of what an SM had before\n", r->f);
  if (of.footprints) {
    fprintf(r->f, "\n%-*s%*s%*s\n%*s", SITE, "Distinct", 3 * SITE_COUNT, "sectors of a",
            3 * SITE_COUNT, "lines of a", SITE, "");
    for (size_t i = 0; i < 6; i++) fprintf(r->f, "%*s", SITE_COUNT, heads[i % 3]);
    fprintf(r->f, "%*s\n", SITE_COUNT, "asked");
    put_sites(r, &of, put_footprint);
    fputs("  of the warp and the block that have most; asked: how often each sector is\n",
          r->f);
  }
  wl_footprints_destroy(of.footprints);
}

struct wl_sites wl_sites_make(const struct wl_analysis *a, const struct wl_trace *t) {
  const struct wl_caches *c = wl_analysis_caches(a);
  return (struct wl_sites){c, c ? wl_footprints_create(t) : NULL};
}

static void put_time(struct wl_report *r) {
  struct wl_time_bound b;
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

void wl_report_caches(struct wl_report *r) {
  const struct wl_caches *c = wl_analysis_caches(r->analysis);
  if (c == NULL || r->head == NULL || r->head->unordered) return;
  struct wl_cache_totals t = wl_caches_totals(c);
  if (t.l1_hits + t.l1_misses + t.l2_writes + t.l2_atomics == 0) return;
  const struct wl_cache_model *m = wl_caches_model(c);
  fprintf(r->f, "\nCaches, empty before%s\n",
          m->estimate ? "; estimates: not measured on this generation" : "");
  put_l1(r, m, &t);
  put_l2(r, &t);
  put_time(r);
  put_all_sites(r);
}
