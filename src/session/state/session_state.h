/* The data of the model: its files change it, and views read it. Internal to src/session and
 * src/view, and for tests. */
#ifndef WL_SESSION_STATE_SESSION_STATE_H
#define WL_SESSION_STATE_SESSION_STATE_H

#include "canvas/theme.h"
#include "core/gpu/target.h"
#include "session/predict/predict.h"
#include "session/session.h"
#include "session/settings/undo.h"
#include "session/state/line_editor.h"
#include "session/state/state_parts.h"

struct wl_ballot;
struct wl_finding;
struct wl_l1_replay;
struct wl_peaks;
struct wl_stops;
struct wl_window;

enum { WL_SECOND_RUN_WORDS = 2048 };

struct wl_session {
  const struct wl_trace *trace;
  const struct wl_analysis *analysis;
  size_t count, selected; /* steps that can be, and the one that is */
  unsigned view, lane, wave, speed;
  size_t hazard;      /* where the next one is: twice its index, one more for its second access */
  int scroll, waited; /* rows; milliseconds since the last frame of the replay */
  bool playing, backwards; /* which way it plays */
  uint8_t panels;     /* that are open: a bit of each (session/state/panels.h) */
  struct wl_drawn drawn;
  unsigned shows, fails, answers; /* how often there was a recording, an error, an answer */
  unsigned why_figure; /* words/figures.h; the one that why is about */
  struct wl_registers registers; /* of a thread */
  struct { wl_session_teller *tell; const void *of; } teller;
  struct wl_diag diag;
  uint64_t done, of;
  char title[128];    /* of the script before it says so itself; "": not known */
  bool slow; uint8_t file; /* the script has given nothing for a while; enum wl_file */
  unsigned requests;
  int arch_turns;     /* not yet taken */
  struct wl_target wanted_target, coming_target; /* of the next run; of one that goes on. arch NULL:
                                                  * none is */
  char message[WL_TYPING_BYTES + 96]; /* one remark, until the next action */
  bool of_run;        /* … or until the run has ended */
  enum wl_scheme scheme;
  bool still, by_cost; /* no keys are named; lines by what they cost, not as they stand */
  bool present;       /* one fact a screen (session/course/presentation.h) */
  struct wl_opening opening;
  struct wl_slide slide;
  bool mouse;         /* is heard of; the terminal gives it up meanwhile */
  struct wl_recall recall;
  struct wl_course_state course;

  struct wl_typing line, search;  /* behind ':' and '/' (view/help/prompt.h) */
  struct wl_typing filter;        /* of help (view/help/help_list.h) */
  unsigned tips_chosen;           /* of what help lists, from 1; 0: whatever fits best */
  bool searching, line_failed; /* the open one is the second; the error is its own */
  struct wl_finding *finding;     /* session/search/search.h */
  struct wl_stops *lesson;        /* session/predict/script_stops.h */
  bool asks, unasked; /* poses the questions of the script; they are turned off */
  char question[WL_TYPING_BYTES], answer[3072];
  struct wl_plotted plotted;
  int param;            /* chosen parameter, -1: none */
  struct wl_settings_state knobs;
  bool laid_out;        /* with another layout than the script has */
  struct wl_session *beside; /* shows another recording (session/select/second_run.h); NULL: none */
  char beside_words[WL_SECOND_RUN_WORDS];

  struct wl_identity wanted; /* to be found again in a new recording */
  struct wl_past past;
  struct wl_snapshot left; /* the good recording, for one that goes on, unless one has moved */
  struct wl_step_info spot, shown; /* the selected step; what may be shown of it */
  struct wl_mask mask;
  struct wl_open_questions open;
  struct wl_disclosure disclosure; /* what may be shown of all this */
  struct wl_poll poll;
  struct wl_done done_list[WL_DONE];
  unsigned dones, answered_times; /* how many are in it, how often it has changed */
  struct wl_ballot *ballot; /* session/predict/vote_history.h: of all questions so far */
  size_t ballots;
  struct wl_window *window;       /* session/state/window.h */
  struct wl_l1_replay *l1;        /* session/search/l1_lookups.h; NULL: none is played */
  struct wl_peaks *peaks;         /* session/search/cost_peaks.h */
};

#endif
