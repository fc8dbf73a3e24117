/* Errors of a script: raised at an expression, reported with the lane. */
#ifndef WL_SCRIPT_MACHINE_ERRORS_H
#define WL_SCRIPT_MACHINE_ERRORS_H

#include "script/machine/call_site.h"
#include "script/machine/vm.h"
#include "script/syntax/instrument.h"

/* Raises an error of the script, or a limit, at what a token is of. `hint` may be NULL. The type
 * lets callers `return` it. */
_Noreturn int wl_raise_at(lua_State *L, enum wl_status status, uint32_t token,
                          enum wl_source_span_kind kind, const char *hint, const char *format, ...)
    __attribute__((format(printf, 6, 7)));

/* The same at the expression of kind `kind` that the calling function is at; at a token that the
 * caller has found. */
#define wl_raise(L, kind, ...) wl_raise_at(L, WL_SCRIPT, wl_call_site(L), kind, __VA_ARGS__)
#define wl_raise_limit(L, kind, ...) wl_raise_at(L, WL_LIMIT, wl_call_site(L), kind, __VA_ARGS__)
#define wl_raise_token(L, token, ...) \
  wl_raise_at(L, WL_SCRIPT, token, WL_SOURCE_SPAN_TOKEN, __VA_ARGS__)

/* What the user has set cannot be: an error of the command line, at no place of the script. */
_Noreturn int wl_raise_setting(lua_State *L, const char *hint, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Ends the call, which has told what is wrong: `told` stands for it on the stack. */
_Noreturn void wl_leave(lua_State *L, const void *told);

/* Turns the error that ended a call on `L` with `status` into vm->diag. The
 * stack of L must be as the error left it. */
void wl_error_take(struct wl_vm *vm, lua_State *L, int status);

/* Fails the run at a token, outside of any call: for what the warp finds out.
 * Always false. */
bool wl_error_at(struct wl_vm *vm, uint32_t token, const struct wl_lane *lane, const char *hint,
                 const char *format, ...) __attribute__((format(printf, 5, 6)));

/* "lane 17 of warp 3, thread (17, 3, 0) of block (0, 1, 0)". */
void wl_error_where(const struct wl_head *head, uint32_t thread, uint32_t block, char *buffer,
                    size_t size);

/* Fails the run at a token, as the time is up. */
void wl_error_stopped(struct wl_vm *vm, uint32_t token, const struct wl_lane *lane);

/* Calls a limit on time that has run out; for the hook that a signal sets. */
void wl_error_expired(lua_State *L, lua_Debug *ar);

#endif
