/* Numbers, vectors and structs between memory and the script. */
#ifndef WL_SCRIPT_MACHINE_VALUE_H
#define WL_SCRIPT_MACHINE_VALUE_H

#include <lua.h>
#include <stdbool.h>
#include <string.h>

#include "core/access/type.h"

/* What the components of a vector are called. */
extern const char wl_value_fields[4][2];

/* The bits of a scalar in memory, zero-extended. The host is little-endian, as
 * the hardware is. */
static inline uint64_t wl_value_bits(enum wl_scalar s, const uint8_t *memory) {
  uint64_t bits = 0;
  switch (wl_scalars[s].bytes) { /* every case is one load */
    case 1: memcpy(&bits, memory, 1); break;
    case 2: memcpy(&bits, memory, 2); break;
    case 4: memcpy(&bits, memory, 4); break;
    default: memcpy(&bits, memory, 8); break;
  }
  return bits;
}

/* Pushes what memory holds: a number, or a table with .x .y .z .w or the members. */
void wl_value_push(lua_State *L, struct wl_type t, const uint8_t *memory);

/* Writes the value at stack position `index`, rounded to the type as C does.
 * False where it is none, or no table of what the type has: memory is then of no
 * use. */
bool wl_value_write(lua_State *L, int index, struct wl_type t, uint8_t *memory);

/* The scalar bits of the number at `index`; false where it is none. */
bool wl_value_scalar(lua_State *L, int index, enum wl_scalar s, uint64_t *bits);

/* What the value at `index` is, in a sentence: "missing", "nil", "a number", "an
 * array" … */
const char *wl_value_kind(lua_State *L, int index);

/* What is wrong with the value at `index` as a `t`: "nil", "a table without .w". */
const char *wl_value_trouble(lua_State *L, int index, struct wl_type t);

/* The type that shows `bytes` bytes, at least 4, of elements of a type: its scalars
 * where they fill them and are no more than 4, else words. */
struct wl_type wl_value_piece(struct wl_type t, uint32_t bytes);

/* The component that a field name means: 0 … 3, or -1. */
int wl_value_component(struct wl_type t, const char *field);

/* Pushes the first key, by name, of the table at `index` (from the bottom) that is not `known`,
 * which is asked with the key on top of the stack. False, and nothing is pushed: there is none. */
typedef bool wl_value_known(lua_State *L, const void *of);
bool wl_value_stranger(lua_State *L, int index, wl_value_known *known, const void *of);

/* C functions behind the types: conversion and vectors, as in float4(1, 2, 3, 4).
 * `first` is the stack position of the first argument. */
int wl_value_construct(lua_State *L, struct wl_type t, int first);

#endif
