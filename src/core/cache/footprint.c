#include "core/cache/footprint.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"
#include "core/cache/lookup.h"
#include "core/cache/sector_set.h"

/* A line of the script, or an array: `now` is of the block at work. */
struct group {
  uint32_t line;
  uint16_t array;
  struct wl_footprint sum;
  struct wl_extent now, warp[WL_LANES];
  struct wl_sector_set *all;
};

/* What the warps of the block at work touch of a cache line for a group. */
struct touched {
  uint64_t line;
  uint32_t group, stamp;            /* stamp: of the block */
  uint32_t warps[WL_LINE_SECTORS];  /* of each sector: bit w for warp w */
};

struct wl_footprints {
  struct group *group;
  size_t groups, group_room;
  struct touched *slot; /* a hash table; what has another stamp is free */
  size_t slots, used;   /* slots: a power of two */
  uint32_t stamp;
};

/* Its index, made if it is new; SIZE_MAX when memory ran out. */
static size_t find_group(struct wl_footprints *f, uint32_t line, uint16_t array) {
  size_t i = 0;
  while (i < f->groups && (f->group[i].line != line || f->group[i].array != array)) i++;
  if (i < f->groups) return i;
  if (f->groups == f->group_room) {
    struct group *grown = wl_grow(f->group, sizeof *grown, &f->group_room, 16);
    if (grown == NULL) return SIZE_MAX;
    f->group = grown;
  }
  f->group[i] = (struct group){.line = line, .array = array, .all = wl_sector_set_create()};
  if (f->group[i].all == NULL) return SIZE_MAX;
  f->groups++;
  return i;
}

static struct touched *place_of(struct touched *slot, size_t slots, uint64_t line, uint32_t group,
                                uint32_t stamp) {
  size_t at = (size_t)((line * 8 + group) * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (slots - 1);
  while (slot[at].stamp == stamp && (slot[at].line != line || slot[at].group != group))
    at = (at + 1) & (slots - 1);
  return &slot[at];
}

static bool grow_slots(struct wl_footprints *f) {
  size_t slots = f->slots ? 2 * f->slots : 1024;
  struct touched *slot = calloc(slots, sizeof *slot);
  if (slot == NULL) return false;
  for (size_t i = 0; i < f->slots; i++)
    if (f->slot[i].stamp == f->stamp)
      *place_of(slot, slots, f->slot[i].line, f->slot[i].group, f->stamp) = f->slot[i];
  free(f->slot);
  f->slot = slot;
  f->slots = slots;
  return true;
}

static struct touched *find_touched(struct wl_footprints *f, uint64_t line, uint32_t group) {
  if (2 * f->used >= f->slots && !grow_slots(f)) return NULL;
  struct touched *t = place_of(f->slot, f->slots, line, group, f->stamp);
  if (t->stamp == f->stamp) return t;
  *t = (struct touched){.line = line, .group = group, .stamp = f->stamp};
  f->used++;
  f->group[group].now.lines++;
  return t;
}

static bool note_line(struct wl_footprints *f, size_t group, unsigned warp,
                      const struct wl_lookup *l) {
  struct group *g = &f->group[group];
  struct touched *t = find_touched(f, l->line, (uint32_t)group);
  if (t == NULL) return false;
  unsigned sectors = wl_sectors_of_words(l->words), fresh = 0;
  uint32_t any = t->warps[0] | t->warps[1] | t->warps[2] | t->warps[3];
  g->sum.asked += wl_sectors_count(sectors);
  g->warp[warp].lines += !(any >> warp & 1);
  for (unsigned s = 0; s < WL_LINE_SECTORS; s++) {
    if (!(sectors >> s & 1)) continue;
    fresh |= (unsigned)(t->warps[s] == 0) << s;
    g->warp[warp].sectors += !(t->warps[s] >> warp & 1);
    t->warps[s] |= UINT32_C(1) << warp;
  }
  if (fresh == 0) return true;
  g->now.sectors += wl_sectors_count(fresh);
  uint8_t *all = wl_sector_set_line(g->all, l->line, 1);
  if (all == NULL) return false;
  g->sum.launch.lines += *all == 0;
  g->sum.launch.sectors += wl_sectors_count(fresh & ~(unsigned)*all);
  *all = (uint8_t)(*all | fresh);
  return true;
}

static void keep_most(struct wl_extent *most, const struct wl_extent *e) {
  if (e->lines > most->lines) most->lines = e->lines;
  if (e->sectors > most->sectors) most->sectors = e->sectors;
}

static void end_block(struct wl_footprints *f) {
  for (size_t i = 0; i < f->groups; i++) {
    struct group *g = &f->group[i];
    keep_most(&g->sum.block, &g->now);
    for (unsigned w = 0; w < WL_LANES; w++) keep_most(&g->sum.warp, &g->warp[w]);
    g->now = (struct wl_extent){0, 0};
    memset(g->warp, 0, sizeof g->warp);
  }
  f->stamp++; /* fewer blocks than that have room in a recording */
  f->used = 0;
}

static bool note_step(struct wl_footprints *f, const struct wl_step *s) {
  struct wl_lookup line[WL_LANES];
  unsigned lines = wl_lookups(&s->access, line);
  size_t by_line = find_group(f, s->place.line, WL_NO_ARRAY);
  size_t by_array = find_group(f, 0, s->array);
  if (by_line == SIZE_MAX || by_array == SIZE_MAX) return false;
  for (unsigned i = 0; i < lines; i++)
    if (!note_line(f, by_line, s->warp, &line[i]) || !note_line(f, by_array, s->warp, &line[i]))
      return false;
  return true;
}

struct wl_footprints *wl_footprints_create(const struct wl_trace *t) {
  size_t count = wl_trace_count(t);
  struct wl_footprints *f = wl_trace_total(t) == count ? calloc(1, sizeof *f) : NULL;
  struct wl_step s = {0};
  uint64_t block = 0;
  bool fine = f != NULL;
  if (fine) f->stamp = 1;
  for (size_t i = 0; fine && i < count && wl_trace_take(t, i, &s); i++) {
    if (s.kind != WL_STEP_ACCESS || s.access.space != WL_GLOBAL) continue;
    if (s.block != block) end_block(f);
    block = s.block;
    fine = note_step(f, &s);
  }
  if (fine) end_block(f);
  if (fine) return f;
  wl_footprints_destroy(f);
  return NULL;
}

void wl_footprints_destroy(struct wl_footprints *f) {
  if (f == NULL) return;
  for (size_t i = 0; i < f->groups; i++) wl_sector_set_destroy(f->group[i].all);
  free(f->group);
  free(f->slot);
  free(f);
}

struct wl_footprint wl_footprint_of(const struct wl_footprints *f, uint32_t line, uint16_t array) {
  for (size_t i = 0; i < f->groups; i++)
    if (f->group[i].line == line && f->group[i].array == array) return f->group[i].sum;
  return (struct wl_footprint){0};
}
