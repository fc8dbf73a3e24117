/* Arithmetic on all lanes at once, as Lua 5.4 defines it. */
#include <math.h>

#include "script/language/environment.h"
#include "script/simt/simt_lanes.h"

/* Runs over all lanes; what comes out for those that are not active is of no use. */
#define EACH(value) \
  for (unsigned i = 0; i < WL_LANES; i++) out->v[i] = (value)
#define EACH_FLOAT(value) \
  for (unsigned i = 0; i < WL_LANES; i++) out->v[i] = wl_as_bits(value)

static uint64_t shift_left(uint64_t x, int64_t by) {
  if (by <= -64 || by >= 64) return 0;
  return by >= 0 ? x << by : x >> -by;
}

static int64_t floor_divide(int64_t a, int64_t b) {
  if (b == -1) return (int64_t)(0 - (uint64_t)a);
  return a / b - ((a % b != 0) && ((a ^ b) < 0));
}

static int64_t floor_modulo(int64_t a, int64_t b) {
  if (b == -1) return 0;
  int64_t m = a % b;
  return m != 0 && (m ^ b) < 0 ? m + b : m;
}

static double float_modulo(double a, double b) {
  double m = fmod(a, b);
  return (m > 0 ? b < 0 : m < 0 && b > 0) ? m + b : m;
}

/* Whether all active lanes divide by one power of 2, 1 << *by. */
static bool by_power(const struct wl_simt *m, const struct wl_lanes *b, unsigned *by) {
  uint64_t d = b->v[wl_first(m)], differ = 0;
  for (unsigned i = 0; i < WL_LANES; i++)
    differ |= (b->v[i] ^ d) & (0 - (uint64_t)(m->on[i] & 1));
  if (differ != 0 || (int64_t)d <= 0 || (d & (d - 1)) != 0) return false;
  *by = (unsigned)__builtin_ctzll(d);
  return true;
}

static bool divide(struct wl_simt *m, bool modulo, struct wl_lanes *out, const struct wl_lanes *a,
                   const struct wl_lanes *b) {
  unsigned by;
  if (by_power(m, b, &by)) {
    uint64_t low = (UINT64_C(1) << by) - 1;
    if (modulo) EACH(a->v[i] & low);
    else EACH((uint64_t)((int64_t)a->v[i] >> by));
    return true;
  }
  for (uint32_t left = m->group; left; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    int64_t x = (int64_t)a->v[i], y = (int64_t)b->v[i];
    if (y == 0) return false;
    out->v[i] = (uint64_t)(modulo ? floor_modulo(x, y) : floor_divide(x, y));
  }
  return true;
}

/* Even numbers, without a look at each lane. False: they do not come out even. */
static bool even_integers(enum wl_opcode op, struct wl_lanes *out, const struct wl_lanes *a,
                          const struct wl_lanes *b) {
  if (!a->even || !b->even) return false;
  uint64_t x = a->v[0], y = b->v[0], by_x = wl_step_of(a), by_y = wl_step_of(b);
  if (op == WL_OP_ADD) wl_make_even(out, WL_V_INTEGER, x + y, by_x + by_y);
  else if (op == WL_OP_SUB) wl_make_even(out, WL_V_INTEGER, x - y, by_x - by_y);
  else if (op == WL_OP_MUL && (by_x == 0 || by_y == 0))
    wl_make_even(out, WL_V_INTEGER, x * y, by_x * y + x * by_y);
  else return false;
  return true;
}

static bool integers(struct wl_simt *m, enum wl_opcode op, struct wl_lanes *out,
                     const struct wl_lanes *a, const struct wl_lanes *b) {
  switch (op) {
    case WL_OP_ADD: EACH(a->v[i] + b->v[i]); break;
    case WL_OP_SUB: EACH(a->v[i] - b->v[i]); break;
    case WL_OP_MUL: EACH(a->v[i] * b->v[i]); break;
    case WL_OP_BAND: EACH(a->v[i] & b->v[i]); break;
    case WL_OP_BOR: EACH(a->v[i] | b->v[i]); break;
    case WL_OP_BXOR: EACH(a->v[i] ^ b->v[i]); break;
    case WL_OP_SHL: EACH(shift_left(a->v[i], (int64_t)b->v[i])); break;
    case WL_OP_SHR: EACH(shift_left(a->v[i], (int64_t)(0 - b->v[i]))); break;
    case WL_OP_IDIV: case WL_OP_MOD:
      if (!divide(m, op == WL_OP_MOD, out, a, b)) return false;
      break;
    default: return false;
  }
  wl_tag_all(out, WL_V_INTEGER);
  return true;
}

static bool floats(enum wl_opcode op, struct wl_lanes *out, const double *a, const double *b) {
  switch (op) {
    case WL_OP_ADD: EACH_FLOAT(a[i] + b[i]); break;
    case WL_OP_SUB: EACH_FLOAT(a[i] - b[i]); break;
    case WL_OP_MUL: EACH_FLOAT(a[i] * b[i]); break;
    case WL_OP_DIV: EACH_FLOAT(a[i] / b[i]); break;
    case WL_OP_IDIV: EACH_FLOAT(floor(a[i] / b[i])); break;
    case WL_OP_MOD: EACH_FLOAT(float_modulo(a[i], b[i])); break;
    case WL_OP_POW: EACH_FLOAT(b[i] == 2 ? a[i] * a[i] : pow(a[i], b[i])); break;
    default: return false; /* bits of floats: seldom meant */
  }
  wl_tag_all(out, WL_V_FLOAT);
  return true;
}

/* All lanes of a group as floats. False if some hold no number. *whole: those that
 * hold integers. */
static bool to_floats(const struct wl_simt *m, const struct wl_lanes *r, double f[WL_LANES],
                      uint32_t *whole) {
  *whole = 0;
  if (wl_all_are(m, r, WL_V_FLOAT)) {
    memcpy(f, r->v, WL_LANES * sizeof *f);
    return true;
  }
  for (unsigned i = 0; i < WL_LANES; i++) {
    bool integer = r->tag[i] == WL_V_INTEGER;
    if (m->on[i] && !integer && r->tag[i] != WL_V_FLOAT) return false;
    f[i] = integer ? (double)(int64_t)r->v[i] : wl_as_float(r->v[i]);
    *whole |= (uint32_t)integer << i;
  }
  return true;
}

static bool is_power(struct wl_simt *m, const struct wl_lanes *a) {
  if (a->tag[wl_first(m)] != WL_V_OBJECT) return false;
  struct wl_object *o = wl_simt_object(m, a);
  return o != NULL && o->kind == WL_OBJECT_POWER;
}

/* Whether a lane has a ^ b that is refused. */
static bool doubted(const struct wl_simt *m, const struct wl_lanes *a, const double *b) {
  for (uint32_t left = m->group; left; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    if (a->tag[i] == WL_V_INTEGER && wl_caret_doubted((int64_t)a->v[i], b[i])) return true;
  }
  return false;
}

static bool compute(struct wl_simt *m, enum wl_opcode op, struct wl_lanes *out,
                    const struct wl_lanes *a, const struct wl_lanes *b) {
  bool always = op == WL_OP_DIV || op == WL_OP_POW;
  if (!always && wl_all_are(m, a, WL_V_INTEGER) && wl_all_are(m, b, WL_V_INTEGER))
    return even_integers(op, out, a, b) || integers(m, op, out, a, b);
  double x[WL_LANES], y[WL_LANES];
  uint32_t whole_x, whole_y;
  if (op == WL_OP_POW && is_power(m, a)) { /* it ^ b, for a ^ it right behind */
    *out = *b;
    return true;
  }
  if (!to_floats(m, a, x, &whole_x) || !to_floats(m, b, y, &whole_y)) return false;
  /* Lanes that differ in whether they compute with integers: not worth the trouble. */
  if (!always && (whole_x & whole_y & m->group) != 0) return false;
  if (op == WL_OP_POW && doubted(m, a, y)) return false;
  m->flops[m->token] += (unsigned)__builtin_popcount(m->group);
  return floats(op, out, x, y);
}

bool wl_simt_arith(struct wl_simt *m, enum wl_opcode op, struct wl_lanes *out,
                   const struct wl_lanes *a, const struct wl_lanes *b) {
  bool same = wl_is_same(a) && wl_is_same(b) && m->group == UINT32_MAX;
  if (!compute(m, op, out, a, b)) return false;
  out->even = out->even || same;
  return true;
}

#define HOLDS(condition) \
  for (unsigned i = 0; i < WL_LANES; i++) bits |= (uint32_t)(condition) << i

static bool exact(const struct wl_simt *m, const struct wl_lanes *r, uint32_t whole) {
  for (uint32_t left = whole & m->group; left; left &= left - 1) {
    int64_t v = (int64_t)r->v[__builtin_ctz(left)];
    if (v > INT64_C(1) << 53 || v < -(INT64_C(1) << 53)) return false;
  }
  return true;
}

bool wl_simt_compare(struct wl_simt *m, enum wl_opcode op, const struct wl_lanes *a,
                     const struct wl_lanes *b, uint32_t *holds) {
  uint32_t bits = 0, whole_x, whole_y;
  double x[WL_LANES], y[WL_LANES];
  if (wl_all_are(m, a, WL_V_INTEGER) && wl_all_are(m, b, WL_V_INTEGER)) {
    int64_t first = (int64_t)a->v[0], second = (int64_t)b->v[0];
    if (wl_is_same(a) && wl_is_same(b))
      bits = (op == WL_OP_EQ ? first == second : op == WL_OP_LT ? first < second
                                                                : first <= second) ? UINT32_MAX : 0;
    else if (op == WL_OP_EQ) HOLDS(a->v[i] == b->v[i]);
    else if (op == WL_OP_LT) HOLDS((int64_t)a->v[i] < (int64_t)b->v[i]);
    else HOLDS((int64_t)a->v[i] <= (int64_t)b->v[i]);
  } else if (to_floats(m, a, x, &whole_x) && to_floats(m, b, y, &whole_y)) {
    if (!exact(m, a, whole_x) || !exact(m, b, whole_y)) return false;
    if (op == WL_OP_EQ) HOLDS(x[i] == y[i]);
    else if (op == WL_OP_LT) HOLDS(x[i] < y[i]);
    else HOLDS(x[i] <= y[i]);
  } else if (op == WL_OP_EQ) {
    for (uint32_t left = m->group; left; left &= left - 1) {
      unsigned i = (unsigned)__builtin_ctz(left);
      bool number = a->tag[i] == WL_V_INTEGER || a->tag[i] == WL_V_FLOAT;
      if (number && (b->tag[i] == WL_V_INTEGER || b->tag[i] == WL_V_FLOAT)) return false;
      bool same = a->tag[i] == b->tag[i] && (a->tag[i] <= WL_V_TRUE || a->v[i] == b->v[i]);
      bits |= (uint32_t)same << i;
    }
  } else {
    return false;
  }
  *holds = bits & m->group;
  return true;
}

/* The limit of a loop that counts in integers; as Lua, floats are cut. */
static bool limit_of(const struct wl_lanes *r, unsigned i, bool up, int64_t *limit) {
  if (r->tag[i] == WL_V_INTEGER) {
    *limit = (int64_t)r->v[i];
    return true;
  }
  if (r->tag[i] != WL_V_FLOAT) return false;
  double f = up ? floor(wl_as_float(r->v[i])) : ceil(wl_as_float(r->v[i]));
  if (!(f > -0x1p62 && f < 0x1p62)) return false;
  *limit = (int64_t)f;
  return true;
}

bool wl_simt_for_begin(struct wl_simt *m, struct wl_lanes s[4], uint32_t *skip) {
  if (!wl_all_are(m, &s[0], WL_V_INTEGER) || !wl_all_are(m, &s[2], WL_V_INTEGER)) return false;
  *skip = 0;
  for (uint32_t left = m->group; left; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    int64_t from = (int64_t)s[0].v[i], by = (int64_t)s[2].v[i], limit;
    if (by == 0 || !limit_of(&s[1], i, by > 0, &limit)) return false;
    if (by > 0 ? from > limit : from < limit) *skip |= UINT32_C(1) << i;
    uint64_t way = by > 0 ? (uint64_t)limit - (uint64_t)from : (uint64_t)from - (uint64_t)limit;
    uint64_t pace = by > 0 ? (uint64_t)by : (uint64_t)(-(by + 1)) + 1;
    s[1].v[i] = pace == 1 ? way : way / pace;
    s[1].tag[i] = WL_V_INTEGER;
    s[3].v[i] = s[0].v[i];
    s[3].tag[i] = WL_V_INTEGER;
  }
  bool same = wl_is_same(&s[0]) && wl_is_same(&s[1]) && wl_is_same(&s[2]);
  s[1].even = s[3].even = same && m->group == UINT32_MAX;
  return true;
}

bool wl_simt_for_next(struct wl_simt *m, struct wl_lanes s[4], uint32_t *again) {
  if (!wl_all_are(m, &s[0], WL_V_INTEGER) || !wl_all_are(m, &s[2], WL_V_INTEGER)) return false;
  uint32_t on = 0;
  if (m->full && wl_is_same(&s[0]) && wl_is_same(&s[1]) && wl_is_same(&s[2])) {
    *again = s[1].v[0] != 0 ? m->group : 0;
    if (*again == 0) return true;
    wl_spread(&s[1], WL_V_INTEGER, s[1].v[0] - 1);
    wl_spread(&s[0], WL_V_INTEGER, s[0].v[0] + s[2].v[0]);
    wl_spread(&s[3], WL_V_INTEGER, s[0].v[0]);
    return true;
  }
  s[0].even = s[1].even = s[3].even = false;
  for (unsigned i = 0; i < WL_LANES; i++) on |= (uint32_t)(s[1].v[i] != 0) << i;
  *again = on &= m->group;
  if (m->full && on == m->group) {
    for (unsigned i = 0; i < WL_LANES; i++) {
      s[1].v[i]--;
      s[3].v[i] = s[0].v[i] += s[2].v[i];
    }
    memset(s[3].tag, WL_V_INTEGER, sizeof s[3].tag);
    return true;
  }
  for (; on; on &= on - 1) {
    unsigned i = (unsigned)__builtin_ctz(on);
    s[1].v[i]--;
    s[3].v[i] = s[0].v[i] += s[2].v[i];
    s[3].tag[i] = WL_V_INTEGER;
  }
  return true;
}
