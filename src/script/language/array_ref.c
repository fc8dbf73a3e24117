/* Indexing arrays: a[i], a[y][x], p[i].x, on both sides of an assignment. */
#include "script/language/array_ref.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "script/advice/c_habits.h"
#include "script/language/arguments.h"
#include "script/machine/device_memory.h"
#include "script/machine/errors.h"
#include "script/machine/value.h"
#include "script/syntax/operand.h"

static struct wl_vm *vm_of(lua_State *L) { return wl_lane_of(L)->vm; }

void wl_ref_push(lua_State *L, wl_ref r) { lua_pushlightuserdata(L, (void *)(uintptr_t)r); }

void wl_type_push(lua_State *L, struct wl_type t) {
  wl_ref_push(L, wl_ref_make(WL_REF_TYPE, 0, (uint64_t)t.scalar << 8 | t.components));
}

static struct wl_type type_of(wl_ref r) {
  uint64_t bits = wl_ref_offset(r);
  return (struct wl_type){(uint8_t)(bits >> 8), (uint8_t)(bits & 0xff)};
}

static wl_ref ref_at(lua_State *L, int index) {
  return (wl_ref)(uintptr_t)lua_touserdata(L, index);
}

static enum wl_source_span_kind place_of(enum wl_script_setup stage) {
  if (stage == WL_STAGE_LOAD) return WL_SOURCE_SPAN_INDEX;
  return stage == WL_STAGE_STORE ? WL_SOURCE_SPAN_STORE : WL_SOURCE_SPAN_CALL;
}

void wl_type_text(lua_State *L, struct wl_type t, char text[WL_TYPE_TEXT]) {
  if (t.scalar != WL_STRUCT) wl_type_name(t, text);
  else memcpy(text, vm_of(L)->head.structure[t.components].name, WL_TYPE_TEXT);
}

/* Writes view `v` with its first `level` indices at *rest bytes from the array's
 * start; *rest becomes the bytes behind them. Returns the length. */
static int view_text(lua_State *L, const struct wl_view *v, unsigned level, uint64_t *rest,
                     char *buffer, size_t size) {
  const struct wl_vm *vm = vm_of(L);
  const char *name = vm->head.array[v->array].name;
  char type[WL_TYPE_TEXT];
  int n = 0;
  if (v->inner) {
    const struct wl_view *parent = &vm->view[v->parent];
    const struct wl_member *m = &vm->head.structure[parent->type.components].member[v->member];
    n = view_text(L, parent, parent->dimensions, rest, buffer, size);
    if (n >= 0 && (size_t)n < size) n += snprintf(buffer + n, size - (size_t)n, ".%s", m->name);
    *rest -= m->offset;
  } else if (v->cast) {
    wl_type_text(L, v->type, type);
    n = snprintf(buffer, size, "as(%s, %s)", type, name);
  } else {
    n = snprintf(buffer, size, "%s", name);
  }
  for (unsigned d = 0; d < level && n > 0 && (size_t)n < size; d++) {
    n += snprintf(buffer + n, size - (size_t)n, "[%llu]",
                  (unsigned long long)(*rest / v->stride[d]));
    *rest %= v->stride[d];
  }
  return n;
}

void wl_ref_text(lua_State *L, wl_ref r, int index, char *buffer, size_t size) {
  uint64_t rest = wl_ref_offset(r);
  int n = view_text(L, &vm_of(L)->view[wl_ref_view(r)], wl_ref_level(r), &rest, buffer, size);
  if (index == 0 || n <= 0 || (size_t)n >= size) return;
  if (lua_isinteger(L, index))
    snprintf(buffer + n, size - (size_t)n, "[%lld]", (long long)lua_tointeger(L, index));
  else if (lua_type(L, index) == LUA_TNUMBER && isnan(lua_tonumber(L, index)))
    snprintf(buffer + n, size - (size_t)n, "[nan]"); /* C would show its sign */
  else if (lua_type(L, index) == LUA_TNUMBER)
    snprintf(buffer + n, size - (size_t)n, "[%.14g]", (double)lua_tonumber(L, index));
  else if (lua_type(L, index) == LUA_TBOOLEAN)
    snprintf(buffer + n, size - (size_t)n, "[%s]", lua_toboolean(L, index) ? "true" : "false");
  else if (lua_type(L, index) == LUA_TSTRING)
    snprintf(buffer + n, size - (size_t)n, "[\"%.40s\"]", lua_tostring(L, index));
  else
    snprintf(buffer + n, size - (size_t)n, "[%s]", luaL_typename(L, index));
}

/* How many values the next index of `r` may take. */
static uint64_t limit_of(const struct wl_view *v, unsigned level, uint64_t offset) {
  return v->cast && !v->inner ? (v->size - offset) / v->bytes : v->extent[level];
}

/* Whether the thread is the first of its grid, one behind the other, that an array of `limit`
 * elements has none for. */
static bool more_threads(lua_State *L, const struct wl_view *v, uint64_t limit) {
  const struct wl_lane *lane = wl_lane_of(L);
  const struct wl_vm *vm = lane->vm;
  return !lane->host && v->dimensions == 1 &&
         (uint64_t)vm->block * vm->threads + lane->index == limit;
}

/* The index as it is written, where the place ends in one that can be compared: its text. */
static bool index_text(lua_State *L, enum wl_source_span_kind place, uint32_t *first,
                       uint32_t *last,
                       char text[WL_OPERAND_TEXT]) {
  const struct wl_source *s = wl_lane_of(L)->vm->source;
  wl_source_span_tokens(s, wl_call_site(L), place, first, last);
  uint32_t open = s->token[*last].word == WL_W_BRACKET_END ? s->token[*last].match : 0;
  if (open == 0) return false;
  *first = open + 1;
  --*last;
  for (uint32_t i = *first; i <= *last; i++)
    if (s->token[i].word == WL_W_AND || s->token[i].word == WL_W_OR) return false;
  return wl_operand_text(s, *first, *last, text);
}

static bool has_name(const struct wl_source *s, uint32_t first, uint32_t last) {
  while (first <= last && s->token[first].kind != WL_TOKEN_NAME) first++;
  return first <= last;
}

/* Whether tokens have the variable in them of a for that they are in: it takes its last value,
 * too. */
static bool counts_too_far(const struct wl_source *s, uint32_t first, uint32_t last) {
  for (uint32_t loop = s->token[first].loop; loop != 0; loop = s->loop[loop].parent)
    for (uint32_t i = 1; i <= s->tokens; i++) {
      if (!(s->token[i].flags & WL_LOOP_BEFORE) || s->token[i].body != loop) continue;
      for (uint32_t k = first; s->token[i].word == WL_W_FOR && k <= last; k++)
        if (s->token[k].kind == WL_TOKEN_NAME && wl_source_same(s, k, i + 1)) return true;
    }
  return false;
}

/* What to write where index `i` is outside of a dimension that has `limit` elements. NULL: there is
 * none to tell. May leave text on the stack. */
static const char *bounds_hint(lua_State *L, const struct wl_view *v, lua_Integer i, uint64_t limit,
                               enum wl_source_span_kind place) {
  const struct wl_source *s = wl_lane_of(L)->vm->source;
  uint32_t first, last;
  char text[WL_OPERAND_TEXT];
  bool known = index_text(L, place, &first, &last, text);
  bool varies = known && has_name(s, first, last);
  if (wl_c_habit_power(s, wl_call_site(L))) return "^ is a power; exclusive or is ~";
  if (i < 0)
    return !varies ? NULL
                   : lua_pushfstring(L, "the first is 0: write  if %s >= 0 then … end", text);
  if ((uint64_t)i != limit) return NULL;
  if (more_threads(L, v, limit))
    return !known ? "there are more threads than elements: those behind the last one need an if"
                  : lua_pushfstring(L, "there are more threads than elements: write  if %s < %I "
                                       "then … end", text, (LUAI_UACINT)limit);
  if (known && counts_too_far(s, first, last))
    return "indices count from 0; Lua's for includes its last value";
  if (!varies)
    return lua_pushfstring(L, "indices count from 0: the last is %I", (LUAI_UACINT)(limit - 1));
  return lua_pushfstring(L, "indices count from 0, the last is %I: write  if %s < %I then … end",
                         (LUAI_UACINT)(limit - 1), text, (LUAI_UACINT)limit);
}

static int raise_bounds(lua_State *L, wl_ref r, int index, enum wl_script_setup stage) {
  static const char *const dimension[4][3] = {
    {"", "", ""}, {"index", "", ""}, {"row", "column", ""}, {"plane", "row", "column"}};
  const struct wl_view *v = &vm_of(L)->view[wl_ref_view(r)];
  unsigned level = wl_ref_level(r);
  uint64_t limit = limit_of(v, level, wl_ref_offset(r));
  char text[128];
  wl_ref_text(L, r, index, text, sizeof text);
  const char *hint = bounds_hint(L, v, lua_tointeger(L, index), limit, place_of(stage));
  return wl_raise(L, place_of(stage), hint, "%s: %s %lld is outside 0 … %llu", text,
                  dimension[v->dimensions][level], (long long)lua_tointeger(L, index),
                  (unsigned long long)(limit - 1));
}

/* An index that is no integer: a whole float will do, all else is an error. */
static lua_Integer slow_index(lua_State *L, wl_ref r, int index, enum wl_script_setup stage) {
  char text[128];
  lua_Integer i;
  wl_ref_text(L, r, index, text, sizeof text);
  if (lua_type(L, index) != LUA_TNUMBER)
    return wl_raise(L, place_of(stage), lua_isnil(L, index)
                        ? "is the variable spelled right, and does it have a value here?"
                    : lua_type(L, index) == LUA_TSTRING
                        ? "elements have numbers, as in a[i]; only structs and vectors have fields"
                    : lua_type(L, index) == LUA_TTABLE
                        ? "threadIdx, blockIdx and blockDim have numbers in them: a[threadIdx.x]"
                    : lua_type(L, index) == LUA_TFUNCTION
                        ? "a function is called with brackets, as in a[laneid()]"
                        : NULL,
                    "%s: the index is %s", text, wl_value_kind(L, index));
  lua_Number n = lua_tonumber(L, index);
  if (isnan(n)) return wl_raise(L, place_of(stage), NULL, "%s: the index is not a number", text);
  if (!lua_numbertointeger(floor(n), &i))
    return wl_raise(L, place_of(stage), NULL, "%s: the index is far outside", text);
  if ((lua_Number)i != n)
    return wl_raise(L, place_of(stage), "use // for integer division",
                    "%s: index %.14g is not a whole number", text, (double)n);
  return i;
}

/* Takes one more index: the reference to a row, or to an element. */
static inline wl_ref take_index(lua_State *L, wl_ref r, int index, enum wl_script_setup stage) {
  const struct wl_view *v = &vm_of(L)->view[wl_ref_view(r)];
  unsigned level = wl_ref_level(r);
  uint64_t offset = wl_ref_offset(r);
  lua_Integer i = lua_isinteger(L, index) ? lua_tointeger(L, index)
                                          : slow_index(L, r, index, stage);
  if ((uint64_t)i >= limit_of(v, level, offset)) {
    lua_pushinteger(L, i);
    raise_bounds(L, r, lua_gettop(L), stage);
  }
  return wl_ref_make(wl_ref_view(r), level + 1, offset + (uint64_t)i * v->stride[level]);
}

static struct wl_element element_of(lua_State *L, wl_ref r) {
  unsigned number = wl_ref_view(r);
  const struct wl_lane *lane = wl_lane_of(L);
  struct wl_view *v = &lane->vm->view[number];
  uint8_t *memory = v->memory + wl_ref_offset(r);
  if (v->space == WL_LOCAL) memory += (uint64_t)lane->index * wl_memory_local_bytes(lane->vm);
  return (struct wl_element){v, number, wl_ref_offset(r), memory};
}

struct wl_element wl_ref_element(lua_State *L, wl_ref r, int index, enum wl_script_setup stage) {
  const struct wl_view *v = &vm_of(L)->view[wl_ref_view(r)];
  if (wl_ref_level(r) + 1u != v->dimensions) {
    char text[128];
    wl_ref_text(L, r, 0, text, sizeof text);
    wl_raise(L, place_of(stage), "give all indices but the last with the array, as in a[y]",
             "%s needs %u indices", text, v->dimensions - wl_ref_level(r));
  }
  return element_of(L, take_index(L, r, index, stage));
}

void wl_ref_check_aligned(lua_State *L, struct wl_element e, enum wl_script_setup stage) {
  const struct wl_view *v = e.view;
  uint32_t align = wl_view_piece(v);
  if ((v->base + e.offset) % align == 0) return;
  char type[WL_TYPE_TEXT];
  wl_type_text(L, v->type, type);
  wl_raise(L, place_of(stage), "start the view at a multiple of the type's size",
           "a %s cannot be at byte %llu of %s: its address must be a multiple of %u", type,
           (unsigned long long)e.offset, vm_of(L)->head.array[v->array].name, align);
}

/* Compilers move 32 bytes at once where the generation can, and nobody has counted what that
 * costs: two accesses of 16 would be told in their place. */
static void refuse_wide(lua_State *L, struct wl_element e, enum wl_script_setup stage) {
  const struct wl_arch *arch = vm_of(L)->options->arch;
  char type[WL_TYPE_TEXT];
  if (e.view->space != WL_GLOBAL || e.view->align < 32 || !wl_arch_has(arch, WL_HAS_WIDE)) return;
  wl_type_text(L, e.view->type, type);
  wl_raise(L, place_of(stage), "move its members, or declare it with {align = 16}: then it takes "
           "accesses of 16 bytes, there, too",
           "cc %s moves 32 bytes of a %s at once (%s), and no rule is known for that", arch->cc,
           type, wl_features[WL_HAS_WIDE].source);
}

static void log_element(lua_State *L, struct wl_lane *lane, struct wl_element e, uint32_t here,
                        enum wl_script_setup stage) {
  uint32_t bytes = wl_view_piece(e.view);
  unsigned parts = e.view->bytes / bytes;
  bool call = stage != WL_STAGE_LOAD && stage != WL_STAGE_STORE;
  uint32_t at = call ? lane->vm->source->token[here].call : here;
  for (unsigned part = 0; part < parts; part++) {
    struct wl_event *event = wl_event_add(L, lane, here, wl_site(at, stage, e.number, part));
    event->address = e.view->base + e.offset + part * bytes;
    event->value = wl_value_bits(wl_view_scalar(lane->vm, e.view, part), e.memory + part * bytes);
    event->width = (uint8_t)bytes;
  }
  if (lane->vm->touch != NULL && e.view->space == WL_GLOBAL)
    wl_touched_note(lane->vm->touch, stage == WL_STAGE_STORE ? WL_TOUCHED_WRITE : WL_TOUCHED_READ,
                    e.memory, e.view->bytes);
}

/* Memory that other threads can change: who touches it waits for its turn. */
static bool is_common(const struct wl_view *v) {
  return v->space == WL_GLOBAL || v->space == WL_SHARED;
}

/* Where the kernel itself accesses an element. */
static uint32_t access_here(lua_State *L) {
  uint32_t here = wl_call_site_direct(L);
  if (here == 0)
    wl_raise(L, WL_SOURCE_SPAN_CALL, "copy the elements that it needs into a table first",
             "%s accesses an array, which only the kernel itself does", wl_call_site_caller(L));
  return here;
}

int wl_ref_load(lua_State *L, struct wl_element e, enum wl_script_setup stage,
                lua_CFunction again) {
  struct wl_lane *lane = wl_lane_of(L);
  if (e.view->cast) wl_ref_check_aligned(L, e, stage);
  refuse_wide(L, e, stage);
  uint32_t here = access_here(L);
  if (is_common(e.view)) wl_event_turn(L, lane, stage, again);
  log_element(L, lane, e, here, stage);
  wl_value_push(L, e.view->type, e.memory);
  return wl_event_return(L, lane, 1);
}

/* The member of a struct element that `field` names. */
static wl_ref member_of(lua_State *L, wl_ref r, const char *field, enum wl_script_setup stage) {
  const struct wl_view *v = &vm_of(L)->view[wl_ref_view(r)];
  const struct wl_struct *l = &vm_of(L)->head.structure[v->type.components];
  for (unsigned i = 0; i < l->members; i++)
    if (strcmp(l->member[i].name, field) == 0)
      return wl_ref_make(v->first + i, 0, wl_ref_offset(r) + l->member[i].offset);
  const char *hint = lua_pushfstring(L, "its members are %s", l->member[0].name);
  for (unsigned i = 1; i < l->members; i++)
    hint = lua_pushfstring(L, "%s, %s", hint, l->member[i].name);
  wl_raise(L, place_of(stage), hint, "%s has no member \"%.40s\"", l->name, field);
  return 0;
}

/* One component of a vector element: an access of its own, as in C. */
static struct wl_element component_of(lua_State *L, wl_ref r, const char *field,
                                      struct wl_view *narrow, enum wl_script_setup stage) {
  struct wl_element e = element_of(L, r);
  int c = wl_value_component(e.view->type, field);
  char type[WL_TYPE_TEXT];
  wl_type_text(L, e.view->type, type);
  if (c < 0) wl_raise(L, place_of(stage), NULL, "%s has no component \"%.20s\"", type, field);
  if (e.view->cast) wl_ref_check_aligned(L, e, stage);
  *narrow = *e.view;
  narrow->type.components = 1;
  narrow->bytes = narrow->align = wl_scalars[narrow->type.scalar].bytes;
  e.view = narrow;
  e.offset += (uint64_t)c * narrow->bytes;
  e.memory += (uint64_t)c * narrow->bytes;
  return e;
}

/* Why an array is not there outside the kernel; NULL where it is. */
static const char *absent(const struct wl_view *v) {
  return v->space == WL_SHARED  ? "fill it in the kernel: every block has its own"
         : v->space == WL_LOCAL ? "fill it in the kernel: every thread has its own"
                                : NULL;
}

/* At file level only what the device as a whole has exists. */
static void host_only(lua_State *L, const struct wl_view *v, enum wl_script_setup stage) {
  const char *hint = absent(v);
  if (hint != NULL)
    wl_raise(L, place_of(stage), hint, "%s memory does not exist outside the kernel",
             wl_space_names[v->space]);
}

static int ref_index(lua_State *L);
static int ref_newindex(lua_State *L);

static int load(lua_State *L, struct wl_element e) {
  if (!wl_lane_of(L)->host && e.view->space == WL_TEXTURE)
    return wl_raise(L, WL_SOURCE_SPAN_INDEX, e.view->dimensions == 2 ? "write  tex2D(texture, x, y)"
                                                               : "write  tex1Dfetch(texture, i)",
                    "a kernel does not index textures, it fetches texels");
  if (!wl_lane_of(L)->host) return wl_ref_load(L, e, WL_STAGE_LOAD, ref_index);
  host_only(L, e.view, WL_STAGE_LOAD);
  if (e.view->cast) wl_ref_check_aligned(L, e, WL_STAGE_LOAD);
  wl_value_push(L, e.view->type, e.memory);
  return 1;
}

/* `p[i].x` reads one member only: neither the index nor, in `p[i].v.x`, the
 * name before the last must load the whole. */
static bool goes_on(lua_State *L, struct wl_type t) {
  if (t.components <= 1 && t.scalar != WL_STRUCT) return false;
  const struct wl_source *s = vm_of(L)->source;
  uint32_t here = wl_call_site(L);
  bool last = s->token[here].word == WL_W_BRACKET_END || s->token[here].kind == WL_TOKEN_NAME;
  unsigned next = s->token[here + 1].word;
  return last && (next == WL_W_DOT || next == WL_W_BRACKET);
}

/* Reads a member: an array, or one that the script goes on from, is a reference. */
static int index_member(lua_State *L, wl_ref r) {
  const struct wl_view *v = &vm_of(L)->view[wl_ref_view(r)];
  if (v->dimensions == 0 && !goes_on(L, v->type)) return load(L, element_of(L, r));
  wl_ref_push(L, r);
  return 1;
}

/* A check of results looks at arrays, and changes none. */
static void check_writable(lua_State *L) {
  if (vm_of(L)->read_only != NULL)
    wl_raise(L, WL_SOURCE_SPAN_STORE, "keep what you work out in a local variable or a table", "%s",
             vm_of(L)->read_only);
}

/* Calls the function at stack position 2 for every element, with its indices. */
static void fill_by_function(lua_State *L, const struct wl_view *v, uint64_t offset) {
  lua_Integer index[3] = {0};
  for (uint64_t at = offset; at < v->size; at += v->bytes) {
    lua_pushvalue(L, 2);
    for (unsigned d = 0; d < v->dimensions; d++) lua_pushinteger(L, index[d]);
    index[v->dimensions - 1]++;
    for (unsigned d = v->dimensions; d-- > 1 && index[d] == v->extent[d];) {
      index[d] = 0;
      index[d - 1]++;
    }
    lua_call(L, v->dimensions, 1);
    if (!wl_value_write(L, -1, v->type, v->memory + at))
      wl_raise(L, WL_SOURCE_SPAN_CALL, "the function must return the element's value",
               "fill(): the function returns %s", wl_value_trouble(L, -1, v->type));
    lua_pop(L, 1);
  }
}

static int fill(lua_State *L) {
  wl_api_in_file(L, "fill");
  check_writable(L);
  wl_ref r = wl_ref_check_array(L, 1, "fill");
  const struct wl_view *v = &wl_lane_of(L)->vm->view[wl_ref_view(r)];
  uint64_t offset = wl_ref_offset(r), end = v->size - (v->size - offset) % v->bytes;
  if (absent(v) != NULL)
    return wl_raise(L, WL_SOURCE_SPAN_CALL, absent(v),
                    "%s memory does not exist outside the kernel", wl_space_names[v->space]);
  if (wl_ref_level(r) != 0 || v->inner)
    return wl_raise(L, WL_SOURCE_SPAN_CALL, NULL, "fill() works on a whole array, not on a row");
  if (lua_isfunction(L, 2)) {
    struct wl_view whole = *v;
    whole.size = end;
    fill_by_function(L, &whole, offset);
  } else {
    uint8_t one[WL_MAX_STRUCT_BYTES], zero[WL_MAX_STRUCT_BYTES] = {0};
    if (!wl_value_write(L, 2, v->type, one))
      return wl_raise(L, WL_SOURCE_SPAN_CALL, "give a value or a function of the index",
                      "fill(): the value is %s", wl_value_trouble(L, 2, v->type));
    /* Fresh memory is zero: leaving it alone leaves it unused. */
    bool fresh = memcmp(one, zero, v->bytes) == 0 && !v->cast;
    for (uint64_t at = offset; at < end && !fresh; at += v->bytes)
      memcpy(v->memory + at, one, v->bytes);
  }
  lua_settop(L, 1);
  return 1;
}

static int index_name(lua_State *L, wl_ref r, enum wl_script_setup stage) {
  const struct wl_view *v = &vm_of(L)->view[wl_ref_view(r)];
  const char *name = lua_tostring(L, 2);
  if (wl_ref_level(r) == v->dimensions && v->type.scalar == WL_STRUCT)
    return index_member(L, member_of(L, r, name, stage));
  if (wl_ref_level(r) == v->dimensions) {
    struct wl_view narrow;
    return load(L, component_of(L, r, name, &narrow, stage));
  }
  if (strcmp(name, "fill") == 0) {
    lua_pushcfunction(L, fill);
    return 1;
  }
  char text[128], hint[160];
  wl_ref_text(L, r, 0, text, sizeof text);
  bool length = strcmp(name, "length") == 0 || strcmp(name, "size") == 0;
  if (length) snprintf(hint, sizeof hint, "how many it has is  #%s", text);
  else snprintf(hint, sizeof hint, "an index is a whole number from 0");
  return wl_raise(L, WL_SOURCE_SPAN_INDEX, hint, "%s has no field \"%.40s\"", text, name);
}

static void check_array(lua_State *L, wl_ref r, enum wl_script_setup stage) {
  if (wl_ref_view(r) == WL_REF_TYPE)
    wl_raise(L, place_of(stage), "declare an array of it, as in  a = global(\"a\", float, 32)",
             "a type cannot be indexed");
}

/* A vector or a struct with an index behind it. */
static int raise_names(lua_State *L, const struct wl_view *v, enum wl_script_setup stage) {
  char type[WL_TYPE_TEXT];
  wl_type_text(L, v->type, type);
  if (v->type.scalar == WL_STRUCT)
    return wl_raise(L, place_of(stage), NULL, "a %s has members with names, such as .%s", type,
                    vm_of(L)->head.structure[v->type.components].member[0].name);
  return wl_raise(L, place_of(stage), NULL, "a vector has components .x, .y, .z and .w");
}

static int ref_index(lua_State *L) {
  wl_ref r = ref_at(L, 1);
  check_array(L, r, WL_STAGE_LOAD);
  const struct wl_view *v = &vm_of(L)->view[wl_ref_view(r)];
  if (!lua_isinteger(L, 2) && lua_type(L, 2) == LUA_TSTRING) return index_name(L, r, WL_STAGE_LOAD);
  if (wl_ref_level(r) >= v->dimensions) return raise_names(L, v, WL_STAGE_LOAD);
  r = take_index(L, r, 2, WL_STAGE_LOAD);
  if (wl_ref_level(r) < v->dimensions || goes_on(L, v->type)) {
    wl_ref_push(L, r);
    return 1;
  }
  return load(L, element_of(L, r));
}

static int raise_value(lua_State *L, struct wl_element e) {
  char type[WL_TYPE_TEXT];
  wl_type_text(L, e.view->type, type);
  const char *trouble = wl_value_trouble(L, 3, e.view->type);
  const char *hint = NULL;
  if (lua_isnil(L, 3)) hint = "is the variable spelled right, and does it have a value here?";
  else if (lua_isboolean(L, 3)) hint = "true and false are no numbers; write  c and 1 or 0";
  else if (lua_islightuserdata(L, 3) && !wl_ref_is_type(L, 3))
    hint = "an array has no value itself, but its elements do: a[i]";
  else if (lua_istable(L, 3) && e.view->type.components == 1 && e.view->type.scalar != WL_STRUCT)
    hint = "store one of its fields, such as .x";
  else if (lua_isnumber(L, 3))
    hint = "set its members one by one, as in a[i].x = 1, or all of them together";
  return wl_raise(L, WL_SOURCE_SPAN_STORE, hint, "%s holds %s, and the value is %s",
                  vm_of(L)->head.array[e.view->array].name, type, trouble);
}

static int store(lua_State *L, struct wl_element e) {
  struct wl_lane *lane = wl_lane_of(L);
  if (lane->host) {
    check_writable(L);
    host_only(L, e.view, WL_STAGE_STORE);
  } else if (e.view->space == WL_CONSTANT || e.view->space == WL_TEXTURE) {
    return wl_raise(L, WL_SOURCE_SPAN_STORE, "the kernel can only read it; use global() to write",
                    "%s is %s memory", lane->vm->head.array[e.view->array].name,
                    wl_space_names[e.view->space]);
  }
  if (e.view->cast) wl_ref_check_aligned(L, e, WL_STAGE_STORE);
  refuse_wide(L, e, WL_STAGE_STORE);
  if (!lane->host && is_common(e.view)) wl_event_turn(L, lane, WL_STAGE_STORE, ref_newindex);
  if (!wl_value_write(L, 3, e.view->type, e.memory)) return raise_value(L, e);
  if (lane->host) return 0;
  lane->vm->changes++;
  log_element(L, lane, e, access_here(L), WL_STAGE_STORE);
  return wl_event_return(L, lane, 0);
}

static int raise_row(lua_State *L, wl_ref r) {
  char text[128];
  wl_ref_text(L, r, 0, text, sizeof text);
  return wl_raise(L, WL_SOURCE_SPAN_STORE, "give one more index",
                  "%s is a whole row, not an element",
                  text);
}

static int ref_newindex(lua_State *L) {
  wl_ref r = ref_at(L, 1);
  check_array(L, r, WL_STAGE_STORE);
  const struct wl_view *v = &vm_of(L)->view[wl_ref_view(r)];
  if (wl_ref_level(r) == v->dimensions && v->type.scalar == WL_STRUCT &&
      lua_type(L, 2) == LUA_TSTRING) {
    r = member_of(L, r, lua_tostring(L, 2), WL_STAGE_STORE);
    if (vm_of(L)->view[wl_ref_view(r)].dimensions == 0) return store(L, element_of(L, r));
    return raise_row(L, r);
  }
  if (wl_ref_level(r) == v->dimensions && lua_type(L, 2) == LUA_TSTRING) {
    struct wl_view narrow;
    return store(L, component_of(L, r, lua_tostring(L, 2), &narrow, WL_STAGE_STORE));
  }
  if (wl_ref_level(r) >= v->dimensions) return raise_names(L, v, WL_STAGE_STORE);
  r = take_index(L, r, 2, WL_STAGE_STORE);
  if (wl_ref_level(r) < v->dimensions) return raise_row(L, r);
  return store(L, element_of(L, r));
}

const char *wl_ref_loop(lua_State *L, int arg) {
  char text[128];
  if (!lua_islightuserdata(L, arg))
    return "arrays have numbers from 0, as in r.arrays.a[i]; figures have names";
  wl_ref r = ref_at(L, arg);
  if (wl_ref_view(r) == WL_REF_TYPE) return NULL;
  const struct wl_view *v = &vm_of(L)->view[wl_ref_view(r)];
  wl_ref_text(L, r, 0, text, sizeof text);
  if (v->space == WL_TEXTURE) return "texels are fetched one by one, as in tex1Dfetch(t, i)";
  if (wl_ref_level(r) >= v->dimensions) return "it has names, not numbers";
  return lua_pushfstring(L, "write  for i = 0, #%s - 1 do local v = %s[i] … end", text, text);
}

static int ref_call(lua_State *L) {
  wl_ref r = ref_at(L, 1);
  if (wl_ref_view(r) == WL_REF_TYPE) return wl_value_construct(L, type_of(r), 2);
  return wl_raise(L, WL_SOURCE_SPAN_CALL, "an index goes into square brackets",
                  "an array is not a function");
}

static int ref_len(lua_State *L) {
  wl_ref r = ref_at(L, 1);
  check_array(L, r, WL_STAGE_LOAD);
  const struct wl_view *v = &vm_of(L)->view[wl_ref_view(r)];
  if (wl_ref_level(r) >= v->dimensions)
    return wl_raise(L, WL_SOURCE_SPAN_INDEX, NULL, "an element has no length");
  lua_pushinteger(L, (lua_Integer)limit_of(v, wl_ref_level(r), wl_ref_offset(r)));
  return 1;
}

static int ref_tostring(lua_State *L) {
  wl_ref r = ref_at(L, 1);
  char text[128];
  if (wl_ref_view(r) == WL_REF_TYPE) wl_type_text(L, type_of(r), text);
  else wl_ref_text(L, r, 0, text, sizeof text);
  lua_pushstring(L, text);
  return 1;
}

void wl_ref_register(lua_State *L) {
  static const luaL_Reg rows[] = {
    {"__index", ref_index}, {"__newindex", ref_newindex}, {"__call", ref_call},
    {"__len", ref_len}, {"__tostring", ref_tostring}, {NULL, NULL}};
  lua_pushlightuserdata(L, NULL);
  luaL_newlib(L, rows);
  lua_pushliteral(L, "array or type"); /* for Lua's own errors */
  lua_setfield(L, -2, "__name");
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
}

bool wl_ref_is_type(lua_State *L, int arg) {
  return lua_islightuserdata(L, arg) && wl_ref_view(ref_at(L, arg)) == WL_REF_TYPE;
}

struct wl_type wl_ref_check_type(lua_State *L, int arg, const char *function) {
  if (!wl_ref_is_type(L, arg))
    wl_raise(L, WL_SOURCE_SPAN_CALL, "a type is a name without quotes, such as float or int4",
             "%s(): argument %d is %s, not a type", function, arg, wl_value_kind(L, arg));
  return type_of(ref_at(L, arg));
}

wl_ref wl_ref_check_array(lua_State *L, int arg, const char *function) {
  if (!lua_islightuserdata(L, arg) || wl_ref_is_type(L, arg)) {
    const char *kind = wl_value_kind(L, arg); /* first: the usage below pushes a string */
    wl_raise(L, WL_SOURCE_SPAN_CALL, wl_api_usage(L, function),
             "%s(): argument %d is %s, not an array", function, arg, kind);
  }
  return ref_at(L, arg);
}
