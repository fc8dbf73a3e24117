/* What the model asks of the part that drives it. */
#ifndef WL_SESSION_STATE_REQUESTS_H
#define WL_SESSION_STATE_REQUESTS_H

/* Bits. */
enum wl_request {
  WL_REQUEST_DRAW = 1,   /* the picture has changed */
  WL_REQUEST_RUN = 2,    /* run the script again with wl_session_settings() */
  WL_REQUEST_CANCEL = 4, /* stop the script that runs */
  WL_REQUEST_QUIT = 8,
  WL_REQUEST_THEME = 16,  /* wl_session_scheme() is another */
  WL_REQUEST_REPAINT = 32, /* send every cell again, changed or not */
  WL_REQUEST_ARCH = 64,    /* another generation: wl_session_arch_turns() */
  WL_REQUEST_READ = 128,   /* read the file of the script again before it runs */
  WL_REQUEST_SUGGEST = 256,
              /* the next layout of core/layout/suggest.h, then wl_session_lay_out() */
  WL_REQUEST_EVALUATE = 1024, /* wl_session_question(), then wl_session_answer() or fail() */
  WL_REQUEST_TALLY = 2048,    /* wl_session_tally() has changed */
  WL_REQUEST_SWEEP = 8192,    /* the parameter wl_session_swept(), then wl_session_sweep() */
  WL_REQUEST_MOUSE = 16384,   /* wl_session_mouse() has changed */
  WL_REQUEST_BESIDE = 65536,  /* what is beside is to be wl_second_run_words() */
  WL_REQUEST_LESSON = 131072, /* another one: wl_session_lesson_turn() */
  WL_REQUEST_WAVE = 262144,   /* the picture has changed, by another wavefront alone */
  WL_REQUEST_PICTURE = WL_REQUEST_DRAW | WL_REQUEST_WAVE, /* either */
  WL_REQUEST_PLAIN = 512   /* the recording as it was made, without a layout */
};

#endif
