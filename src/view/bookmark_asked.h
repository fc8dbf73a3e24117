/* What is hidden and asked, and what was answered, as arguments of the command line and back:
 * rows of bookmark.c. Internal to src/view. */
#ifndef WL_VIEW_BOOKMARK_ASKED_H
#define WL_VIEW_BOOKMARK_ASKED_H

#include <stdbool.h>
#include <stddef.h>

struct wl_diag;
struct wl_model;

bool wl_get_no_questions(struct wl_model *m, char *text, size_t size);
bool wl_put_no_questions(struct wl_model *m, const char *text, struct wl_diag *d);
bool wl_get_mask(struct wl_model *m, char *text, size_t size);
bool wl_put_mask(struct wl_model *m, const char *text, struct wl_diag *d);
bool wl_get_ask(struct wl_model *m, char *text, size_t size);
bool wl_put_ask(struct wl_model *m, const char *text, struct wl_diag *d);
bool wl_get_lane(struct wl_model *m, char *text, size_t size); /* put: bookmark.c */
bool wl_get_asked_lane(struct wl_model *m, char *text, size_t size); /* the same */
bool wl_get_question(struct wl_model *m, char *text, size_t size);
bool wl_put_question(struct wl_model *m, const char *text, struct wl_diag *d);
bool wl_get_seen(struct wl_model *m, char *text, size_t size);
bool wl_put_seen(struct wl_model *m, const char *text, struct wl_diag *d);
bool wl_get_answers(struct wl_model *m, char *text, size_t size); /* put: view/said.h */
bool wl_get_choice(struct wl_model *m, char *text, size_t size);  /* the same */

#endif
