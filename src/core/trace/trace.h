/* The recording of a run: its head, its source, and every step in order. */
#ifndef WL_CORE_TRACE_TRACE_H
#define WL_CORE_TRACE_TRACE_H

#include "core/trace/lesson_data.h"
#include "core/trace/trace_head.h"

struct wl_trace;

/* An empty trace that keeps the packed form of the first `keep` steps, in the order of blocks.
 * Workers fill `streams` streams side by side, each with whole blocks. NULL when memory ran
 * out. */
struct wl_trace *wl_trace_create(unsigned streams, size_t keep);
void wl_trace_destroy(struct wl_trace *t);

/* The script, as read: the trace copies it. `name` is what the user called it.
 * False when memory ran out. */
bool wl_trace_set_source(struct wl_trace *t, const char *name, const char *text, size_t size);
const char *wl_trace_name(const struct wl_trace *t);
/* What to call it where somebody reads: of one line in place of a file (-e) that line. */
const char *wl_trace_called(const struct wl_trace *t);
bool wl_trace_is_line(const struct wl_trace *t);
const char *wl_trace_text(const struct wl_trace *t, size_t *size);

/* What the words of the script tell before it runs: the trace copies them. `redacted` is what of
 * the text may be seen while its questions are open, as long as all of it, the rest blank; NULL
 * while nobody has said. False when memory ran out. */
struct wl_trace_words {
  const char *redacted;
  uint32_t kernel;        /* the line that it begins with */
  bool asks, grid, block; /* it asks something; it calls these */
};
bool wl_trace_set_words(struct wl_trace *t, const struct wl_trace_words *words);
const struct wl_trace_words *wl_trace_words(const struct wl_trace *t);

/* Source line `line` (1-based) without its end; NULL past the last. Lines end as
 * Lua counts them. Before a source is set, the name is "" and there are none. */
const char *wl_trace_line(const struct wl_trace *t, uint32_t line, size_t *size);
uint32_t wl_trace_lines(const struct wl_trace *t);

/* The head, and how many of its streams the run has. */
void wl_trace_begin(struct wl_trace *t, const struct wl_head *head, unsigned streams);
void wl_trace_set_head(struct wl_trace *t, const struct wl_head *head);
const struct wl_head *wl_trace_head(const struct wl_trace *t); /* NULL before it is set */

/* What the script teaches with: the trace copies it. False when memory ran out. Without a trace,
 * and before it is set, there is nothing in it. */
bool wl_trace_set_lesson(struct wl_trace *t, const struct wl_lesson_data *lesson);
const struct wl_lesson_data *wl_trace_lesson(const struct wl_trace *t);

/* What is asked about a step of the trace, NULL: nothing; the notes of a mark, "": it has none. */
const struct wl_question *wl_trace_question(const struct wl_trace *t, const struct wl_step *s);
const char *wl_trace_notes(const struct wl_trace *t, const struct wl_step *s);

/* Adds one packed step (`size` bytes, as wl_step_pack() made it) of a block to a stream, of which
 * each may be added to at the same time. Past `keep` steps only the count goes on. False when
 * memory ran out. */
bool wl_trace_add(struct wl_trace *t, unsigned stream, uint32_t block, const uint8_t *packed,
                  size_t size);

/* Puts in order what has come, while nobody adds; what is asked for below is as of the last time.
 * False when memory ran out. */
bool wl_trace_settle(struct wl_trace *t);

/* Marks the last step of a stream as added, and settles. */
bool wl_trace_close(struct wl_trace *t, unsigned stream);

/* Steps that wl_trace_get() reaches: the kept steps of the complete blocks from the first on and of
 * the first block that is not complete. Grows while a run goes on. */
size_t wl_trace_count(const struct wl_trace *t);

/* Steps that the run made, kept or not. */
uint64_t wl_trace_total(const struct wl_trace *t);

/* Step `i` in order, unpacked; mostly in constant time. False past the end. */
bool wl_trace_get(const struct wl_trace *t, size_t i, struct wl_step *out);

/* The same as wl_step_take() has it, for who goes through all of them and asks for no values; `out`
 * is all zeros before the first. */
bool wl_trace_take(const struct wl_trace *t, size_t i, struct wl_step *out);

/* What step `i` begins with (wl_step_glance()); `asked` may be NULL. False past the end. */
bool wl_trace_glance(const struct wl_trace *t, size_t i, struct wl_step *out, bool *asked);

/* Bytes of memory held, counted each time: for tests, which keep them within bounds. */
size_t wl_trace_bytes(const struct wl_trace *t);

#endif
