/* A slow, plain reference for races: every thread has a vector clock, every access is
 * kept and held against every other one of its word. Written from the sources that
 * core/hazard/watch_order.c and core/hazard/fences.c name, not from their code. */
#ifndef WL_TESTS_RACES_H
#define WL_TESTS_RACES_H

#include "core/trace/step.h"

/* The lanes that take part are the first ones of each warp. */
enum { RACE_BLOCKS = 3, RACE_WARPS = 2, RACE_LANES = 5, RACE_WORDS = 4 };
enum { RACE_THREADS = RACE_BLOCKS * RACE_WARPS * RACE_LANES };
enum { RACE_STEPS = 128, RACE_EVENTS = RACE_STEPS * RACE_LANES * 2 };

struct races;

/* `in_step`: lanes of a warp keep step, and all words are volatile. */
struct races *races_create(bool in_step);
void races_destroy(struct races *r);

/* The next step of the trace. Words are the 4 bytes at offset 4 * i of their array. */
void races_add(struct races *r, const struct wl_step *s);

/* Whether steps `a` and `b` race, numbered as they were added; at any word, where `word`
 * is -1. Words of global memory come first, then those of shared memory of each block. */
enum { RACE_PLACES = RACE_WORDS * (1 + RACE_BLOCKS) };
bool races_between(const struct races *r, size_t a, size_t b, int word);

/* Whether any two steps race at a word for sure: one that may be told, and need not, is no such. */
bool races_at(const struct races *r, int word);

#endif
