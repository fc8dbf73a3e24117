/* The script as it may be shown: on slides, and while a question is open, without what would
 * reveal the answer (script/syntax/redact.h). */
#ifndef WL_SESSION_PREDICT_REDACT_SOURCE_H
#define WL_SESSION_PREDICT_REDACT_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wl_session;
struct wl_param;

/* Whether any of it is hidden now. */
bool wl_source_hidden(const struct wl_session *m);

/* wl_trace_line() without that, nor blanks at its end: what is left keeps its columns. */
const char *wl_source_line(const struct wl_session *m, uint32_t line, size_t *size);

/* All of them; NULL: nothing is hidden. */
const char *wl_source_text(const struct wl_session *m);

/* Bytes of a line before the comment behind its code, and all of one without. */
size_t wl_source_code(const struct wl_session *m, uint32_t line);

/* Whether nothing is left of a line. */
bool wl_source_blank(const struct wl_session *m, uint32_t line);

/* What to call the script: wl_trace_called(), or its name while a line may tell too much; and
 * wl_session_title(), or such a line. */
const char *wl_source_name(const struct wl_session *m);
const char *wl_source_title(struct wl_session *m);

/* What the script is about: its author says it before the script asks. "" while the user hides
 * figures that it may tell. */
const char *wl_source_about(const struct wl_session *m);

/* The help of a parameter, empty while the script's own is hidden. */
const char *wl_source_help(const struct wl_session *m, const struct wl_param *p);

#endif
