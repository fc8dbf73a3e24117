#include "core/analysis/flops.h"

#include <stdlib.h>

#include "core/base/grow.h"

struct told {
  struct wl_line_flops *row;
  size_t rows, capacity;
  bool all;
};

struct wl_flops {
  unsigned streams;
  struct told told[]; /* by each stream */
};

struct wl_flops *wl_flops_create(unsigned streams) {
  struct wl_flops *f = calloc(1, sizeof *f + streams * sizeof f->told[0]);
  if (f != NULL) f->streams = streams;
  return f;
}

void wl_flops_destroy(struct wl_flops *f) {
  for (unsigned i = 0; f != NULL && i < f->streams; i++) free(f->told[i].row);
  free(f);
}

void wl_flops_begin(struct wl_flops *f, unsigned streams) {
  for (unsigned i = streams; i < f->streams; i++) f->told[i].all = true;
}

bool wl_flops_follows(const struct wl_flops *f, unsigned stream, uint64_t line) {
  const struct told *t = &f->told[stream];
  return !t->all && line > (t->rows > 0 ? t->row[t->rows - 1].line : 0);
}

bool wl_flops_add(struct wl_flops *f, unsigned stream, const struct wl_line_flops *row) {
  struct told *t = &f->told[stream];
  if (t->rows == t->capacity) {
    struct wl_line_flops *grown = wl_grow(t->row, sizeof *grown, &t->capacity, 16);
    if (grown == NULL) return false;
    t->row = grown;
  }
  t->row[t->rows++] = *row;
  return true;
}

void wl_flops_close(struct wl_flops *f, unsigned stream) { f->told[stream].all = true; }

bool wl_flops_get(const struct wl_flops *f, uint32_t line, uint64_t *operations) {
  *operations = 0;
  for (unsigned i = 0; i < f->streams; i++) {
    const struct told *t = &f->told[i];
    if (!t->all) return false;
    for (size_t k = 0; k < t->rows; k++)
      if (line == 0 || t->row[k].line == line) *operations += t->row[k].operations;
  }
  return true;
}
