/* The parts of slides. Internal to src/view. */
#ifndef WL_VIEW_SLIDES_SLIDE_PARTS_H
#define WL_VIEW_SLIDES_SLIDE_PARTS_H

#include "session/state/session_state.h"
#include "view/screen/view_functions.h"
#include "words/grade.h"
#include "words/sentences.h"

struct wl_session;

enum { WL_SLIDE_TEXTS = 5, WL_SLIDE_MARGIN = 3,
       WL_SLIDE_ASKS = 10, /* rows of a screen that has a slide for a question */
       WL_SLIDE_LARGE = 100, WL_SLIDE_LARGE_ROWS = 32 /* a screen of large letters */ };

/* What a slide is made of: a view with a sentence below it, or a figure and sentences. */
struct wl_slide_parts {
  char head[128];      /* above the figure */
  char big[56];        /* empty: no figure */
  char label[128];     /* beside the figure */
  char text[WL_SLIDE_TEXTS][512];  /* sentences below */
  int texts;
  enum wl_style style; /* of figure and first sentence */
  enum wl_grade grade; /* of that sentence, where it is `judged`: it has its sign, too */
  bool judged;
  enum wl_view_id view; /* WL_VIEWS: none */
  bool kind;           /* the line above says what the instruction does */
  bool tight;          /* there is no room for air */
  int width;           /* without margins */
  int first, scale;    /* of letters, those of the first sentence and others: large_letters.h */
};

/* One more sentence, if it says anything; " " is a row of air. */
void wl_slide_add(struct wl_slide_parts *s, const char *text);

/* `r` without what is free at its sides. */
struct wl_rect wl_slide_margins(struct wl_rect r);

/* Whether a screen has room for large letters: others are set in a large font. */
bool wl_slide_large(const struct wl_canvas *c);

/* Whether a text can be read from afar, it or what stands behind its arrow. */
bool wl_slide_big(const struct wl_slide_parts *s, const char *text);

/* The slide of a stop that nothing is asked about: a mark, a barrier. */
void wl_slide_stop(struct wl_session *m, const struct wl_step_info *s, struct wl_slide_parts *out);

/* Sentences, "" where there is nothing to say. */
struct wl_news {
  char mark[160];   /* that leads to the next stop */
  char blocks[96];  /* what an SM holds, where shared memory limits it */
  char hazards[96]; /* left to chance, now and before */
};
void wl_news_take(struct wl_session *m, struct wl_news *out);

/* The same for those who listen, the mark where it is not the selected step. */
void wl_news_say(struct wl_session *m, const struct wl_prose *p);

#endif
