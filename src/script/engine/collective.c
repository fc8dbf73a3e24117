/* Warp instructions over the values of all lanes: match and reduce. */
#include <string.h>

#include "script/engine/warp.h"
#include "script/machine/protocol.h"

static enum wl_scalar shown_type(const struct wl_lane_group *g) {
  int64_t low = 0, high = 0;
  for (unsigned i = 0; i < WL_LANES; i++) {
    if (!(g->met >> i & 1)) continue;
    const struct wl_event *e = wl_head_event(&g->lane[i]);
    if (e->number) return WL_FLOAT;
    if ((int64_t)e->value < low) low = (int64_t)e->value;
    if ((int64_t)e->value > high) high = (int64_t)e->value;
  }
  if (low >= INT32_MIN && high <= INT32_MAX) return WL_INT;
  return low >= 0 && high <= UINT32_MAX ? WL_UINT : WL_LONGLONG;
}

uint64_t wl_figure_text_bits(enum wl_scalar s, const struct wl_event *e) {
  double number;
  if (!e->number) return wl_scalar_from_integer(s, (int64_t)e->value);
  memcpy(&number, &e->value, sizeof number);
  return wl_scalar_from_double(s, number);
}

enum wl_scalar wl_group_scalar(const struct wl_lane_group *g, uint64_t value[WL_LANES]) {
  enum wl_scalar scalar = shown_type(g);
  for (unsigned i = 0; i < WL_LANES; i++)
    if (g->met >> i & 1) value[i] = wl_figure_text_bits(scalar, wl_head_event(&g->lane[i]));
  return scalar;
}

/* Whether two lanes gave the same number. */
static bool same(const struct wl_event *a, const struct wl_event *b) {
  return a->number == b->number && a->value == b->value;
}

/* The lanes that lane `lane` meets and that gave the same. */
static uint32_t equals(const struct wl_lane_group *g, unsigned lane) {
  uint32_t found = 0, partners = wl_group_partners(g, lane);
  for (unsigned i = 0; i < WL_LANES; i++)
    if ((partners >> i & 1) && same(wl_head_event(&g->lane[i]), wl_head_event(&g->lane[lane])))
      found |= UINT32_C(1) << i;
  return found;
}

static void match(const struct wl_lane_group *g, struct wl_step *s) {
  for (unsigned i = 0; i < WL_LANES; i++) {
    if (!(g->mask >> i & 1)) continue;
    uint32_t found = equals(g, i);
    if (s->name == WL_NAME_MATCH_ALL_SYNC && found != wl_group_partners(g, i)) found = 0;
    s->result[i] = found;
  }
}

/* One operand more. All have 32 bits; those of min and max fit an int or an
 * unsigned alike, so that 64 bits tell which is larger. */
static int64_t combine(enum wl_step_name name, int64_t a, int64_t b) {
  switch (name) {
  case WL_NAME_REDUCE_ADD_SYNC: return a + b;
  case WL_NAME_REDUCE_MIN_SYNC: return a < b ? a : b;
  case WL_NAME_REDUCE_MAX_SYNC: return a > b ? a : b;
  case WL_NAME_REDUCE_AND_SYNC: return a & b;
  case WL_NAME_REDUCE_OR_SYNC: return a | b;
  default: return a ^ b;
  }
}

/* The result wraps to 32 bits, as an int where the operands show as such. */
static void reduce(const struct wl_lane_group *g, struct wl_step *s) {
  for (uint32_t left = g->mask; left != 0; left &= left - 1) {
    unsigned lane = (unsigned)__builtin_ctz(left);
    uint32_t rest = wl_group_partners(g, lane);
    int64_t sum = (int64_t)wl_head_event(&g->lane[__builtin_ctz(rest)])->value;
    while ((rest &= rest - 1) != 0)
      sum = combine((enum wl_step_name)s->name, sum,
                    (int64_t)wl_head_event(&g->lane[__builtin_ctz(rest)])->value);
    s->result[lane] = wl_scalar_from_integer((enum wl_scalar)s->type.scalar, sum);
  }
}

void wl_group_collective(struct wl_vm *vm, const struct wl_lane_group *g, struct wl_step *s) {
  enum wl_scalar scalar = wl_group_scalar(g, s->value);
  bool matches = wl_name_matches(s->name);
  s->type.scalar = (uint8_t)scalar;
  if (matches) match(g, s);
  else reduce(g, s);
  for (unsigned i = 0; i < WL_LANES; i++) {
    if (!(g->mask >> i & 1)) continue;
    g->lane[i].reply = WL_REPLY_INTEGER;
    g->lane[i].reply_bits =
        matches ? s->result[i] : (uint64_t)wl_scalar_to_integer(scalar, s->result[i]);
  }
  wl_send_step(vm);
}
