/* The cells of all words that were accessed, and the stamps to which they refer. */
#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"
#include "core/hazard/watch.h"

enum { FIRST_LIMIT = 1 << 18 };

/* Of an array: 1 GiB, a page for 256 bytes. No space has more; a broken head may say so. */
enum { MAX_PAGES = (1 << 22) + 1 };

/* Elements of one and two bytes have cells of their own; larger ones one for
 * every four bytes. */
unsigned wl_shadow_shift(const struct wl_head *h, const struct wl_array *a) {
  unsigned bytes = a->type.scalar == WL_STRUCT ? wl_alignof(h->structure, a->type)
                                               : wl_scalars[a->type.scalar].bytes;
  return bytes >= 4 ? 2 : bytes / 2;
}

size_t wl_shadow_pages(const struct wl_head *h, unsigned array) {
  const struct wl_array *a = &h->array[array];
  return (size_t)(a->bytes >> wl_shadow_shift(h, a)) / WL_PAGE_CELLS + 1;
}

/* The rows of a page for the first time. */
static struct wl_shadow_row *make_page(struct wl_watch *w, unsigned array, size_t page) {
  bool global = w->head->array[array].space == WL_GLOBAL;
  if (global && w->touched[array] == NULL)
    w->touched[array] = calloc(w->shadow[array].pages, sizeof(bool));
  if (global && w->touched[array] == NULL) w->failed = true;
  if (global && w->pages == WL_HAZARD_PAGES) w->full = true;
  if (w->failed || (global && w->full)) return NULL;
  if (global) w->touched[array][page] = true;
  w->pages += global;
  struct wl_shadow_row *row = calloc(WL_PAGE_ROWS, sizeof *row);
  if (row == NULL) w->failed = true;
  return w->shadow[array].page[page] = row;
}

/* The pages of an array for the first time. */
static void make_pages(struct wl_watch *w, unsigned array) {
  struct wl_shadow *m = &w->shadow[array];
  m->shift = wl_shadow_shift(w->head, &w->head->array[array]);
  m->pages = wl_shadow_pages(w->head, array);
  if (m->pages > MAX_PAGES) w->full = true;
  else if ((m->page = calloc(m->pages, sizeof *m->page)) == NULL) w->failed = true;
  if (m->page == NULL) m->pages = 0;
}

struct wl_shadow_row *wl_shadow_row(struct wl_watch *w, unsigned array, uint64_t index) {
  struct wl_shadow *m = &w->shadow[array];
  if (m->page == NULL) make_pages(w, array);
  size_t page = (size_t)index / WL_PAGE_CELLS;
  if (w->failed || page >= m->pages) return NULL;
  struct wl_shadow_row *row = m->page[page] ? m->page[page] : make_page(w, array, page);
  return row ? &row[index % WL_PAGE_CELLS / WL_ROW_CELLS] : NULL;
}

static bool split(struct wl_watch *w, struct wl_shadow_row *row) {
  if (row->cell == NULL) row->cell = malloc(WL_ROW_CELLS * sizeof *row->cell);
  if (row->cell == NULL) {
    w->failed = true;
    return false;
  }
  for (unsigned i = 0; i < WL_ROW_CELLS; i++) {
    struct wl_hazard_cell *c = &row->cell[i];
    *c = row->whole;
    c->write.lane = (c->write.lane + i) & 31u;
    for (int k = 0; k < 2; k++) c->read[k].lane = (c->read[k].lane + i) & 31u;
  }
  return row->split = true;
}

struct wl_hazard_cell *wl_shadow_split(struct wl_watch *w, unsigned array, uint64_t index) {
  struct wl_shadow_row *row = wl_shadow_row(w, array, index);
  if (row == NULL || (!row->split && !split(w, row))) return NULL;
  return &row->cell[index % WL_ROW_CELLS];
}

struct wl_atoms *wl_shadow_make_atoms(struct wl_watch *w, unsigned array, uint64_t index) {
  struct wl_shadow *m = &w->shadow[array];
  size_t page = (size_t)index / WL_PAGE_CELLS;
  if (m->atoms == NULL) m->atoms = calloc(m->pages, sizeof *m->atoms);
  if (m->atoms && m->atoms[page] == NULL)
    m->atoms[page] = calloc(WL_PAGE_CELLS, sizeof **m->atoms);
  if (m->atoms == NULL || m->atoms[page] == NULL) w->failed = true;
  return wl_shadow_atoms(w, array, index);
}

void wl_shadow_forget_shared(struct wl_watch *w) {
  for (unsigned i = 0; i < w->head->arrays; i++) {
    struct wl_shadow *m = &w->shadow[i];
    if (w->head->array[i].space != WL_SHARED) continue;
    for (size_t p = 0; p < m->pages; p++) {
      for (unsigned r = 0; m->page[p] && r < WL_PAGE_ROWS; r++) {
        m->page[p][r].whole = (struct wl_hazard_cell){0};
        m->page[p][r].split = false;
      }
      if (m->atoms && m->atoms[p]) memset(m->atoms[p], 0, WL_PAGE_CELLS * sizeof *m->atoms[p]);
    }
  }
  wl_crowds_forget_shared(w);
  wl_trails_forget(w);
  w->ledger[1].count = 0;
  memset(w->ledger[1].recent, 0, sizeof w->ledger[1].recent);
}

void wl_shadow_free(struct wl_watch *w) {
  for (unsigned i = 0; i < WL_MAX_ARRAYS; i++) {
    struct wl_shadow *m = &w->shadow[i];
    for (size_t p = 0; p < m->pages; p++) {
      for (unsigned r = 0; m->page[p] && r < WL_PAGE_ROWS; r++) free(m->page[p][r].cell);
      free(m->page[p]);
    }
    for (size_t p = 0; m->atoms && p < m->pages; p++) free(m->atoms[p]);
    free(m->page);
    free(m->atoms);
    *m = (struct wl_shadow){0};
  }
  wl_crowds_free(w);
  wl_trails_free(w);
  for (int i = 0; i < 2; i++) {
    free(w->ledger[i].stamp);
    w->ledger[i] = (struct wl_ledger){0};
  }
}

typedef void stamp_action(uint32_t *stamp, uint32_t *number);

static void each_of_cell(struct wl_hazard_cell *c, uint32_t *number, stamp_action *act) {
  if (c->write.stamp) act(&c->write.stamp, number);
  for (int i = 0; i < 2; i++)
    if (c->read[i].stamp) act(&c->read[i].stamp, number);
}

static void each_of_page(struct wl_shadow_row *row, struct wl_atoms *atoms, uint32_t *number,
                         stamp_action *act) {
  for (unsigned r = 0; r < WL_PAGE_ROWS; r++) {
    if (!row[r].split) each_of_cell(&row[r].whole, number, act);
    for (unsigned k = 0; row[r].split && k < WL_ROW_CELLS; k++)
      each_of_cell(&row[r].cell[k], number, act);
  }
  for (unsigned k = 0; atoms && k < WL_PAGE_CELLS; k++)
    for (int i = 0; i < 2; i++)
      if (atoms[k].atomic[i].stamp) act(&atoms[k].atomic[i].stamp, number);
}

/* Calls a function for every stamp that is kept of global memory. */
static void each_stamp(struct wl_watch *w, uint32_t *number, stamp_action *act) {
  for (unsigned i = 0; i < w->head->arrays; i++) {
    const struct wl_shadow *m = &w->shadow[i];
    if (w->head->array[i].space != WL_GLOBAL) continue;
    for (size_t p = 0; p < m->pages; p++)
      if (m->page[p]) each_of_page(m->page[p], m->atoms ? m->atoms[p] : NULL, number, act);
  }
  for (uint32_t i = 1; i <= w->crowds[0].used; i++) {
    uint32_t count;
    struct wl_group *group = wl_readers(w, false, i, &count);
    for (uint32_t k = 0; k < count; k++) act(&group[k].stamp, number);
  }
}

static void mark(uint32_t *stamp, uint32_t *number) { number[*stamp] = 1; }
static void renumber(uint32_t *stamp, uint32_t *number) { *stamp = number[*stamp]; }

/* Throws away the stamps of global memory that nothing refers to; recent ones stay, so that it does
 * not matter when this happens. The limit is set to
 * twice what is left, so that the work stays in proportion. */
static void collect(struct wl_watch *w) {
  struct wl_ledger *l = &w->ledger[0];
  uint32_t *number = calloc((size_t)l->count + 1, sizeof *number), kept = 0;
  if (number == NULL) {
    w->failed = true;
    return;
  }
  each_stamp(w, number, mark);
  for (unsigned i = 0; i < WL_WATCH_RECENT; i++) number[l->recent[i]] = 1;
  for (uint32_t id = 1; id <= l->count; id++) {
    if (number[id] == 0) continue;
    l->stamp[kept] = l->stamp[id - 1];
    number[id] = ++kept;
  }
  each_stamp(w, number, renumber);
  for (unsigned i = 0; i < WL_WATCH_RECENT; i++)
    if (l->recent[i]) renumber(&l->recent[i], number);
  free(number);
  l->count = kept;
  l->limit = kept < FIRST_LIMIT / 2 ? FIRST_LIMIT : kept < UINT32_MAX / 2 ? 2 * kept : UINT32_MAX;
}

/* The stamp of a step: that of the same place in an earlier iteration will do,
 * where nothing has come between that orders lanes. */
uint32_t wl_shadow_stamp(struct wl_watch *w, struct wl_ledger *l, const struct wl_stamp *now) {
  size_t at = (now->place.line * 31u + now->place.column * 7u + now->warp * 64u + now->op) %
              WL_WATCH_RECENT;
  uint32_t id = l->recent[at];
  if (id != 0) {
    const struct wl_stamp *old = &l->stamp[id - 1];
    if (old->block == now->block && old->phase == now->phase && old->warp == now->warp &&
        old->version == now->version && old->op == now->op && old->array == now->array &&
        old->place.line == now->place.line && old->place.column == now->place.column &&
        old->uniform == now->uniform && old->value == now->value)
      return id;
  }
  if (l->limit == 0) l->limit = FIRST_LIMIT;
  if (l == &w->ledger[0] && l->count >= l->limit) collect(w);
  if (l->count == l->capacity) {
    struct wl_stamp *grown = wl_grow32(l->stamp, sizeof *grown, &l->capacity, 256);
    if (grown == NULL) {
      w->failed = true;
      return 0;
    }
    l->stamp = grown;
  }
  l->stamp[l->count++] = *now;
  return l->recent[at] = l->count;
}
