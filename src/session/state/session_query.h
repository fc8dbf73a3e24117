/* Queries of the model for all parts of the screen. */
#ifndef WL_SESSION_STATE_SESSION_QUERY_H
#define WL_SESSION_STATE_SESSION_QUERY_H

#include <stdbool.h>

#include "core/gpu/target.h"

struct wl_head;
struct wl_measured;
struct wl_session;

/* The generation that is counted on, and with the chip that is told of. */
const struct wl_arch *wl_session_arch(const struct wl_session *m);
struct wl_target wl_session_target(const struct wl_session *m);
struct wl_target wl_session_own_target(const struct wl_session *m); /* … unless somebody chooses */

/* What the script has declared; NULL: there is no recording. */
const struct wl_head *wl_session_head(const struct wl_session *m);

/* What hardware counted with the settings of now; NULL: nothing, or the run still goes on. */
const struct wl_measured *wl_session_measured(const struct wl_session *m);

/* What the script is called: its title, else its file without the way there. */
const char *wl_session_title(const struct wl_session *m);

/* Whether it is a script of one line (-e): what its names stand for and its arrays are is
 * given with it. */
bool wl_session_one_line(const struct wl_session *m);

/* Whether there is no step to select. */
bool wl_session_empty(const struct wl_session *m);

/* Excess of a step, 0 past the end. */
uint32_t wl_session_excess(const struct wl_session *m, size_t step);

/* A remark for the status line, until the next action; or until the script has ended, too. */
void wl_session_say(struct wl_session *m, const char *text);
void wl_session_say_running(struct wl_session *m, const char *text);

/* Its run did not come to its end; it has another text, which could not be run; or it cannot be
 * read. */
enum wl_file { WL_FILE_SAME, WL_FILE_STOPPED, WL_FILE_NEWER, WL_FILE_UNREAD };

void wl_file_set(struct wl_session *m, enum wl_file file);

/* "older than the file"; `brief`: "older". "": there is nothing to tell, or the script runs. */
const char *wl_file_words(const struct wl_session *m, bool brief);

/* What stands above the command that reproduces the picture (session/restore/restore.h). */
const char *wl_file_heading(const struct wl_session *m);

#endif
