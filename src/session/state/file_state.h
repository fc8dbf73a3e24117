/* What became of the file of a script since the recording that is shown. */
#ifndef WL_SESSION_STATE_FILE_STATE_H
#define WL_SESSION_STATE_FILE_STATE_H

#include <stdbool.h>

struct wl_session;

/* Its run did not come to its end; it has another text, which could not be run; or it cannot be
 * read. */
enum wl_file { WL_FILE_SAME, WL_FILE_STOPPED, WL_FILE_NEWER, WL_FILE_UNREAD };

void wl_file_set(struct wl_session *m, enum wl_file file);

/* "older than the file"; `brief`: "older". "": there is nothing to tell, or the script runs. */
const char *wl_file_words(const struct wl_session *m, bool brief);

/* What stands above the arguments that come back to the picture (session/restore/restore.h). */
const char *wl_file_heading(const struct wl_session *m);

#endif
