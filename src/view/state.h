/* The model from the inside: for model_*.c and for the views, which read it. */
#ifndef WL_VIEW_STATE_H
#define WL_VIEW_STATE_H

#include "core/query.h"
#include "core/question.h"
#include "core/sweep.h"
#include "view/bookmark.h"
#include "view/layout.h"
#include "view/typing.h"
#include "view/model.h"
#include "view/occupancy.h"
#include "view/verdict.h"

/* Steps of the selected block around the selection, as far as moving and the
 * timeline need them. A block with more steps than fit is seen in part. */
enum { WL_WINDOW = 4096 };
struct wl_entry { uint16_t warp, column; uint32_t line; uint8_t kind; };
struct wl_window {
  size_t first, count;
  size_t known;     /* steps of the trace when it was built */
  bool starts, ends; /* the block starts, ends in it */
  uint32_t block;
  struct wl_entry entry[WL_WINDOW];
};

/* What is known about the selected step. */
struct wl_spot {
  bool valid;
  bool covered; /* its figures are hidden: explain, verdict and results are empty */
  bool lanes_covered; /* and which lanes are active */
  struct wl_step step;
  struct wl_explain explain; /* accesses only */
  struct wl_verdict verdict;
};

/* Where a step is in the script and in the grid: stays while addresses change. */
struct wl_identity {
  bool valid;
  struct wl_place place;
  uint32_t block;
  uint16_t warp;
  uint32_t nth;  /* time that the warp comes to this place */
  size_t index;
};

/* Figures of a step before the last change. */
struct wl_before {
  struct wl_identity at;
  uint8_t space;
  uint8_t op;
  const struct wl_arch *arch;
  struct wl_counts counts;
  char change[96]; /* "pad 0 → 1" */
};

/* Which figures are hidden (view/mask.h). */
struct wl_mask {
  bool on;              /* of every step */
  struct wl_spot cover; /* of the selected step */
};

/* The text of the script, what is hidden of it blank (view/veil.h); NULL: not made yet. */
struct wl_veil { char *text; unsigned hidden; };

/* The question about the selected step (view/question.h), and what was answered. */
enum { WL_MAX_SAID = 32, WL_DONE = 64 };
struct wl_said { char answer[WL_ANSWER_TEXT]; unsigned count; };
struct wl_poll {
  enum { WL_POLL_NONE, WL_POLL_OPEN, WL_POLL_SHOWN } state;
  bool here_done;       /* the step's figures were shown before */
  struct wl_place place;
  struct wl_question question;
  char right[WL_ANSWER_TEXT];
  char typed[WL_ANSWER_TEXT]; /* an answer that is not committed; empty: none */
  struct wl_said said[WL_MAX_SAID]; /* the choices in order, or what was typed */
  bool begun;           /* digits are an answer, no longer views */
  unsigned rows, count; /* of said; sum of its counts */
  uint32_t lit;         /* lanes that explain the right answer, once it is shown */
};

/* What was searched for, and the steps that match (view/finding.h). */
struct wl_finding {
  bool on;
  char text[WL_TYPING_BYTES];
  struct wl_query query;
  size_t looked, found; /* steps looked at so far; of them, those that match */
  uint64_t *hit;        /* a bit for every step */
  uint8_t *line;        /* a byte for every line of the script: whether one of them is of it */
  size_t words, lines;  /* room of both */
};

/* Marks and questions by where they are and what they say (view/lesson.h). */
enum { WL_STOPS = 64 };
struct wl_stop { size_t step; uint32_t line; uint16_t column; uint32_t hash; };
struct wl_lesson {
  size_t looked;   /* steps so far */
  unsigned stops;
  bool more;       /* there are others */
  struct wl_stop stop[WL_STOPS]; /* each once, where it is met first */
};

/* A question that is not posed again, by what it is about and what it asks. */
struct wl_done { struct wl_place place; uint64_t hash; };

enum { WL_UNDO = 64, WL_VALUE = 32, WL_PEAKS = 4096, WL_BESIDE_WORDS = 512 };
struct wl_change { char name[WL_VALUE], value[WL_VALUE]; }; /* value before it */
struct wl_setting_text { char text[2 * WL_VALUE + 2]; };

struct wl_model {
  const struct wl_trace *trace;
  const struct wl_analysis *analysis;
  size_t count;       /* steps that can be selected */
  size_t selected;
  unsigned view, lane, wave, speed;
  size_t hazard;      /* where the next one is: twice its index, one more for its second access */
  int scroll, waited; /* rows; milliseconds since the last frame of the replay */
  bool help, why, playing, backwards, failed; /* backwards: which way it plays */
  unsigned drawn;     /* enum wl_size of the last picture, plus 1; 0: none was drawn */
  unsigned shrunk;    /* the same, where it says what it leaves out; 0: nothing to say */
  unsigned shows, fails, answers; /* how often there was a recording, an error, an answer */
  unsigned why_figure; /* view/figures.h; the one that why is about */
  struct wl_registers registers; /* of a thread */
  const struct wl_chip *chip;    /* may be of another generation: wl_model_target() */
  struct wl_diag diag;
  uint64_t done, of;
  unsigned wants;
  int arch_turns;     /* not yet taken */
  const struct wl_arch *arch_wanted; /* the same: NULL: none by name */
  char message[WL_TYPING_BYTES + 96]; /* one remark, until the next action */
  enum wl_scheme scheme;
  bool still;          /* no keys are named */
  bool present, blank; /* one fact a screen (view/present.h); an empty screen */
  bool opening;        /* a presentation that looks for its first stop */
  bool placed;         /* a step was asked for by its number: it begins there */
  unsigned fact;       /* of those of step fact_of, from 0 */
  size_t fact_of;
  bool mouse;         /* is heard of; the terminal gives it up meanwhile */
  int width, height;  /* of the last picture; 0: there was none */
  bool telling;       /* how to come back to this picture, until the next action */
  bool recalling;     /* bookmarks are being put */
  const char *recalled[WL_BOOKMARKS]; /* still to be put; NULL: not */
  const char *const *word; /* of the command line, behind its first */
  size_t words;

  struct wl_typing line, search;  /* behind ':' and '/' (view/prompt.h) */
  struct wl_typing filter;        /* of help (view/palette.h) */
  unsigned tips_chosen;           /* of what help lists, from 1; 0: whatever fits best */
  bool typing, searching;         /* one of them is open; it is the second */
  bool line_failed;               /* the error is about what it held */
  struct wl_finding finding;
  struct wl_lesson lesson;
  bool answered;
  char question[WL_TYPING_BYTES], answer[3072];

  const struct wl_sweep *sweep; /* of the parameter that was swept last, NULL: none */
  struct wl_measure measure;    /* that is plotted, where `measured` says that it was chosen */
  bool measured;

  int param;          /* chosen parameter, -1: none */
  size_t knobs, changes;
  size_t undone;      /* of change[], behind those that count: taken back */
  const struct wl_arch *arch_back; /* to be shown next, since a change was taken back */
  struct wl_change knob[WL_MAX_PARAMS]; /* values set here, by name */
  struct wl_change change[WL_UNDO];
  struct wl_setting_text setting[WL_MAX_PARAMS];
  const char *settings[WL_MAX_PARAMS];
  bool laid_out;      /* with another layout than the script has */
  char changed[96];   /* the change that the next recording shows */

  bool by_cost;       /* the lines of the script by what they cost, not as they stand */
  struct wl_model *beside; /* shows another recording (view/beside.h); NULL: none */
  char beside_words[WL_BESIDE_WORDS];

  struct wl_identity wanted; /* to be found again in a new recording */
  struct wl_before before;
  struct wl_residency before_blocks; /* of the recording before; sm NULL: none */
  struct wl_spot spot;
  struct wl_mask mask;
  struct wl_veil veil;
  bool asks; /* poses the questions of the script */
  struct wl_poll poll;
  struct wl_done done_list[WL_DONE];
  unsigned dones;
  struct wl_ballot *ballot; /* view/ballot.h: of all questions so far */
  size_t ballots;
  struct wl_window window;

  /* Greatest excess of every peak_chunk steps, of the first peak_steps steps.
   * The chunks grow with the recording, so that it always fits. */
  uint32_t peak[WL_PEAKS];
  size_t peak_chunk, peak_steps;
};

const struct wl_arch *wl_model_arch(const struct wl_model *m);
struct wl_target wl_model_target(const struct wl_model *m); /* with the chip shown */
const struct wl_head *wl_model_head(const struct wl_model *m); /* NULL: none */
bool wl_model_empty(const struct wl_model *m); /* nothing to select */

/* The selected step, unpacked and explained once; NULL if there is none. While its
 * figures are hidden, that is a cover without them. */
const struct wl_spot *wl_model_spot(struct wl_model *m);
/* The same with its figures, hidden or not: not for what draws. */
const struct wl_spot *wl_model_bare(struct wl_model *m);

/* mask.c: whether figures are hidden; and what is known of all steps, as long as
 * it may be shown: NULL while it may not. */
bool wl_model_masked(struct wl_model *m);
const struct wl_analysis *wl_model_costs(struct wl_model *m);

/* Excess of a step, 0 past the end. */
uint32_t wl_model_excess(const struct wl_model *m, size_t step);

/* bookmark.c: puts what is recalled, as far as the recording has it. */
bool wl_bookmark_take(struct wl_model *m, struct wl_diag *d);

/* model_window.c: the selected block, and finding steps in it. */
const struct wl_window *wl_model_window(struct wl_model *m);
size_t wl_model_block_at(const struct wl_model *m, uint32_t block); /* its first step */
size_t wl_model_block_first(const struct wl_model *m, size_t step);
size_t wl_model_block_end(const struct wl_model *m, size_t step);
struct wl_identity wl_model_identity(struct wl_model *m);
enum wl_found { WL_FOUND_NONE, WL_FOUND_NEAR, WL_FOUND }; /* NEAR: the place, another time */
enum wl_found wl_model_find(const struct wl_model *m, const struct wl_identity *want,
                            size_t *step);
/* Where a place of one script is after it was edited: lines above and below the edit
 * stay what they are. */
void wl_identity_follow(struct wl_identity *id, const struct wl_trace *from,
                        const struct wl_trace *to);
/* Place of the selection among its warp's steps of the block, from 1, of `*of`;
 * 0 where the block is seen in part only. */
size_t wl_model_ordinal(struct wl_model *m, size_t *of);

/* model_move.c: selecting. */
void wl_model_go(struct wl_model *m, size_t step);
void wl_model_move(struct wl_model *m, enum wl_action action);
/* Greatest excess of all steps; brings peak[] up to date. */
uint32_t wl_model_peak(struct wl_model *m);

/* model_play.c: the replay. Wave 0 shows the whole instruction; waves 1 … tag
 * wavefronts pick lines; the others drain banks. Where neither is known, as
 * before cc 5.0, transactions follow each other; a texture serves quads of lanes. */
struct wl_moment {
  bool replay, tag, transaction, quad; /* something is replayed; which stage it is */
  unsigned index, of;  /* wavefront of its stage, from 0 */
  uint32_t now, done;  /* lanes */
};
unsigned wl_model_waves(struct wl_model *m);
struct wl_moment wl_model_moment(struct wl_model *m);
void wl_model_play(struct wl_model *m, enum wl_action action);
const char *wl_model_rate(const struct wl_model *m); /* "1.5/s" */

/* model_undo.c: what was before a change, which can be taken back. */
void wl_undo_note(struct wl_model *m, const char *name, const char *before);
void wl_undo_note_arch(struct wl_model *m, const struct wl_arch *before,
                       const struct wl_arch *now);
void wl_model_undo(struct wl_model *m);
void wl_model_redo(struct wl_model *m);

/* model_param.c: parameters. */
/* A parameter by name; for a grid or block that the script sets, and for an array, whose
 * value is the type of its elements, `shape` is made one.
 * NULL: there is none. */
const struct wl_param *wl_param_named(const struct wl_model *m, const char *name,
                                      struct wl_param *shape);
/* Sets a value without a trace in the undo list; false if nothing changes. */
bool wl_param_put(struct wl_model *m, const struct wl_param *p, const char *value);
const char *wl_param_value(const struct wl_model *m, const struct wl_param *p);
/* The parameter that is offered first: the last one changed, else the first with a
 * range of numbers, else the first. */
int wl_param_first(const struct wl_model *m);
void wl_model_turn(struct wl_model *m, enum wl_action action);
/* Sets a parameter by name; false and a diag where the script would not take it. */
bool wl_param_set(struct wl_model *m, const char *name, const char *value, struct wl_diag *d);
/* The next value of a parameter of the head, or the one before. */
void wl_param_move(struct wl_model *m, int param, int direction);
void wl_model_settle(struct wl_model *m); /* brings the settings up to date */
/* Drops the values set here that an edited script has no parameter for, or took no
 * more. */
void wl_model_forget(struct wl_model *m);

#endif
