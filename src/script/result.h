/* The parts of `r` that result.c does not make itself. */
#ifndef WL_SCRIPT_RESULT_H
#define WL_SCRIPT_RESULT_H

#include "script/judge.h"

/* Gives the table below the upvalues on top of the stack an __index. */
void wl_result_strict(lua_State *L, lua_CFunction index, int upvalues);

/* Keeps in mind what a check has read, for the message if it is not met. */
void wl_result_note(struct wl_judge *j, const struct wl_reading *r);

/* Pushes r.hazards; of a reading of it: its name, and the first of those hazards. */
void wl_result_push_hazards(lua_State *L);
void wl_result_name_hazard(const struct wl_reading *r, char *buffer, size_t size);
void wl_result_first_hazard(const struct wl_judge *j, const struct wl_reading *r, char *buffer,
                            size_t size);

/* Pushes r.arrays: by name, what each array holds at the end. */
void wl_result_push_arrays(lua_State *L);

#endif
