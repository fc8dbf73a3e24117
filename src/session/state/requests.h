/* What the model wants from whoever drives it. */
#ifndef WL_SESSION_STATE_REQUESTS_H
#define WL_SESSION_STATE_REQUESTS_H

/* Bits. */
enum wl_want {
  WL_WANT_DRAW = 1,   /* the picture has changed */
  WL_WANT_RUN = 2,    /* run the script again with wl_model_settings() */
  WL_WANT_CANCEL = 4, /* stop the script that runs */
  WL_WANT_QUIT = 8,
  WL_WANT_THEME = 16,  /* wl_model_scheme() is another */
  WL_WANT_REPAINT = 32, /* send every cell again, changed or not */
  WL_WANT_ARCH = 64,    /* another generation: wl_model_arch_turns() */
  WL_WANT_READ = 128,   /* read the file of the script again before it runs */
  WL_WANT_SUGGEST = 256, /* the next layout of core/layout/suggest.h, then wl_model_lay_out() */
  WL_WANT_EVALUATE = 1024, /* wl_model_question(), then wl_model_answer() or fail() */
  WL_WANT_TALLY = 2048,    /* wl_model_tally() has changed */
  WL_WANT_MANUAL = 4096,   /* the page at wl_manual_here() (view/keys/manual_places.h) */
  WL_WANT_SWEEP = 8192,    /* the parameter wl_model_swept(), then wl_model_sweep() */
  WL_WANT_MOUSE = 16384,   /* wl_model_mouse() has changed */
  WL_WANT_BESIDE = 65536,  /* what is beside is to be wl_beside_words() */
  WL_WANT_LESSON = 131072, /* another one: wl_model_lesson_turn() */
  WL_WANT_WAVE = 262144,   /* the picture has changed, by another wavefront alone */
  WL_WANT_PICTURE = WL_WANT_DRAW | WL_WANT_WAVE, /* either */
  WL_WANT_PLAIN = 512   /* the recording as it was made, without a layout */
};

#endif
