/* An instruction in words: the pattern of its addresses, and its cost. */
#ifndef WL_WORDS_VERDICT_H
#define WL_WORDS_VERDICT_H

#include "core/trace/step.h"
#include "words/grade.h"

/* `explain` is used for accesses only. */
void wl_verdict(const struct wl_arch *arch, const struct wl_step *step,
                const struct wl_explain *explain, struct wl_verdict *out);

/* "stride 32 words = 128 bytes", "all lanes the same address", …; returns text. */
const char *wl_pattern(const struct wl_access *a, char *text, size_t size);

/* What the shuffle does: "each lane reads lane xor 16". */
const char *wl_shuffle_pattern(const struct wl_step *step, char *text, size_t size);

#endif
