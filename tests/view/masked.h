/* Two models that differ in nothing but what is hidden: what their pictures have alike. */
#ifndef TESTS_VIEW_MASKED_H
#define TESTS_VIEW_MASKED_H

#include "canvas/canvas.h"
#include "core/trace/step.h"
#include "core/trace/trace_head.h"
#include "scene.h"
#include "session/session.h"

/* The sizes that are looked at. */
enum { MASKED_SIZES = 9 };
extern const struct masked_size { int width, height; } masked_sizes[MASKED_SIZES];

/* What hides the figures: nothing, the key, a question of the script, or from FIGURE on, that
 * a figure is asked for: FIGURE plus its number. */
enum masked { NOTHING, KEY, QUESTION, FIGURE };

/* A model of a scene at a step, in a view (enum wl_view). */
struct wl_session *masked_at(struct scene s, size_t step, unsigned view, enum masked hide);

/* A canvas of one of the sizes. */
struct wl_canvas *masked_canvas(unsigned size, bool ascii);

/* The head of a script of one warp; one warp instruction of it, `stride` elements from lane to
 * lane of its array, with the words of the text that make it. */
struct wl_head masked_head(const char *title);
struct wl_step masked_step(const struct wl_head *h, uint16_t array, enum wl_op op,
                           struct wl_source_span place, uint32_t stride);

/* Draws on a clean canvas; a row of it as text, '*' for what is not ASCII. */
void masked_draw(struct wl_session *m, struct wl_canvas *c);
void masked_row(const struct wl_canvas *c, int y, char *text);

/* Whether two pictures are the same outside `count` rectangles; where there is a name for
 * them, says where they part. */
bool masked_same(const struct wl_canvas *a, const struct wl_canvas *b,
                 const struct wl_rect *except, size_t count, const char *what);

/* At how many sizes, on both kinds of canvas, the pictures of two models differ, plus 1 where
 * what is said of them does. `what`: as above. */
unsigned masked_differ(struct wl_session *m, struct wl_session *n, const char *what);

#endif
