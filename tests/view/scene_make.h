/* How scenes are made: a head, its steps one by one. Internal to scene*.c. */
#ifndef TESTS_VIEW_SCENE_MAKE_H
#define TESTS_VIEW_SCENE_MAKE_H

#include "scene.h"

enum { SCENE_BASE = 0x7f000000 }; /* of global memory */
extern const struct wl_type scene_float;

/* A recording begins with its head, takes steps and ends. */
struct scene scene_begin(const char *name, const char *text, const struct wl_head *head);
void scene_add(struct scene s, const struct wl_step *step);

/* The number that steps have of a question, which the lesson data get. */
uint8_t scene_ask(struct scene s, const struct wl_question *q);
struct scene scene_end(struct scene s);

/* All float operations of a scene, those of one line. */
void scene_flops(struct scene s, uint32_t line, uint64_t operations);

struct wl_array scene_array(const char *name, enum wl_space space, struct wl_type type,
                            uint64_t base, uint32_t rows, uint32_t columns);

/* A parameter of whole numbers, 0 to `max`. */
struct wl_param scene_param(const char *name, int value, double max, const char *help);

/* A step of all lanes, at no array. */
struct wl_step scene_blank(void);

/* The place of `expression` in line `line` (1-based) of a script. */
struct wl_source_span scene_place(const char *text, uint32_t line, const char *expression);

/* An access to an array whose type gives the width; the addresses are to be set. */
struct wl_step scene_access(const struct wl_head *h, uint16_t index, enum wl_op op,
                            struct wl_source_span at);

/* Lets a lane ask for an element; its value is the element's number. */
void scene_element(struct wl_step *s, const struct wl_head *h, unsigned lane, uint32_t y,
                   uint32_t x);

/* One of each kind of step. */
struct scene scene_zoo(int stride);

/* Two shuffles: what lane 5 gets from the first is asked, the second broadcasts in groups. */
struct scene scene_exchange(void);

/* Every kind of memory, with good and bad ways to use it. */
struct scene scene_spaces(void);
/* Kernels of some blocks, for what caches make of them: a matrix product, naive or tiled; a vector
 * addition; sums of rows, a thread each. */
struct scene scene_product(bool tiled);
struct scene scene_vadd(void);
struct scene scene_rows(void);
struct scene scene_thrash(void); /* more rows than L1 has lines */
struct scene scene_halves(void);
struct scene scene_uneven(void);

#endif
