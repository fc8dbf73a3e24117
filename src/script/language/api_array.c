/* Arrays: their place, their first values, and loads that have a name. */
#include <stdio.h>
#include <string.h>

#include "core/gpu/arch_fields.h"
#include "core/gpu/feature.h"
#include "core/gpu/occupancy.h"
#include "script/language/api_functions.h"
#include "script/language/arguments.h"
#include "script/language/array_ref.h"
#include "script/language/overrides.h"
#include "script/machine/device_memory.h"
#include "script/machine/errors.h"
#include "script/machine/value.h"

/* Room of each space, and what to say when it is full. */
static uint64_t capacity(const struct wl_vm *vm, enum wl_space space) {
  const struct wl_arch *arch = vm->options->arch;
  return space == WL_SHARED     ? wl_sm_shared_room(arch->sm)
         : space == WL_CONSTANT ? arch->max_constant
         : space == WL_LOCAL    ? arch->max_local
         : space == WL_TEXTURE  ? WL_TEXTURE_BYTES
                                : WL_GLOBAL_BYTES;
}

const char *wl_declarer(enum wl_space space) {
  return space == WL_LOCAL ? "localmem" : wl_space_names[space];
}

/* As the driver aligns: large blocks of global memory on pages, small ones and
 * textures on 512 bytes; in the other spaces the compiler aligns by the type. */
static uint64_t alignment(const struct wl_vm *vm, enum wl_space space, struct wl_type type,
                          uint64_t bytes) {
  if (space == WL_TEXTURE) return 512;
  if (space != WL_GLOBAL) return wl_alignof(vm->head.structure, type);
  return bytes >= WL_PAGED_BYTES ? WL_PAGE_BYTES : 512;
}

static unsigned push_view(lua_State *L, struct wl_view view) {
  struct wl_vm *vm = wl_lane_of(L)->vm;
  if (vm->views == WL_MAX_VIEWS)
    wl_raise_limit(L, WL_SOURCE_SPAN_CALL, NULL, "more than %d arrays and views", WL_MAX_VIEWS);
  vm->view[vm->views] = view;
  return vm->views++;
}

/* Makes the view one of elements of a type, whose last index steps over one. */
static void set_type(const struct wl_vm *vm, struct wl_view *v, struct wl_type type) {
  v->type = type;
  v->bytes = wl_sizeof(vm->head.structure, type);
  v->align = wl_alignof(vm->head.structure, type);
  v->stride[v->dimensions > 1 ? v->dimensions - 1 : 0] = v->bytes;
}

/* Views of all members of the structs that view `parent` shows, made at once so
 * that their numbers depend on the script alone. */
static unsigned add_members(lua_State *L, unsigned parent) {
  struct wl_vm *vm = wl_lane_of(L)->vm;
  const struct wl_struct *l = &vm->head.structure[vm->view[parent].type.components];
  unsigned first = vm->views;
  for (unsigned i = 0; i < l->members; i++) {
    const struct wl_member *m = &l->member[i];
    struct wl_view v = vm->view[parent];
    v.inner = true;
    v.parent = (uint16_t)parent;
    v.member = (uint16_t)i;
    v.dimensions = m->count > 0;
    v.extent[0] = m->count;
    set_type(vm, &v, m->type);
    push_view(L, v);
  }
  for (unsigned i = 0; i < l->members; i++)
    if (l->member[i].type.scalar == WL_STRUCT)
      vm->view[first + i].first = (uint16_t)add_members(L, first + i);
  return first;
}

static unsigned add_view(lua_State *L, struct wl_view view) {
  unsigned number = push_view(L, view);
  if (view.type.scalar == WL_STRUCT)
    wl_lane_of(L)->vm->view[number].first = (uint16_t)add_members(L, number);
  return number;
}

static void check_name(lua_State *L, const char *function, const char *name) {
  const struct wl_head *h = &wl_lane_of(L)->vm->head;
  if (*name == '\0' || strlen(name) >= sizeof h->array[0].name)
    wl_raise(L, WL_SOURCE_SPAN_CALL, NULL, "%s(): the name must have 1 to %zu characters", function,
             sizeof h->array[0].name - 1);
  for (unsigned i = 0; i < h->arrays; i++)
    if (strcmp(h->array[i].name, name) == 0)
      wl_raise(L, WL_SOURCE_SPAN_CALL, "give every array its own name",
               "%s(): there is an array \"%s\" already", function, name);
  if (h->arrays == WL_MAX_ARRAYS)
    wl_raise_limit(L, WL_SOURCE_SPAN_CALL, NULL, "more than %d arrays", WL_MAX_ARRAYS);
}

/* "it takes 4096 bytes, behind 230400 of others" */
static const char *needs_text(uint64_t element, unsigned dimensions, const uint32_t extent[3],
                              uint64_t before, char text[80]) {
  uint64_t bytes = element;
  bool over = false;
  for (unsigned d = 0; d < dimensions; d++)
    over |= __builtin_mul_overflow(bytes, (uint64_t)extent[d], &bytes);
  int used = over ? snprintf(text, 80, "it takes more than 2^64 bytes")
                  : snprintf(text, 80, "it takes %llu bytes", (unsigned long long)bytes);
  if (before > 0)
    snprintf(text + used, 80 - (size_t)used, ", behind %llu of others", (unsigned long long)before);
  return text;
}

/* Says how much there is, on which generation and by whom, where it is the hardware's. */
static void raise_full(lua_State *L, enum wl_space space, const char *name, const char *needs,
                       uint64_t room) {
  static const char *const keys[WL_SPACES] = {
    [WL_SHARED] = "block_shared", [WL_CONSTANT] = "max_constant", [WL_LOCAL] = "max_local"};
  const char *hint = space == WL_SHARED ? "use smaller tiles or a smaller type" : NULL;
  const char *thread = space == WL_LOCAL ? " a thread" : "";
  const struct wl_arch *arch = wl_lane_of(L)->vm->options->arch;
  const struct wl_sm *sm = arch->sm;
  if (space == WL_SHARED && room < sm->block_shared)
    wl_raise(L, WL_SOURCE_SPAN_CALL, hint,
             "%s(): \"%s\" does not fit: %s; shared memory has %u bytes on cc %s (%s), and the "
             "system takes %u of them (%s)", wl_declarer(space), name, needs, sm->block_shared,
             sm->cc, wl_limit_source(arch, "block_shared"), sm->shared_reserved,
             wl_limit_source(arch, "shared_reserved"));
  if (!keys[space]) /* a GPU has more: the limit is ours */
    wl_raise(L, WL_SOURCE_SPAN_CALL,
             "use fewer elements: each warp costs the same in a smaller grid",
             "%s(): \"%s\" does not fit: %s; warplens has room for %llu bytes of %s memory, where "
             "a GPU has more", wl_declarer(space), name, needs, (unsigned long long)room,
             wl_space_names[space]);
  wl_raise(L, WL_SOURCE_SPAN_CALL, hint,
           "%s(): \"%s\" does not fit: %s; %s memory has %llu bytes%s on cc %s (%s)",
           wl_declarer(space), name, needs, wl_space_names[space], (unsigned long long)room, thread,
           arch->cc, wl_limit_source(arch, keys[space]));
}

void wl_array_declare(lua_State *L, enum wl_space space, const char *name, struct wl_type type,
                      unsigned dimensions, const uint32_t extent[3]) {
  struct wl_vm *vm = wl_lane_of(L)->vm;
  const char *function = wl_declarer(space);
  check_name(L, function, name);
  if (type.scalar == WL_DOUBLE) wl_api_need(L, function, WL_HAS_DOUBLE);
  uint64_t bytes = wl_sizeof(vm->head.structure, type), room = capacity(vm, space);
  struct wl_view v = {.type = type, .array = vm->head.arrays, .space = (uint8_t)space,
                      .dimensions = (uint8_t)dimensions, .extent = {1, 1, 1}};
  set_type(vm, &v, type);
  for (unsigned d = dimensions; d-- > 0;) {
    v.extent[d] = extent[d];
    v.stride[d] = bytes;
    bytes *= extent[d];
    if (bytes > room) bytes = room + 1; /* so that it cannot overflow */
  }
  uint64_t align = alignment(vm, space, type, bytes);
  uint64_t start = (vm->used[space] + align - 1) / align * align;
  char needs[80];
  if (bytes > room || start > room - bytes)
    raise_full(L, space, name,
               needs_text(v.bytes, dimensions, extent, vm->used[space], needs), room);
  uint64_t granted = wl_memory_granted(vm->options, space);
  if (start + bytes > granted)
    wl_raise_limit(L, WL_SOURCE_SPAN_CALL,
                   lua_pushfstring(L, "--memory grants arrays in %s memory %I bytes",
                                   wl_space_names[space], (LUAI_UACINT)granted),
                   "%s(): \"%s\" does not fit: %s", function, name,
                   needs_text(v.bytes, dimensions, extent, vm->used[space], needs));
  vm->used[space] = start + bytes;
  if (space == WL_SHARED) vm->head.shared_bytes = (uint32_t)vm->used[space];
  v.size = bytes;
  v.base = (space == WL_GLOBAL ? WL_GLOBAL_BASE : 0) + start;
  v.memory = vm->memory[space] + start;

  struct wl_array *a = &vm->head.array[vm->head.arrays++];
  *a = (struct wl_array){.space = (uint8_t)space, .dimensions = (uint8_t)dimensions, .type = type,
                         .extent = {v.extent[0], v.extent[1], v.extent[2]},
                         .element_bytes = v.bytes, .base = v.base, .bytes = bytes};
  wl_api_copy(a->name, sizeof a->name, name);
  uint32_t here = wl_call_site(L);
  if (here != 0) a->place = wl_source_span_find(vm->source, here, WL_SOURCE_SPAN_CALL);
  wl_ref_push(L, wl_ref_make(add_view(L, v), 0, 0));
}

/* Takes "volatile" off the end of the arguments. */
static bool take_volatile(lua_State *L, enum wl_space space, const char *function) {
  if (lua_gettop(L) < 4 || lua_type(L, -1) != LUA_TSTRING) return false;
  if (strcmp(lua_tostring(L, -1), "volatile") != 0)
    wl_raise(L, WL_SOURCE_SPAN_CALL, "what stands behind the sizes can only be \"volatile\"",
             "%s(): what is \"%.20s\"?", function, wl_api_whole(L, -1));
  if (space != WL_GLOBAL && space != WL_SHARED)
    wl_raise(L, WL_SOURCE_SPAN_CALL, space == WL_LOCAL ? "no other thread writes it"
                                                 : "the kernel can only read it",
             "%s(): only arrays in global and shared memory are volatile", function);
  lua_pop(L, 1);
  return true;
}

int wl_api_array(lua_State *L) {
  enum wl_space space = (enum wl_space)wl_api_number(L);
  const char *function = wl_declarer(space);
  wl_api_in_file(L, function);
  const char *name = wl_api_string(L, 1, function, "the name");
  struct wl_type type = wl_ref_check_type(L, 2, function);
  uint32_t extent[3] = {1, 1, 1};
  unsigned dimensions = 0;
  bool is_volatile = take_volatile(L, space, function);
  int top = lua_gettop(L);
  if (top > 5)
    return wl_raise(L, WL_SOURCE_SPAN_CALL, NULL, "%s(): an array has at most 3 dimensions",
                    function);
  do {
    extent[dimensions] = (uint32_t)wl_api_integer(L, 3 + (int)dimensions, function, "a size", 1,
                                                  INT32_MAX);
    dimensions++;
  } while (3 + (int)dimensions <= top);
  wl_type_override(L, name, &type);
  wl_array_declare(L, space, name, type, dimensions, extent);
  struct wl_head *head = &wl_lane_of(L)->vm->head;
  head->array[head->arrays - 1].is_volatile = is_volatile;
  return 1;
}

/* The view of an array as `type`, made on first use. */
static unsigned cast_view(lua_State *L, const struct wl_view *from, struct wl_type type) {
  struct wl_vm *vm = wl_lane_of(L)->vm;
  for (unsigned i = 0; i < vm->views; i++) {
    const struct wl_view *v = &vm->view[i];
    if (v->cast && !v->inner && v->array == from->array && v->type.scalar == type.scalar &&
        v->type.components == type.components)
      return i;
  }
  struct wl_view v = *from;
  v.cast = true;
  v.inner = false;
  v.dimensions = 1;
  set_type(vm, &v, type);
  return add_view(L, v);
}

int wl_api_as(lua_State *L) {
  struct wl_type type = wl_ref_check_type(L, 1, "as");
  wl_ref r = wl_ref_check_array(L, 2, "as");
  const struct wl_view *v = &wl_lane_of(L)->vm->view[wl_ref_view(r)];
  if (v->space == WL_TEXTURE)
    return wl_raise(L, WL_SOURCE_SPAN_CALL, "declare it with the type that you want",
                    "as(): a texture has texels of one type only");
  uint64_t left = (v->size - wl_ref_offset(r)) / v->bytes;
  lua_Integer first = lua_isnoneornil(L, 3)
                          ? 0 : wl_api_integer(L, 3, "as", "the first element", 0,
                                               (lua_Integer)left - 1);
  uint64_t offset = wl_ref_offset(r) + (uint64_t)first * v->bytes;
  wl_ref_push(L, wl_ref_make(cast_view(L, v, type), 0, offset));
  return 1;
}

int wl_api_ldg(lua_State *L) {
  enum wl_script_setup stage = (enum wl_script_setup)wl_api_number(L);
  const char *function = stage == WL_STAGE_LOAD_NC   ? "__ldg"
                         : stage == WL_STAGE_LOAD_CA ? "__ldca" : "__ldcg";
  wl_api_in_kernel(L, function);
  wl_ref r = wl_ref_check_array(L, 1, function);
  const struct wl_view *v = &wl_lane_of(L)->vm->view[wl_ref_view(r)];
  if (v->space != WL_GLOBAL)
    return wl_raise(L, WL_SOURCE_SPAN_CALL, "index the array itself",
                    "%s() is for global memory, not %s",
                    function, wl_space_names[v->space]);
  if (v->type.scalar == WL_STRUCT)
    return wl_raise(L, WL_SOURCE_SPAN_CALL, "load its members: __ldg(as(float, array), i)",
                    "%s() loads numbers and vectors, not structs", function);
  return wl_ref_load(L, wl_ref_element(L, r, 2, stage), stage, wl_api_ldg);
}
