/* The figures that the mask asks for, and those that stay visible meanwhile. Figures have the
 * numbers of words/figures.h, which are those of enum wl_asked, too. */
#ifndef WL_SESSION_PREDICT_ASKED_FIGURES_H
#define WL_SESSION_PREDICT_ASKED_FIGURES_H

#include "core/trace/question.h"

struct wl_step_info;

/* Bit f: figure f gives nothing away of the one that is asked for. */
uint32_t wl_asked_leaves(unsigned figure);

/* Puts these figures on a cover (step_info.h), from what the script says of the access alone. */
void wl_asked_uncover(const struct wl_arch *arch, uint32_t figures, struct wl_step_info *cover);

/* The question for a figure of an access, in the words of the generation. */
void wl_asked_text(const struct wl_arch *arch, const struct wl_access *a, unsigned figure,
                   char text[WL_QUESTION_TEXT]);

/* Whether it is about one lane, and not about a figure of all. */
bool wl_asked_of_lane(const struct wl_question *q);

/* A figure that can be asked for, by its JSON key; WL_SHOW_NOTHING: there is none such. All of
 * them: "requests, transactions, …". */
unsigned wl_asked_named(const char *key);
enum { WL_ASKED_LIST = 256 };
void wl_asked_list(char text[WL_ASKED_LIST]);

#endif
