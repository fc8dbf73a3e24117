/* Instructions that make one value in every lane, from registers and constants. */
#include "script/simt/simt_lanes.h"

/* The field of an object that a constant names, which each instruction looks up once. */
static bool get_field(struct wl_simt *m, const struct wl_closure *in, const struct wl_code *c,
                      const struct wl_lanes *from, struct wl_lanes *out) {
  const struct wl_constant *key = &in->proto->constant[c->c];
  struct wl_object *o = wl_simt_object(m, from);
  size_t number = o != NULL ? (size_t)(o - m->object) : 0;
  struct wl_known_field *known = &in->field[c - in->proto->code];
  if (o == NULL) return false;
  if (o->kind == WL_OBJECT_INDEX) return wl_simt_index(m, out, o, key);
  if (known->object != number + 1 && !wl_simt_field(m, &known->value, o, key)) return false;
  known->object = number + 1;
  *out = known->value;
  return true;
}

static bool get_index(struct wl_simt *m, struct wl_lanes *out, const struct wl_lanes *from,
                      const struct wl_lanes *key, uint32_t token) {
  if (from->tag[wl_first(m)] == WL_V_REF) return wl_simt_load(m, out, from, key, token);
  struct wl_object *o = wl_simt_object(m, from);
  return o != NULL && wl_simt_lookup(m, out, o, key);
}

static bool truth(const struct wl_lanes *r, unsigned i) {
  return r->tag[i] != WL_V_NIL && r->tag[i] != WL_V_FALSE;
}

uint32_t wl_simt_truths(const struct wl_simt *m, const struct wl_lanes *r) {
  uint32_t bits = 0;
  for (unsigned i = 0; i < WL_LANES; i++) bits |= (uint32_t)truth(r, i) << i;
  return bits & m->group;
}

/* All comparisons are one of EQ, LT and LE. */
bool wl_simt_test(struct wl_simt *m, const struct wl_simt_frame *f, const struct wl_code *c,
                  struct wl_lanes *R, uint32_t *holds) {
  const struct wl_lanes *ra = &R[c->a], *rb = &R[(uint8_t)c->b];
  wl_spread(&m->right, WL_V_INTEGER, (uint64_t)(int64_t)c->b);
  switch (c->op) {
    case WL_OP_EQK: return wl_simt_compare(m, WL_OP_EQ, ra, &f->closure->constant[c->b], holds);
    case WL_OP_EQI: return wl_simt_compare(m, WL_OP_EQ, ra, &m->right, holds);
    case WL_OP_LTI: return wl_simt_compare(m, WL_OP_LT, ra, &m->right, holds);
    case WL_OP_LEI: return wl_simt_compare(m, WL_OP_LE, ra, &m->right, holds);
    case WL_OP_GTI: return wl_simt_compare(m, WL_OP_LT, &m->right, ra, holds);
    case WL_OP_GEI: return wl_simt_compare(m, WL_OP_LE, &m->right, ra, holds);
    default: return wl_simt_compare(m, (enum wl_opcode)c->op, ra, rb, holds);
  }
}

static bool unary(struct wl_simt *m, const struct wl_code *c, struct wl_lanes *out,
                  const struct wl_lanes *rb) {
  switch (c->op) {
    case WL_OP_UNM:
      if (wl_all_are(m, rb, WL_V_INTEGER)) {
        for (unsigned i = 0; i < WL_LANES; i++) out->v[i] = 0 - rb->v[i];
        wl_tag_all(out, WL_V_INTEGER);
        return true;
      }
      if (!wl_all_are(m, rb, WL_V_FLOAT)) return false;
      for (unsigned i = 0; i < WL_LANES; i++) out->v[i] = wl_as_bits(-wl_as_float(rb->v[i]));
      wl_tag_all(out, WL_V_FLOAT);
      return true;
    case WL_OP_BNOT:
      if (!wl_all_are(m, rb, WL_V_INTEGER)) return false;
      for (unsigned i = 0; i < WL_LANES; i++) out->v[i] = ~rb->v[i];
      wl_tag_all(out, WL_V_INTEGER);
      return true;
    case WL_OP_NOT:
      for (unsigned i = 0; i < WL_LANES; i++) out->tag[i] = truth(rb, i) ? WL_V_FALSE : WL_V_TRUE;
      out->even = false;
      return true;
    default: return false;
  }
}

bool wl_simt_assign(struct wl_simt *m, const struct wl_simt_frame *f, const struct wl_code *c,
                    struct wl_lanes *R, struct wl_lanes *out) {
  const struct wl_closure *in = f->closure;
  const struct wl_lanes *rb = &R[(uint8_t)c->b], *rc = &R[(uint8_t)c->c];
  switch (c->op) {
    case WL_OP_MOVE: *out = *rb; return true;
    case WL_OP_LOADI: wl_spread(out, WL_V_INTEGER, (uint64_t)(int64_t)c->b); return true;
    case WL_OP_LOADF: wl_spread(out, WL_V_FLOAT, wl_as_bits((double)c->b)); return true;
    case WL_OP_LOADK: *out = in->constant[c->b]; return true;
    case WL_OP_LOADFALSE: case WL_OP_LFALSESKIP: wl_spread(out, WL_V_FALSE, 0); return true;
    case WL_OP_LOADTRUE: wl_spread(out, WL_V_TRUE, 0); return true;
    case WL_OP_GETUPVAL: *out = in->upvalue[c->b]; return true;
    case WL_OP_GETTABUP: return get_field(m, in, c, &in->upvalue[c->b], out);
    case WL_OP_GETTABLE: return get_index(m, out, rb, rc, c->token);
    case WL_OP_GETI:
      wl_spread(&m->right, WL_V_INTEGER, (uint64_t)c->c);
      return get_index(m, out, rb, &m->right, c->token);
    case WL_OP_GETFIELD: return get_field(m, in, c, rb, out);
    case WL_OP_ADDI:
      wl_spread(&m->right, WL_V_INTEGER, (uint64_t)(int64_t)c->c);
      return wl_simt_arith(m, WL_OP_ADD, out, rb, &m->right);
    case WL_OP_SHRI:
      wl_spread(&m->right, WL_V_INTEGER, (uint64_t)(int64_t)c->c);
      return wl_simt_arith(m, WL_OP_SHR, out, rb, &m->right);
    case WL_OP_SHLI:
      wl_spread(&m->right, WL_V_INTEGER, (uint64_t)(int64_t)c->c);
      return wl_simt_arith(m, WL_OP_SHL, out, &m->right, rb);
    case WL_OP_ADDK: case WL_OP_SUBK: case WL_OP_MULK: case WL_OP_MODK: case WL_OP_POWK:
    case WL_OP_DIVK: case WL_OP_IDIVK:
      return wl_simt_arith(m, (enum wl_opcode)(WL_OP_ADD + c->op - WL_OP_ADDK), out, rb,
                           &in->constant[c->c]);
    case WL_OP_BANDK: case WL_OP_BORK: case WL_OP_BXORK:
      return wl_simt_arith(m, (enum wl_opcode)(WL_OP_BAND + c->op - WL_OP_BANDK), out, rb,
                           &in->constant[c->c]);
    case WL_OP_ADD: case WL_OP_SUB: case WL_OP_MUL: case WL_OP_MOD: case WL_OP_POW: case WL_OP_DIV:
    case WL_OP_IDIV: case WL_OP_BAND: case WL_OP_BOR: case WL_OP_BXOR: case WL_OP_SHL:
    case WL_OP_SHR:
      return wl_simt_arith(m, (enum wl_opcode)c->op, out, rb, rc);
    case WL_OP_UNM: case WL_OP_BNOT: case WL_OP_NOT: return unary(m, c, out, rb);
    default: return false;
  }
}

bool wl_simt_put(struct wl_simt *m, const struct wl_simt_frame *f, const struct wl_code *c,
                 struct wl_lanes *R) {
  const struct wl_lanes *key = &R[(uint8_t)c->b];
  const struct wl_lanes *value = c->k ? &f->closure->constant[c->c] : &R[(uint8_t)c->c];
  if (c->op == WL_OP_SETI) {
    wl_spread(&m->left, WL_V_INTEGER, (uint64_t)c->b);
    key = &m->left;
  }
  return wl_simt_store(m, &R[c->a], key, value, c->token);
}
