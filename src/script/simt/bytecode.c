/* Reads the output of lua_dump(). Its form belongs to one version of Lua: the header must be that
 * of 5.4, and anything unexpected is refused. */
#include "script/simt/bytecode.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"
#include "script/machine/alloc_or_die.h"
#include "script/machine/vm.h"
#include "script/syntax/instrument.h"

struct dump { char *bytes; size_t size, capacity; };
struct input { const uint8_t *at, *end; bool bad; };

/* Tags of constants, as in Lua's lobject.h. */
enum { K_NIL = 0, K_FALSE = 1, K_TRUE = 17, K_INTEGER = 3, K_FLOAT = 19, K_SHORT = 4, K_LONG = 20 };
enum { ABSOLUTE_LINE = -128 }; /* in lineinfo: the line is in abslineinfo */

static int collect(lua_State *L, const void *data, size_t size, void *ud) {
  struct dump *d = ud;
  (void)L;
  while (d->size + size > d->capacity)
    d->bytes = wl_alloc_or_die(wl_grow(d->bytes, 1, &d->capacity, 4096));
  memcpy(d->bytes + d->size, data, size);
  d->size += size;
  return 0;
}

static const uint8_t *take(struct input *in, size_t size) {
  static const uint8_t zeros[16];
  if (in->bad || (size_t)(in->end - in->at) < size) {
    in->bad = true;
    return size <= sizeof zeros ? zeros : NULL;
  }
  in->at += size;
  return in->at - size;
}

static uint8_t take_byte(struct input *in) { return *take(in, 1); }

/* Seven bits a byte, the highest first; the last one is marked. */
static size_t take_size(struct input *in) {
  size_t n = 0;
  for (;;) {
    uint8_t b = take_byte(in);
    n = n << 7 | (b & 0x7f);
    if (b & 0x80 || in->bad) return in->bad ? 0 : n;
  }
}

/* A number of things of at least one byte each. */
static uint32_t take_count(struct input *in) {
  size_t n = take_size(in);
  if (n > (size_t)(in->end - in->at)) in->bad = true;
  return in->bad ? 0 : (uint32_t)n;
}

static const char *take_string(struct input *in, size_t *size) {
  size_t n = take_size(in);
  *size = n > 0 ? n - 1 : 0;
  return (const char *)take(in, *size);
}

static void take_header(struct input *in) {
  static const uint8_t header[] = "\x1bLua\x54\x00\x19\x93\r\n\x1a\n\x04\x08\x08";
  const int64_t integer = 0x5678;
  const double number = 370.5;
  enum { FIXED = sizeof header - 1 };
  if (memcmp(take(in, FIXED), header, FIXED) != 0) in->bad = true;
  if (memcmp(take(in, 8), &integer, 8) != 0 || memcmp(take(in, 8), &number, 8) != 0) in->bad = true;
  take_byte(in); /* upvalues: told again */
}

/* An instruction's fields: 7 bits op, 8 A, 1 k, 8 B, 8 C; or 17 bits Bx, or 25 sJ. */
static struct wl_code decode(uint32_t word, uint32_t pc) {
  struct wl_code c = {.op = word & 0x7f, .a = (uint8_t)(word >> 7), .k = word >> 15 & 1,
                      .b = word >> 16 & 0xff, .c = (int32_t)(word >> 24)};
  int32_t wide = (int32_t)(word >> 15), next = (int32_t)pc + 1;
  switch (c.op) {
    case WL_OP_LOADI: case WL_OP_LOADF: c.b = wide - 65535; break;
    case WL_OP_LOADK: case WL_OP_CLOSURE: c.b = wide; break;
    case WL_OP_JMP: c.b = next + (int32_t)(word >> 7) - 16777215; break;
    case WL_OP_FORLOOP: c.b = next - wide; break;
    case WL_OP_FORPREP: c.b = next + wide + 1; break;
    case WL_OP_ADDI: case WL_OP_SHRI: case WL_OP_SHLI: c.c -= 127; break;
    case WL_OP_EQI: case WL_OP_LTI: case WL_OP_LEI: case WL_OP_GTI: case WL_OP_GEI:
      c.b -= 127;
      break;
    default: break;
  }
  return c;
}

static void take_code(struct input *in, struct wl_proto *p) {
  size_t n = take_size(in);
  const uint8_t *words = n > 0 && n < 1 << 20 ? take(in, 4 * n) : NULL;
  if (words == NULL || in->bad) {
    in->bad = true;
    return;
  }
  p->codes = (uint32_t)n;
  p->code = wl_alloc_or_die(calloc(n, sizeof *p->code));
  for (uint32_t pc = 0; pc < n; pc++) {
    uint32_t word;
    memcpy(&word, words + 4 * pc, 4);
    p->code[pc] = decode(word, pc);
    bool jumps = p->code[pc].op == WL_OP_JMP || p->code[pc].op == WL_OP_FORLOOP ||
                 p->code[pc].op == WL_OP_FORPREP;
    if (p->code[pc].op >= WL_OPCODES || (jumps && (p->code[pc].b < 0 || p->code[pc].b >= (int)n)))
      in->bad = true;
  }
}

static void take_constants(struct input *in, struct wl_proto *p) {
  p->constants = take_count(in);
  p->constant = wl_alloc_or_die(calloc(p->constants + 1, sizeof *p->constant));
  for (uint32_t i = 0; i < p->constants && !in->bad; i++) {
    struct wl_constant *k = &p->constant[i];
    uint8_t tag = take_byte(in);
    switch (tag) {
      case K_NIL: k->type = LUA_TNIL; break;
      case K_FALSE: case K_TRUE:
        k->type = LUA_TBOOLEAN;
        k->bits = tag == K_TRUE;
        break;
      case K_INTEGER: case K_FLOAT:
        k->type = LUA_TNUMBER;
        k->integer = tag == K_INTEGER;
        memcpy(&k->bits, take(in, 8), 8);
        break;
      case K_SHORT: case K_LONG:
        k->type = LUA_TSTRING;
        k->text = take_string(in, &k->size);
        break;
      default: in->bad = true;
    }
  }
}

static void skip_function(struct input *in, unsigned depth);

static void skip_constants(struct input *in) {
  struct wl_proto p = {0};
  take_constants(in, &p);
  free(p.constant);
}

static void skip_inner(struct input *in, unsigned depth) {
  for (uint32_t n = take_count(in); n > 0 && !in->bad; n--) skip_function(in, depth + 1);
}

static void skip_names(struct input *in) {
  size_t size;
  for (uint32_t n = take_count(in); n > 0 && !in->bad; n--) { /* variables */
    take_string(in, &size);
    take_size(in);
    take_size(in);
  }
  for (uint32_t n = take_count(in); n > 0 && !in->bad; n--) take_string(in, &size); /* upvalues */
}

static void skip_lines(struct input *in) {
  take(in, take_size(in));
  for (uint32_t n = take_count(in); n > 0 && !in->bad; n--) {
    take_size(in);
    take_size(in);
  }
}

static void skip_function(struct input *in, unsigned depth) {
  size_t size;
  if (depth > 200) in->bad = true;
  if (in->bad) return;
  take_string(in, &size);
  take_size(in);
  take_size(in);
  take(in, 3);
  take(in, 4 * take_size(in));
  skip_constants(in);
  take(in, 3 * (size_t)take_count(in));
  skip_inner(in, depth);
  skip_lines(in);
  skip_names(in);
}

/* The line of every instruction, as the token that it is. */
static void take_lines(struct input *in, struct wl_proto *p, const struct wl_source *s,
                       size_t line) {
  size_t n = take_size(in);
  const int8_t *step = n == p->codes ? (const int8_t *)take(in, n) : NULL;
  if (step == NULL || in->bad) {
    in->bad = true;
    return;
  }
  uint32_t left = take_count(in);
  for (uint32_t pc = 0; pc < p->codes && !in->bad; pc++) {
    if (step[pc] != ABSOLUTE_LINE) {
      line += (size_t)step[pc];
    } else {
      if (left-- == 0 || take_size(in) != pc) in->bad = true;
      line = take_size(in);
    }
    p->code[pc].token = wl_instrument_instruction(s, (int)line);
  }
}

/* Lua sends a jump to a loop's last jump straight to where that one goes. Here lanes
 * wait for each other at the end of a loop, so they have to come by it. */
static void restore_loop_ends(struct wl_proto *p) {
  for (uint32_t pc = p->codes; pc-- > 0;) {
    int32_t target = p->code[pc].b;
    if (p->code[pc].op != WL_OP_JMP || target > (int32_t)pc) continue;
    for (uint32_t before = (uint32_t)target; before < pc; before++)
      if (p->code[before].op == WL_OP_JMP && p->code[before].b == target &&
          (int32_t)before >= target)
        p->code[before].b = (int32_t)pc;
  }
}

struct wl_proto *wl_bytecode_parse(char *dump, size_t bytes, const struct wl_source *s) {
  struct wl_proto *p = wl_alloc_or_die(calloc(1, sizeof *p));
  struct input in = {(const uint8_t *)dump, (const uint8_t *)dump + bytes, false};
  size_t size;
  p->dump = dump;
  take_header(&in);
  take_string(&in, &size);
  size_t line = take_size(&in);
  take_size(&in);
  p->parameters = take_byte(&in);
  bool variable = take_byte(&in) != 0;
  p->registers = take_byte(&in);
  take_code(&in, p);
  if (!in.bad) take_constants(&in, p);
  uint32_t upvalues = take_count(&in);
  p->upvalues = (uint8_t)upvalues;
  take(&in, 3 * (size_t)upvalues);
  skip_inner(&in, 0);
  if (!in.bad) take_lines(&in, p, s, line);
  if (!in.bad) skip_names(&in);
  if (in.bad || variable || upvalues > 255 || in.at != in.end) {
    wl_bytecode_free(p);
    return NULL;
  }
  restore_loop_ends(p);
  return p;
}

struct wl_proto *wl_bytecode_read(lua_State *L, const struct wl_source *s) {
  struct dump d = {0};
  if (!lua_iscfunction(L, -1) && lua_dump(L, collect, &d, 0) == 0)
    return wl_bytecode_parse(d.bytes, d.size, s);
  free(d.bytes);
  return NULL;
}

void wl_bytecode_free(struct wl_proto *p) {
  if (p == NULL) return;
  free(p->code);
  free(p->constant);
  free(p->dump);
  free(p);
}
