/* Changes that are taken back and made again. Internal to src/view. */
#ifndef WL_VIEW_MODEL_UNDO_H
#define WL_VIEW_MODEL_UNDO_H

#include "core/arch.h"

struct wl_model;

/* Keeps what was before a change, which can be taken back. */
void wl_undo_note(struct wl_model *m, const char *name, const char *before);
void wl_undo_note_arch(struct wl_model *m, const struct wl_arch *before,
                       const struct wl_arch *now);

/* Takes the last change back, and makes it again. */
void wl_model_undo(struct wl_model *m);
void wl_model_redo(struct wl_model *m);

#endif
