/* Arrays as values of the script: references that need no memory of their own. */
#ifndef WL_SCRIPT_LANGUAGE_ARRAY_REF_H
#define WL_SCRIPT_LANGUAGE_ARRAY_REF_H

#include "script/machine/event.h"
#include "script/machine/thread_state.h"

void wl_ref_push(lua_State *L, wl_ref r);
void wl_type_push(lua_State *L, struct wl_type t);

/* Gives light userdata their one metatable. */
void wl_ref_register(lua_State *L);

/* Argument `arg` as a type, or an array (any reference); raises where it is not. */
bool wl_ref_is_type(lua_State *L, int arg);
struct wl_type wl_ref_check_type(lua_State *L, int arg, const char *function);
wl_ref wl_ref_check_array(lua_State *L, int arg, const char *function);

/* Bytes of one access to an element: a compiler moves it in pieces as large as its
 * alignment allows, 16 bytes at most. Seen in the PTX of nvcc 13.0: a struct of
 * three floats takes three accesses, one aligned to 16 bytes a single one. */
static inline uint32_t wl_view_piece(const struct wl_view *v) {
  return v->align < 16 ? v->align : 16;
}

/* The scalar that such a piece shows. */
static inline enum wl_scalar wl_view_scalar(const struct wl_vm *vm, const struct wl_view *v,
                                            unsigned part) {
  if (v->type.scalar != WL_STRUCT) return (enum wl_scalar)v->type.scalar;
  uint32_t bytes = wl_view_piece(v);
  return (enum wl_scalar)wl_struct_piece(vm->head.structure, v->type, part * bytes, bytes).scalar;
}

/* One element, on the way to being accessed. */
struct wl_element {
  struct wl_view *view;
  unsigned number; /* of the view */
  uint64_t offset;
  uint8_t *memory; /* in local memory the calling thread's own */
};

/* The element that `r` with the index at stack position `index` names. Raises
 * where it is outside, or `r` needs another number of indices. */
struct wl_element wl_ref_element(lua_State *L, wl_ref r, int index, enum wl_script_setup stage);

/* Loads an element in the kernel: logs the access and pushes the value. */
int wl_ref_load(lua_State *L, struct wl_element e, enum wl_script_setup stage, lua_CFunction again);

/* Whether the element's address suits its type; raises where not. */
void wl_ref_check_aligned(lua_State *L, struct wl_element e, enum wl_script_setup stage);

/* A type as the script names it: "float4", "Point". */
enum { WL_TYPE_TEXT = 32 };
void wl_type_text(lua_State *L, struct wl_type t, char text[WL_TYPE_TEXT]);

/* "tile[3]" — a reference with the index at stack position `index`, 0 for none. */
void wl_ref_text(lua_State *L, wl_ref r, int index, char *buffer, size_t size);

/* What goes through the elements of what is no table, for a hint; NULL where nothing does. */
const char *wl_ref_loop(lua_State *L, int arg);

#endif
