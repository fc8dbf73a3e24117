#include "core/layout/remap.h"

#include <stdio.h>
#include <string.h>

enum { ROW_BYTES = 128, ROW_ELEMENTS = 32 };

/* An array as planes of rows; one of a single dimension is cut into rows. */
struct grid { uint64_t rows, row; /* of a plane; elements */ };

static struct grid grid_of(const struct wl_array *a) {
  if (a->dimensions == 3) return (struct grid){a->extent[1], a->extent[2]};
  if (a->dimensions == 2) return (struct grid){a->extent[0], a->extent[1]};
  bool even = a->element_bytes <= ROW_BYTES && ROW_BYTES % a->element_bytes == 0;
  uint64_t row = even ? ROW_BYTES / a->element_bytes : ROW_ELEMENTS;
  return (struct grid){(a->extent[0] + row - 1) / row, row};
}

bool wl_remap_fits(const struct wl_array *a, const struct wl_remap *r) {
  struct grid g = grid_of(a);
  if (r->kind == WL_REMAP_PAD)
    return r->dimension == 1 || (r->dimension == 2 && a->dimensions == 3);
  if (r->kind != WL_REMAP_SWIZZLE) return true;
  uint64_t whole = UINT64_C(1) << (r->bits + r->shift);
  return g.row % whole == 0 && (a->dimensions > 1 || a->extent[0] % whole == 0) &&
         g.rows > 1u << r->down;
}

/* Elements of a row and rows of a plane with what is added to them. The extent of
 * dimension 2 is the row of an array of three. */
static struct grid padded(const struct wl_array *a, const struct wl_remap *r, struct grid g) {
  if (r->kind != WL_REMAP_PAD) return g;
  if (a->dimensions == 3 && r->dimension == 1) g.rows += r->pad;
  else g.row += r->pad;
  return g;
}

static uint64_t element_after(const struct wl_array *a, const struct wl_remap *r, uint64_t i) {
  struct grid g = grid_of(a), n = padded(a, r, g);
  uint64_t x = i % g.row, y = i / g.row % g.rows, z = i / g.row / g.rows;
  if (r->kind == WL_REMAP_SWIZZLE) x ^= (y >> r->down & ((1u << r->bits) - 1)) << r->shift;
  return (z * n.rows + y) * n.row + x;
}

/* Where the byte at `offset` of an array goes. */
static uint64_t place_of(const struct wl_array *a, const struct wl_remap *r, uint64_t offset) {
  if (r->kind == WL_REMAP_NONE) return offset;
  return element_after(a, r, offset / a->element_bytes) * a->element_bytes +
         offset % a->element_bytes;
}

static void resize(struct wl_array *a, const struct wl_remap *r) {
  if (r->kind != WL_REMAP_PAD) return;
  if (a->dimensions == 1) a->extent[0] = (uint32_t)element_after(a, r, a->extent[0] - 1) + 1;
  else if (a->dimensions == 2) a->extent[1] += r->pad;
  else a->extent[r->dimension] += r->pad;
  a->bytes = (uint64_t)a->extent[0] * a->extent[1] * a->extent[2] * a->element_bytes;
}

/* The compiler aligns by the type; the first array stays where it is. */
void wl_remap_head(const struct wl_head *from, const struct wl_remap *remap, struct wl_head *to) {
  uint64_t used = 0, before = 0;
  bool first = true;
  *to = *from;
  for (unsigned i = 0; i < to->arrays; i++) {
    struct wl_array *a = &to->array[i];
    if (a->space != WL_SHARED) continue;
    uint64_t align = wl_alignof(from->structure, a->type);
    before = a->base + a->bytes;
    if (!first) a->base = (used + align - 1) / align * align;
    first = false;
    resize(a, &remap[i]);
    used = a->base + a->bytes;
  }
  to->shared_bytes = (uint32_t)(from->shared_bytes + used - before);
}

static bool move(const struct wl_head *from, const struct wl_remap *remap,
                 const struct wl_head *to, unsigned width, uint64_t *address) {
  for (unsigned i = 0; i < from->arrays; i++) {
    const struct wl_array *a = &from->array[i];
    uint64_t offset = *address - a->base, last = offset + width - 1;
    if (a->space != WL_SHARED || *address < a->base || last >= a->bytes) continue;
    uint64_t moved = place_of(a, &remap[i], offset);
    if (place_of(a, &remap[i], last) != moved + width - 1) return false;
    *address = to->array[i].base + moved;
    return *address % width == 0;
  }
  return false;
}

bool wl_remap_access(const struct wl_head *from, const struct wl_remap *remap,
                     const struct wl_head *to, struct wl_access *a) {
  bool copy = wl_op_is_copy((enum wl_op)a->op);
  if (a->space != WL_SHARED && !copy) return true;
  for (unsigned lane = 0; lane < WL_LANES; lane++) {
    if (!(a->mask >> lane & 1)) continue;
    uint64_t address = copy ? a->second[lane] : a->address[lane];
    if (!move(from, remap, to, a->width, &address)) return false;
    if (copy) a->second[lane] = (uint32_t)address;
    else a->address[lane] = address;
  }
  return true;
}

struct wl_trace *wl_remap_trace(const struct wl_trace *t, const struct wl_remap *remap) {
  const struct wl_head *from = wl_trace_head(t);
  struct wl_head to;
  struct wl_step step;
  uint8_t packed[WL_STEP_MAX];
  size_t size, count = wl_trace_count(t);
  struct wl_trace *out = wl_trace_create(1, count);
  const char *text = wl_trace_text(t, &size);
  bool good = out && from && wl_trace_set_source(out, wl_trace_name(t), text, size) &&
              wl_trace_set_words(out, wl_trace_words(t));
  if (good) {
    wl_remap_head(from, remap, &to);
    wl_trace_set_head(out, &to);
  }
  for (size_t i = 0; good && i < count && wl_trace_get(t, i, &step); i++) {
    if (step.kind == WL_STEP_ACCESS) good = wl_remap_access(from, remap, &to, &step.access);
    good = good && wl_trace_add(out, 0, step.block, packed, wl_step_pack(&step, packed));
  }
  if (good && wl_trace_close(out, 0)) return out;
  wl_trace_destroy(out);
  return NULL;
}

/* "y", "(y & 31)", "((y >> 1 & 15) << 2)": what x is combined with. */
static void mix_text(const struct wl_remap *r, const char *y, char *text, size_t size) {
  char down[48] = "", shift[16] = "";
  snprintf(down, sizeof down, "%s", y);
  if (r->down) snprintf(down, sizeof down, "%s >> %u", y, r->down);
  if (r->shift) snprintf(shift, sizeof shift, " << %u)", r->shift);
  snprintf(text, size, "%s(%s & %u)%s", r->shift ? "(" : "", down, (1u << r->bits) - 1, shift);
}

void wl_remap_text(const struct wl_head *h, unsigned array, const struct wl_remap *r, char *text,
                   size_t size) {
  static const char *const outer[] = {"", "", "[y]", "[z][y]"};
  const struct wl_array *a = &h->array[array];
  char type[32], row[32], mix[96];
  struct wl_array n = *a;
  resize(&n, r);
  wl_any_type_name(h->structure, a->type, type);
  snprintf(row, sizeof row, "i // %u", (unsigned)grid_of(a).row);
  bool single = a->dimensions == 1;
  if (r->kind == WL_REMAP_PAD && single && r->pad == 1)
    snprintf(text, size, "%s[i + %s]", a->name, row);
  else if (r->kind == WL_REMAP_PAD && single)
    snprintf(text, size, "%s[i + %s * %u]", a->name, row, r->pad);
  else if (r->kind == WL_REMAP_PAD && a->dimensions == 2)
    snprintf(text, size, "shared(\"%s\", %s, %u, %u)", a->name, type, n.extent[0], n.extent[1]);
  else if (r->kind == WL_REMAP_PAD)
    snprintf(text, size, "shared(\"%s\", %s, %u, %u, %u)", a->name, type, n.extent[0],
             n.extent[1], n.extent[2]);
  else {
    mix_text(r, single ? row : "y", mix, sizeof mix);
    snprintf(text, size, "%s%s[%s ~ %s]", a->name, outer[a->dimensions], single ? "i" : "x", mix);
  }
}
