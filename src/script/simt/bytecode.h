/* The bytecode of a function, read from lua_dump(). */
#ifndef WL_SCRIPT_SIMT_BYTECODE_H
#define WL_SCRIPT_SIMT_BYTECODE_H

#include <lua.h>
#include <stdbool.h>
#include <stdint.h>

#include "script/syntax/tokens.h"

/* Instructions of Lua 5.4, in its order. */
enum wl_opcode {
  WL_OP_MOVE, WL_OP_LOADI, WL_OP_LOADF, WL_OP_LOADK, WL_OP_LOADKX, WL_OP_LOADFALSE,
  WL_OP_LFALSESKIP, WL_OP_LOADTRUE, WL_OP_LOADNIL, WL_OP_GETUPVAL, WL_OP_SETUPVAL,
  WL_OP_GETTABUP, WL_OP_GETTABLE, WL_OP_GETI, WL_OP_GETFIELD, WL_OP_SETTABUP, WL_OP_SETTABLE,
  WL_OP_SETI, WL_OP_SETFIELD, WL_OP_NEWTABLE, WL_OP_SELF, WL_OP_ADDI, WL_OP_ADDK, WL_OP_SUBK,
  WL_OP_MULK, WL_OP_MODK, WL_OP_POWK, WL_OP_DIVK, WL_OP_IDIVK, WL_OP_BANDK, WL_OP_BORK,
  WL_OP_BXORK, WL_OP_SHRI, WL_OP_SHLI, WL_OP_ADD, WL_OP_SUB, WL_OP_MUL, WL_OP_MOD, WL_OP_POW,
  WL_OP_DIV, WL_OP_IDIV, WL_OP_BAND, WL_OP_BOR, WL_OP_BXOR, WL_OP_SHL, WL_OP_SHR, WL_OP_MMBIN,
  WL_OP_MMBINI, WL_OP_MMBINK, WL_OP_UNM, WL_OP_BNOT, WL_OP_NOT, WL_OP_LEN, WL_OP_CONCAT,
  WL_OP_CLOSE, WL_OP_TBC, WL_OP_JMP, WL_OP_EQ, WL_OP_LT, WL_OP_LE, WL_OP_EQK, WL_OP_EQI,
  WL_OP_LTI, WL_OP_LEI, WL_OP_GTI, WL_OP_GEI, WL_OP_TEST, WL_OP_TESTSET, WL_OP_CALL,
  WL_OP_TAILCALL, WL_OP_RETURN, WL_OP_RETURN0, WL_OP_RETURN1, WL_OP_FORLOOP, WL_OP_FORPREP,
  WL_OP_TFORPREP, WL_OP_TFORCALL, WL_OP_TFORLOOP, WL_OP_SETLIST, WL_OP_CLOSURE, WL_OP_VARARG,
  WL_OP_VARARGPREP, WL_OP_EXTRAARG,
  WL_OPCODES
};

/* One instruction, its fields spread out. b and c are signed where the instruction
 * takes them so; in jumps and loops `b` is the instruction that is gone to. */
struct wl_code {
  uint8_t op, a;
  bool k;
  int32_t b, c;
  uint32_t token; /* of the script, 0: none */
};

/* A constant: a string, or a number as lua_Integer or lua_Number has its bits. */
struct wl_constant {
  uint8_t type;   /* LUA_TNIL, LUA_TBOOLEAN, LUA_TNUMBER, LUA_TSTRING */
  bool integer;
  uint64_t bits;
  const char *text;
  size_t size;
};

struct wl_proto {
  struct wl_code *code;
  struct wl_constant *constant;
  uint32_t codes, constants;
  uint8_t parameters, upvalues, registers;
  char *dump;     /* where the strings are */
};

/* Reads the function on top of the stack. NULL: it is not as this version of Lua is
 * known to write it, or its jumps do not nest. */
struct wl_proto *wl_bytecode_read(lua_State *L, const struct wl_source *s);

/* The same of bytes that lua_dump() wrote, which it takes over. */
struct wl_proto *wl_bytecode_parse(char *dump, size_t bytes, const struct wl_source *s);
void wl_bytecode_free(struct wl_proto *p);

#endif
