#include "core/trace/step.h"

#include <assert.h>
#include <string.h>

#include "core/access/access.h"
#include "core/trace/pack_lanes.h"

/* The first byte: the kind, and what follows in full. */
enum { KIND = 7, VALUES = 8, LIVE = 16, MASK = 32, ITERATION = 64, ARRAY = 128 };
enum { QUESTION = 128 }; /* of the second byte, which is the type */
static_assert(WL_STEP_KINDS <= KIND + 1, "a kind fits its bits");
static_assert(WL_LANES == 32 && WL_SPACES <= 8 && WL_OPS <= 16 && WL_CACHES <= 4 && WL_FORMS <= 4 &&
                WL_LAYOUTS <= 2, "two bytes in all");

enum { SOURCE_BYTES = WL_LANES * 5 / 8, WIDEST = 4 /* 1 << 4 bytes a lane */ };
static_assert(3 * WL_PACK_MAX + 224 <= WL_STEP_MAX, "the longest step");

static bool has_result(const struct wl_step *step) {
  return step->kind == WL_STEP_SHUFFLE || step->kind == WL_STEP_VOTE ||
         (step->kind == WL_STEP_ACCESS &&
          (step->access.op == WL_ATOMIC || step->access.op == WL_CAS));
}

static bool has_name(unsigned kind) {
  return kind == WL_STEP_SHUFFLE || kind == WL_STEP_VOTE || kind == WL_STEP_BARRIER;
}

/* cp.async and textures have two numbers a lane. */
static bool has_second(const struct wl_access *a) {
  return wl_op_is_copy((enum wl_op)a->op) || a->space == WL_TEXTURE;
}

static bool loops(const struct wl_step *step) {
  return step->kind == WL_STEP_ACCESS && wl_access_loops(&step->access);
}

/* What a turn of a way is: a loop, whose iteration follows or is that of the step, or a call. */
enum { TURN_FOLLOWS, TURN_INNERMOST, TURN_CALL, TURN_KINDS };
static_assert(WL_PROGRAM_POINT_TURNS < 16, "four bits");

static uint8_t *pack_way(uint8_t *out, const struct wl_step *step) {
  const struct wl_program_point *w = &step->way;
  out = wl_write_varint(out, (uint64_t)w->token << 4 | w->turns);
  for (unsigned i = 0; i < w->turns; i++) {
    unsigned kind = w->iteration[i] == WL_NO_ITERATION ? TURN_CALL
                    : w->iteration[i] == step->iteration ? TURN_INNERMOST : TURN_FOLLOWS;
    uint64_t back = (uint64_t)w->token - w->at[i];
    out = wl_write_varint(out, wl_zigzag(back) << 2 | kind);
    if (kind == TURN_FOLLOWS) out = wl_write_varint(out, w->iteration[i]);
  }
  return out;
}

static uint8_t *pack_access(uint8_t *out, const struct wl_access *a) {
  unsigned mode = a->space == WL_SHARED ? a->form : a->cache; /* neither has the other */
  *out++ = (uint8_t)(a->space | (a->op & 7) << 3 | mode << 6);
  *out++ = (uint8_t)(__builtin_ctz(a->width) | (a->hit ? 8 : 0) | a->banks / 4 << 4 |
                     (a->layout | a->unused) << 6 | /* neither has the other */
                     a->op >> 3 << 7);
  if (a->space == WL_TEXTURE) out = wl_write_varint(out, a->pitch);
  if (a->even && a->mask == UINT32_MAX)
    out = wl_pack_even(out, a->address[0], a->address[1] - a->address[0]);
  else
    out = wl_pack_lanes(out, a->address, a->mask, WL_ULONGLONG);
  if (!has_second(a)) return out;
  uint64_t second[WL_LANES];
  for (unsigned i = 0; i < WL_LANES; i++) second[i] = a->second[i];
  return wl_pack_lanes(out, second, a->mask, WL_ULONGLONG);
}

/* Five bits a lane: eight lanes make five bytes. */
static uint8_t *pack_shuffle(uint8_t *out, const struct wl_step *step) {
  *out++ = (uint8_t)(step->shuffle_mode | __builtin_ctz(step->shuffle_width) << 2);
  out = wl_write_varint(out, step->undefined);
  for (unsigned i = 0; i < WL_LANES; i += 8) {
    uint64_t eight = 0;
    for (unsigned j = 0; j < 8; j++)
      if (step->access.mask >> (i + j) & 1) eight |= (uint64_t)(step->source[i + j] & 31) << 5 * j;
    out = wl_write_fixed(out, eight, 5);
  }
  return out;
}

static uint8_t *pack_text(uint8_t *out, const struct wl_step *step) {
  size_t length = strnlen(step->text, sizeof step->text - 1);
  *out++ = (uint8_t)length;
  memcpy(out, step->text, length);
  out += length;
  *out++ = step->stop;
  return out;
}

size_t wl_step_pack(const struct wl_step *step, uint8_t start[WL_STEP_MAX]) {
  uint32_t mask = step->access.mask;
  uint8_t *out = start;
  *out++ = (uint8_t)(step->kind | (step->has_values ? VALUES : 0) |
                     (step->live != UINT32_MAX ? LIVE : 0) | (mask != step->live ? MASK : 0) |
                     (step->iteration != WL_NO_ITERATION ? ITERATION : 0) |
                     (step->array != WL_NO_ARRAY ? ARRAY : 0));
  *out++ = (uint8_t)(step->type.scalar | step->type.components << 4 |
                     (step->question ? QUESTION : 0));
  out = wl_write_varint(out, step->block);
  out = wl_write_varint(out, (unsigned)step->warp << 1 | step->by_turns);
  out = wl_write_varint(out, step->phase);
  out = wl_write_varint(out, step->place.line);
  out = wl_write_varint(out, step->place.column);
  out = wl_write_varint(out, step->place.end_column);
  if (step->live != UINT32_MAX) out = wl_write_fixed(out, step->live, 4);
  if (mask != step->live) out = wl_write_fixed(out, mask, 4);
  if (step->iteration != WL_NO_ITERATION) out = wl_write_varint(out, step->iteration);
  if (step->array != WL_NO_ARRAY) out = wl_write_varint(out, step->array);
  out = pack_way(out, step);
  if (has_name(step->kind)) {
    out = wl_write_varint(out, step->name);
    out = wl_write_varint(out, step->absent);
    out = wl_write_varint(out, step->elsewhere);
  }
  if (step->kind == WL_STEP_ACCESS) out = pack_access(out, &step->access);
  if (loops(step)) out = wl_write_varint(out, step->goes_on);
  if (step->kind == WL_STEP_SHUFFLE) out = pack_shuffle(out, step);
  if (step->kind == WL_STEP_MARK) out = pack_text(out, step);
  if (step->has_values) out = wl_pack_lanes(out, step->value, mask, step->type.scalar);
  if (step->has_values && has_result(step))
    out = wl_pack_lanes(out, step->result, mask, step->type.scalar);
  if (step->question) *out++ = step->question;
  return (size_t)(out - start);
}

static void unpack_way(struct wl_reader *in, struct wl_step *step) {
  struct wl_program_point *w = &step->way;
  uint64_t first = wl_read_varint(in, UINT64_C(1) << 36);
  w->token = (uint32_t)(first >> 4);
  w->turns = first & 15;
  if (first >> 36 || w->turns > WL_PROGRAM_POINT_TURNS) wl_read_bad(in);
  for (unsigned i = 0; i < w->turns && in->state == WL_READ_OK; i++) {
    uint64_t turn = wl_read_varint(in, UINT64_C(1) << 36);
    unsigned kind = turn & 3;
    w->at[i] = (uint32_t)(w->token - wl_unzigzag(turn >> 2));
    if (kind == TURN_FOLLOWS) w->iteration[i] = (uint32_t)wl_read_varint(in, WL_NO_ITERATION - 1);
    else w->iteration[i] = kind == TURN_CALL ? WL_NO_ITERATION : step->iteration;
    if (kind == TURN_KINDS) wl_read_bad(in);
  }
}

static void unpack_access(struct wl_reader *in, struct wl_access *a, bool look) {
  unsigned what = (unsigned)wl_read_fixed(in, 1), how = (unsigned)wl_read_fixed(in, 1);
  a->space = what & 7;
  a->op = (uint8_t)((what >> 3 & 7) | how >> 7 << 3);
  if (a->space == WL_SHARED) a->form = (uint8_t)(what >> 6);
  else a->cache = (uint8_t)(what >> 6);
  a->hit = how >> 3 & 1;
  a->banks = (how >> 4 & 3) * 4;
  bool atomic = a->op == WL_ATOMIC || a->op == WL_CAS;
  a->unused = atomic && (how >> 6 & 1);
  a->layout = !atomic && (how >> 6 & 1);
  if (a->space >= WL_SPACES || a->op >= WL_OPS || a->banks > 8 || a->form >= WL_FORMS ||
      (how & 7) > WIDEST) {
    wl_read_bad(in);
    return;
  }
  a->width = (uint8_t)(1u << (how & 7));
  if (a->space == WL_TEXTURE) a->pitch = (uint32_t)wl_read_varint(in, UINT32_MAX);
  a->even = look && wl_comes_even(in, a->mask);
  wl_unpack_lanes(in, a->address, a->mask, WL_ULONGLONG);
  if (!has_second(a) || in->state != WL_READ_OK) return;
  uint64_t second[WL_LANES];
  wl_unpack_lanes(in, second, a->mask, WL_ULONGLONG);
  for (unsigned i = 0; i < WL_LANES; i++) {
    if (second[i] > UINT32_MAX) wl_read_bad(in);
    a->second[i] = (uint32_t)second[i];
  }
}

static void unpack_shuffle(struct wl_reader *in, struct wl_step *step) {
  unsigned what = (unsigned)wl_read_fixed(in, 1);
  if (what >> 2 > 5) wl_read_bad(in);
  step->shuffle_mode = what & 3;
  step->shuffle_width = (uint8_t)(1u << (what >> 2 & 7));
  step->undefined = (uint32_t)wl_read_varint(in, UINT32_MAX);
  for (unsigned i = 0; i < WL_LANES; i += 8) {
    uint64_t eight = wl_read_fixed(in, 5);
    for (unsigned j = 0; j < 8; j++)
      if (step->access.mask >> (i + j) & 1) step->source[i + j] = eight >> 5 * j & 31;
  }
}

static void unpack_text(struct wl_reader *in, struct wl_step *step) {
  size_t length = wl_read_fixed(in, 1);
  if (length >= sizeof step->text) wl_read_bad(in);
  const uint8_t *text = wl_read_bytes(in, length);
  if (text != NULL && length > 0) {
    if (memchr(text, '\0', length)) wl_read_bad(in);
    else memcpy(step->text, text, length);
  }
  step->stop = (uint8_t)wl_read_fixed(in, 1);
}

static void unpack_question(struct wl_reader *in, struct wl_step *step) {
  step->question = (uint8_t)wl_read_fixed(in, 1);
  if (in->state == WL_READ_OK && step->question == 0) wl_read_bad(in);
}

/* Returns the type's byte. */
static unsigned unpack_head(struct wl_reader *in, unsigned flags, struct wl_step *step) {
  unsigned type = (unsigned)wl_read_fixed(in, 1);
  step->type = (struct wl_type){.scalar = type & 15, .components = type >> 4 & 7};
  bool needed = step->kind == WL_STEP_ACCESS || step->kind == WL_STEP_SHUFFLE;
  if (step->type.scalar >= WL_SCALARS || step->type.components > 4) wl_read_bad(in);
  if (needed && step->type.components == 0) wl_read_bad(in);
  step->block = (uint32_t)wl_read_varint(in, UINT32_MAX);
  unsigned warp = (unsigned)wl_read_varint(in, UINT16_MAX << 1 | 1);
  step->warp = (uint16_t)(warp >> 1);
  step->by_turns = warp & 1;
  step->phase = (uint16_t)wl_read_varint(in, UINT16_MAX);
  step->place.line = (uint32_t)wl_read_varint(in, UINT32_MAX);
  step->place.column = (uint16_t)wl_read_varint(in, UINT16_MAX);
  step->place.end_column = (uint16_t)wl_read_varint(in, UINT16_MAX);
  step->live = flags & LIVE ? (uint32_t)wl_read_fixed(in, 4) : UINT32_MAX;
  step->access.mask = flags & MASK ? (uint32_t)wl_read_fixed(in, 4) : step->live;
  step->iteration = flags & ITERATION ? (uint32_t)wl_read_varint(in, WL_NO_ITERATION - 1)
                                      : WL_NO_ITERATION;
  step->array = flags & ARRAY ? (uint16_t)wl_read_varint(in, WL_NO_ARRAY - 1) : WL_NO_ARRAY;
  return type;
}

/* Kind and flags, then what unpack_head() reads; returns the type's byte. */
static unsigned unpack_begin(struct wl_reader *in, struct wl_step *step) {
  unsigned flags = (unsigned)wl_read_fixed(in, 1);
  step->kind = flags & KIND;
  step->has_values = (flags & VALUES) != 0;
  if (step->kind >= WL_STEP_KINDS) wl_read_bad(in);
  return unpack_head(in, flags, step);
}

bool wl_step_glance(const uint8_t *packed, size_t size, struct wl_step *step, bool *asked) {
  struct wl_reader in = {.at = packed, .end = packed + size};
  *asked = (unpack_begin(&in, step) & QUESTION) != 0;
  return in.state == WL_READ_OK;
}

static bool is_load(const struct wl_step *step) {
  return step->kind == WL_STEP_ACCESS &&
         (step->access.op == WL_LOAD || step->access.op == WL_MATRIX_LOAD);
}

static inline size_t unpack(const uint8_t *bytes, size_t size, struct wl_step *step, bool all) {
  struct wl_reader in = {.at = bytes, .end = bytes + size};
  memset(step, 0, all ? sizeof *step : offsetof(struct wl_step, value));
  unsigned type = unpack_begin(&in, step);
  unpack_way(&in, step);
  if (has_name(step->kind)) {
    step->name = (uint16_t)wl_read_varint(&in, WL_STEP_NAMES - 1);
    step->absent = (uint32_t)wl_read_varint(&in, UINT32_MAX);
    step->elsewhere = (uint32_t)wl_read_varint(&in, UINT32_MAX);
    if (step->elsewhere & (step->access.mask | step->absent)) wl_read_bad(&in);
  }
  if (step->kind == WL_STEP_ACCESS) unpack_access(&in, &step->access, !all);
  if (loops(step)) step->goes_on = (uint32_t)wl_read_varint(&in, UINT32_MAX);
  if (step->goes_on & ~step->access.mask) wl_read_bad(&in);
  if (step->kind == WL_STEP_SHUFFLE) unpack_shuffle(&in, step);
  if (step->kind == WL_STEP_MARK) unpack_text(&in, step);
  if (step->has_values && in.state == WL_READ_OK && !all && is_load(step))
    wl_skip_lanes(&in, step->access.mask, step->type.scalar);
  else if (step->has_values && in.state == WL_READ_OK)
    wl_unpack_lanes(&in, step->value, step->access.mask, step->type.scalar);
  if (step->has_values && has_result(step) && in.state == WL_READ_OK)
    wl_unpack_lanes(&in, step->result, step->access.mask, step->type.scalar);
  if (type & QUESTION && in.state == WL_READ_OK) unpack_question(&in, step);
  if (in.state == WL_READ_OK) return (size_t)(in.at - bytes);
  return in.state == WL_READ_EMPTY ? 0 : SIZE_MAX;
}

size_t wl_step_unpack(const uint8_t *bytes, size_t size, struct wl_step *step) {
  return unpack(bytes, size, step, true);
}

size_t wl_step_take(const uint8_t *bytes, size_t size, struct wl_step *step) {
  return unpack(bytes, size, step, false);
}

const char *const wl_step_names[] = {
  [WL_NAME_SHFL] = "__shfl",
  [WL_NAME_SHFL_UP] = "__shfl_up",
  [WL_NAME_SHFL_DOWN] = "__shfl_down",
  [WL_NAME_SHFL_XOR] = "__shfl_xor",
  [WL_NAME_SHFL_SYNC] = "__shfl_sync",
  [WL_NAME_SHFL_UP_SYNC] = "__shfl_up_sync",
  [WL_NAME_SHFL_DOWN_SYNC] = "__shfl_down_sync",
  [WL_NAME_SHFL_XOR_SYNC] = "__shfl_xor_sync",
  [WL_NAME_BALLOT] = "__ballot",
  [WL_NAME_ANY] = "__any",
  [WL_NAME_ALL] = "__all",
  [WL_NAME_BALLOT_SYNC] = "__ballot_sync",
  [WL_NAME_ANY_SYNC] = "__any_sync",
  [WL_NAME_ALL_SYNC] = "__all_sync",
  [WL_NAME_ACTIVEMASK] = "__activemask",
  [WL_NAME_MATCH_ANY_SYNC] = "__match_any_sync",
  [WL_NAME_MATCH_ALL_SYNC] = "__match_all_sync",
  [WL_NAME_REDUCE_ADD_SYNC] = "__reduce_add_sync",
  [WL_NAME_REDUCE_MIN_SYNC] = "__reduce_min_sync",
  [WL_NAME_REDUCE_MAX_SYNC] = "__reduce_max_sync",
  [WL_NAME_REDUCE_AND_SYNC] = "__reduce_and_sync",
  [WL_NAME_REDUCE_OR_SYNC] = "__reduce_or_sync",
  [WL_NAME_REDUCE_XOR_SYNC] = "__reduce_xor_sync",
  [WL_NAME_SYNCTHREADS] = "__syncthreads",
  [WL_NAME_SYNCWARP] = "__syncwarp",
  [WL_NAME_PIPELINE_COMMIT] = "__pipeline_commit",
  [WL_NAME_PIPELINE_WAIT] = "__pipeline_wait_prior",
  [WL_NAME_THREADFENCE] = "__threadfence",
  [WL_NAME_THREADFENCE_BLOCK] = "__threadfence_block",
  [WL_NAME_THREADFENCE_SYSTEM] = "__threadfence_system",
};
static_assert(sizeof wl_step_names / sizeof *wl_step_names == WL_STEP_NAMES, "a row each");
