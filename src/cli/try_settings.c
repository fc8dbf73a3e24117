#include "cli/try_settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "core/cache/caches.h"

enum {
  RUNS = 48,            /* at most … */
  STEPS = 1 << 19,      /* … of so many warp instructions together */
  VALUES = 12,          /* of one parameter */
  LEAST_WIDTH = 4,      /* of a block of two dimensions */
  MOST_THREADS = 1024,
};

/* What goes on: the values to compare with are those of `base`. */
struct trial {
  const struct wl_run_options *options;
  struct wl_input *base;
  size_t left; /* runs */
  struct wl_settings_tried *out;
};

static struct wl_moved moved(struct wl_input *run) {
  const struct wl_caches *c = wl_analysis_caches(wl_input_analysis(run));
  struct wl_cache_totals t = wl_caches_totals(c);
  return (struct wl_moved){t.dram_reads * WL_CACHE_SECTOR, t.l2_reads, t.l1_hits + t.l1_misses};
}

/* The next array in global memory from `i` on; NULL: there is none. */
static const struct wl_array *next_global(const struct wl_head *h, unsigned *i) {
  while (*i < h->arrays && h->array[*i].space != WL_GLOBAL) ++*i;
  return *i < h->arrays ? &h->array[(*i)++] : NULL;
}

/* Whether all arrays in global memory hold the same at the end. */
static bool same_values(struct wl_input *a, struct wl_input *b) {
  const struct wl_array *p, *q;
  unsigned i = 0, k = 0;
  do {
    p = next_global(wl_trace_head(wl_input_trace(a)), &i);
    q = next_global(wl_trace_head(wl_input_trace(b)), &k);
    if (!p || !q) continue;
    const uint8_t *of = wl_input_values(a, p), *other = wl_input_values(b, q);
    bool same = strcmp(p->name, q->name) == 0 && p->bytes == q->bytes && of && other;
    if (!same || memcmp(of, other, p->bytes) != 0) return false;
  } while (p && q);
  return p == q;
}

/* By what comes from furthest away. */
static bool is_better(const struct wl_moved *a, const struct wl_moved *b) {
  if (a->dram_bytes != b->dram_bytes) return a->dram_bytes < b->dram_bytes;
  if (a->l2_sectors != b->l2_sectors) return a->l2_sectors < b->l2_sectors;
  return a->l1_sectors < b->l1_sectors;
}

/* Into the list, which is in order and drops its last where it is full. */
static void keep(struct wl_settings_tried *t, const struct wl_setting_tried *s) {
  size_t at = t->count;
  while (at > 0 && is_better(&s->moved, &t->list[at - 1].moved)) at--;
  if (at == WL_MAX_TRIED) return;
  if (t->count < WL_MAX_TRIED) t->count++;
  memmove(&t->list[at + 1], &t->list[at], (t->count - 1 - at) * sizeof t->list[0]);
  t->list[at] = *s;
}

/* Runs with one more setting, or none. NULL and a diag: it comes to nothing. */
static struct wl_input *run_with(const struct wl_run_options *o, const char *name,
                                 const char *value, struct wl_diag *d) {
  struct wl_setting settings[WL_MAX_SETTINGS + 1];
  struct wl_run_options own = *o;
  size_t n = 0;
  for (size_t i = 0; i < o->setting_count; i++)
    if (!name || strcmp(o->settings[i].name, name) != 0) settings[n++] = o->settings[i];
  if (name) settings[n++] = (struct wl_setting){name, value};
  own.settings = settings;
  own.setting_count = n;
  own.want_values = true;
  own.keep = 1;
  struct wl_input *run = wl_input_start(&own, d);
  if (!run || wl_input_wait(run) == WL_RUN_DONE) return run;
  *d = *wl_input_diag(run);
  wl_input_destroy(run);
  return NULL;
}

static void try_one(struct trial *t, const char *name, const char *value) {
  if (t->left == 0) {
    t->out->cut = true;
    return;
  }
  t->left--;
  struct wl_diag d;
  struct wl_input *run = run_with(t->options, name, value, &d);
  t->out->tried++;
  /* Else the script does not take the setting, or cannot do it. */
  t->out->stopped += !run && d.status != WL_SCRIPT && d.status != WL_USAGE;
  if (!run) return;
  struct wl_setting_tried s = {.moved = moved(run)};
  snprintf(s.name, sizeof s.name, "%s", name);
  snprintf(s.value, sizeof s.value, "%s", value);
  if (is_better(&s.moved, &t->out->now) && same_values(t->base, run)) keep(t->out, &s);
  wl_input_destroy(run);
}

/* Blocks of as many threads in other shapes; of one dimension, of other sizes. */
static void try_blocks(struct trial *t, const struct wl_head *h) {
  const uint32_t *own = h->block;
  uint32_t threads = own[0] * own[1];
  char text[32];
  if (own[2] > 1) return;
  for (uint32_t w = own[1] > 1 ? LEAST_WIDTH : WL_LANES; w <= MOST_THREADS; w *= 2) {
    uint32_t shape[3] = {w, own[1] > 1 ? threads / w : 1, 1};
    if (w == own[0] || (own[1] > 1 && (w > threads || threads % w != 0))) continue;
    wl_head_shape_text(shape, text);
    try_one(t, "block", text);
  }
}

/* All values of a parameter where they are few, else the powers of two. */
static void try_param(struct trial *t, const struct wl_param *p) {
  char text[32];
  for (int i = 0; p->kind == WL_PARAM_CHOICE && i < p->choices; i++)
    if (strcmp(p->choice[i], p->value) != 0) try_one(t, p->name, p->choice[i]);
  if (p->kind != WL_PARAM_INTEGER || p->min > p->max) return;
  double step = p->step > 0 ? p->step : 1;
  bool few = (p->max - p->min) / step <= VALUES;
  double v = few ? p->min : 1;
  for (; v <= p->max && v <= UINT32_MAX; v = few ? v + step : 2 * v) {
    snprintf(text, sizeof text, "%.0f", v);
    if (v >= p->min && strcmp(text, p->value) != 0) try_one(t, p->name, text);
  }
}

static bool stores(const struct wl_analysis *a) {
  uint64_t n = 0;
  for (enum wl_op op = 0; op < WL_OPS; op++)
    if (op != WL_LOAD && !wl_op_is_copy(op)) n += wl_analysis_sum(a, WL_GLOBAL, op)->instructions;
  return n > 0;
}

/* Why nothing is tried; NULL: it is. */
static const char *refusal(const struct wl_run_options *o, struct wl_input *run) {
  struct wl_diag d;
  if (o->one_line) return "it is one line";
  if (!wl_input_can(o, WL_CAN_EVALUATE, &d))
    return "what its arrays hold at the end is not known";
  if (!wl_analysis_caches(wl_input_analysis(run))) return "caches are not modelled";
  if (!stores(wl_input_analysis(run))) return "the kernel stores nothing in global memory";
  return NULL;
}

bool wl_try_settings(const struct wl_run_options *o, struct wl_input *run,
                     struct wl_settings_tried *out, struct wl_diag *d) {
  const struct wl_trace *trace = wl_input_trace(run);
  const struct wl_head *h = wl_trace_head(trace);
  *out = (struct wl_settings_tried){.refused = refusal(o, run)};
  if (out->refused) return true;
  uint64_t most = STEPS / (wl_trace_total(trace) + 1);
  struct trial t = {o, run_with(o, NULL, NULL, d), most < RUNS ? (size_t)most : RUNS, out};
  if (!t.base) return false;
  out->now = moved(t.base);
  for (unsigned i = 0; i < h->params; i++)
    if (!h->param[i].made) try_param(&t, &h->param[i]);
  try_blocks(&t, h);
  wl_input_destroy(t.base);
  return true;
}
