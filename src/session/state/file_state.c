#include "session/state/file_state.h"

#include "session/state/requests.h"
#include "session/state/session_state.h"

static const struct { const char *words, *brief, *heading; } rows[] = {
  [WL_FILE_SAME] = {"", "", "this picture again, from a shell:"},
  [WL_FILE_STOPPED] = {"stopped before its end", "stopped", "this picture again, from a shell:"},
  [WL_FILE_NEWER] = {"older than the file", "older", "this place again, but the file is newer:"},
  [WL_FILE_UNREAD] = {"its file cannot be read", "no file",
                      "this place again, once the file can be read:"},
};

void wl_file_set(struct wl_session *m, enum wl_file file) {
  m->file = (uint8_t)file;
  m->requests |= WL_REQUEST_DRAW;
}

const char *wl_file_words(const struct wl_session *m, bool brief) {
  unsigned row = m->of > 0 ? WL_FILE_SAME : m->file;
  return brief ? rows[row].brief : rows[row].words;
}

const char *wl_file_heading(const struct wl_session *m) { return rows[m->file].heading; }
