/* The model from the inside, as data: the files of the model change it, the views read it.
 * Internal to src/view, but for tests. */
#ifndef WL_VIEW_STATE_H
#define WL_VIEW_STATE_H

#include "core/chip.h"
#include "core/sweep.h"
#include "view/beyond.h"
#include "view/knobs.h"
#include "view/marks.h"
#include "view/occupancy.h"
#include "view/poll.h"
#include "view/spot.h"
#include "view/theme.h"
#include "view/typing.h"

struct wl_ballot;
struct wl_finding;
struct wl_peaks;
struct wl_stops;
struct wl_window;

/* Which figures are hidden (view/mask.h). */
struct wl_mask {
  bool on;              /* of every step */
  struct wl_spot cover; /* of the selected step */
};

/* The text of the script, what is hidden of it blank (view/veil.h); NULL: not made yet. */
struct wl_veil { char *text; unsigned hidden; };

enum { WL_BESIDE_WORDS = 2048 };

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
  const char *title;  /* of the script before it says so itself; NULL: not known */
  bool slow;          /* the script has given nothing for a while */
  unsigned wants;
  int arch_turns;     /* not yet taken */
  const struct wl_arch *arch_wanted; /* the same: NULL: none by name */
  char message[WL_TYPING_BYTES + 96]; /* one remark, until the next action */
  enum wl_scheme scheme;
  bool still;          /* no keys are named */
  bool present, blank; /* one fact a screen (view/present.h); an empty screen */
  bool opening;        /* looks for the first stop, to begin there */
  bool closing;        /* the same for the last one, once the run is over */
  bool placed;         /* a step was asked for by its number: it begins there */
  unsigned fact;       /* of those of step fact_of, from 0 */
  size_t fact_of;
  bool mouse;         /* is heard of; the terminal gives it up meanwhile */
  int width, height;  /* of the last picture; 0: there was none */
  bool telling;       /* how to come back to this picture, until the next action */
  bool recalling;     /* bookmarks are being put */
  const char *recalled[WL_BOOKMARKS]; /* still to be put; NULL: not */
  struct wl_beyond beyond[WL_SIDES]; /* view/beyond.h */
  int edge, edge_was;  /* it was said what lies beyond: 1 the last stop, -1 the first; … by the
                        * action before */
  int lesson_turn;     /* not yet taken */
  const char *const *word; /* of the command line, behind its first */
  size_t words;

  struct wl_typing line, search;  /* behind ':' and '/' (view/prompt.h) */
  struct wl_typing filter;        /* of help (view/palette.h) */
  unsigned tips_chosen;           /* of what help lists, from 1; 0: whatever fits best */
  bool typing, searching;         /* one of them is open; it is the second */
  bool line_failed;               /* the error is about what it held */
  struct wl_finding *finding;     /* view/finding.h */
  struct wl_stops *lesson;       /* view/lesson.h */
  bool answered;
  char question[WL_TYPING_BYTES], answer[3072];

  const struct wl_sweep *sweep; /* of the parameter that was swept last, NULL: none */
  struct wl_measure measure;    /* that is plotted, where `measured` says that it was chosen */
  bool measured;

  int param;          /* chosen parameter, -1: none */
  struct wl_knobs knobs;
  bool laid_out;      /* with another layout than the script has */
  char changed[96];   /* the change that the next recording shows */

  bool by_cost;       /* the lines of the script by what they cost, not as they stand */
  struct wl_model *beside; /* shows another recording (view/beside.h); NULL: none */
  char beside_words[WL_BESIDE_WORDS];

  struct wl_identity wanted; /* to be found again in a new recording */
  struct wl_before before, good_before; /* the second: while the last good one was shown */
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
  struct wl_window *window;       /* view/model_window.h */
  struct wl_peaks *peaks;         /* view/peaks.h */
};

#endif
