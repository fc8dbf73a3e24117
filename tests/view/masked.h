/* Two models that differ in nothing but what is hidden: what their pictures have alike. */
#ifndef TESTS_VIEW_MASKED_H
#define TESTS_VIEW_MASKED_H

#include "scene.h"
#include "view/canvas.h"
#include "view/model.h"

/* The sizes that are looked at. */
enum { MASKED_SIZES = 9 };
extern const struct masked_size { int width, height; } masked_sizes[MASKED_SIZES];

/* What hides the figures: nothing, the key, or a question of the script. */
enum masked { NOTHING, KEY, QUESTION };

/* A model of a scene at a step, in a view (enum wl_view). */
struct wl_model *masked_at(struct scene s, size_t step, unsigned view, enum masked hide);

/* A canvas of one of the sizes. */
struct wl_canvas *masked_canvas(unsigned size, bool ascii);

/* Draws on a clean canvas; a row of it as text, '*' for what is not ASCII. */
void masked_draw(struct wl_model *m, struct wl_canvas *c);
void masked_row(const struct wl_canvas *c, int y, char *text);

/* Whether two pictures are the same outside `count` rectangles; where there is a name for
 * them, says where they part. */
bool masked_same(const struct wl_canvas *a, const struct wl_canvas *b,
                 const struct wl_rect *except, size_t count, const char *what);

#endif
