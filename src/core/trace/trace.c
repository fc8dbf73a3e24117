#include "core/trace/trace.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/trace/block_log.h"

struct wl_trace {
  struct wl_log *steps;
  char *name, *text, *redacted;
  struct wl_trace_words words;
  size_t size;
  uint32_t lines, *line_start; /* offsets into text, one more than lines */
  bool has_head;
  struct wl_head head;
  struct wl_lesson_data *lesson; /* or NULL */
};

struct wl_trace *wl_trace_create(unsigned streams, size_t keep) {
  struct wl_trace *t = calloc(1, sizeof *t);
  if (t == NULL) return NULL;
  t->steps = wl_log_create(streams, keep);
  if (t->steps) return t;
  wl_trace_destroy(t);
  return NULL;
}

static void drop_source(struct wl_trace *t) {
  free(t->name);
  free(t->text);
  free(t->redacted);
  free(t->line_start);
  t->name = t->text = t->redacted = NULL;
  t->words = (struct wl_trace_words){.kernel = 1};
  t->line_start = NULL;
  t->size = 0;
  t->lines = 0;
}

void wl_trace_destroy(struct wl_trace *t) {
  if (t == NULL) return;
  wl_log_destroy(t->steps);
  drop_source(t);
  free(t->lesson);
  free(t);
}

/* Where each line starts; counts only while `start` is NULL. */
static uint32_t find_lines(const char *text, size_t size, uint32_t *start) {
  uint32_t lines = 0;
  for (size_t at = 0, next; at < size; at += next, lines++) {
    wl_text_line(text + at, size - at, &next);
    if (start) start[lines] = (uint32_t)at;
  }
  if (start) start[lines] = (uint32_t)size;
  return lines;
}

bool wl_trace_set_source(struct wl_trace *t, const char *name, const char *text, size_t size) {
  drop_source(t);
  uint32_t lines = find_lines(text, size, NULL);
  t->name = strdup(name);
  t->text = malloc(size + 1);
  t->line_start = malloc((lines + (size_t)1) * sizeof *t->line_start);
  if (t->name == NULL || t->text == NULL || t->line_start == NULL) {
    drop_source(t);
    return false;
  }
  if (size > 0) memcpy(t->text, text, size);
  t->text[size] = '\0';
  t->size = size;
  t->lines = find_lines(text, size, t->line_start);
  return true;
}

const char *wl_trace_name(const struct wl_trace *t) { return t->name ? t->name : ""; }

const char *wl_trace_called(const struct wl_trace *t) {
  size_t size;
  const char *name = wl_trace_name(t), *line = wl_trace_line(t, 1, &size);
  return line && size == t->size && strcmp(name, "-e") == 0 ? line : name;
}

bool wl_trace_is_line(const struct wl_trace *t) { return wl_trace_called(t) != wl_trace_name(t); }

const char *wl_trace_text(const struct wl_trace *t, size_t *size) {
  *size = t->size;
  return t->text ? t->text : "";
}

bool wl_trace_set_words(struct wl_trace *t, const struct wl_trace_words *words) {
  char *copy = words->redacted ? malloc(t->size + 1) : NULL;
  if (words->redacted && !copy) return false;
  if (copy) memcpy(copy, words->redacted, t->size + 1);
  free(t->redacted);
  t->redacted = copy;
  t->words = *words;
  t->words.redacted = copy;
  return true;
}

const struct wl_trace_words *wl_trace_words(const struct wl_trace *t) { return &t->words; }

const char *wl_trace_line(const struct wl_trace *t, uint32_t line, size_t *size) {
  if (line == 0 || line > t->lines) return NULL;
  size_t start = t->line_start[line - 1], next;
  *size = wl_text_line(t->text + start, t->line_start[line] - start, &next);
  return t->text + start;
}

uint32_t wl_trace_lines(const struct wl_trace *t) { return t->lines; }

void wl_trace_set_head(struct wl_trace *t, const struct wl_head *head) {
  t->head = *head;
  t->has_head = true;
}

void wl_trace_begin(struct wl_trace *t, const struct wl_head *head, unsigned streams) {
  wl_trace_set_head(t, head);
  wl_log_use(t->steps, streams);
}

const struct wl_head *wl_trace_head(const struct wl_trace *t) {
  return t->has_head ? &t->head : NULL;
}

bool wl_trace_set_lesson(struct wl_trace *t, const struct wl_lesson_data *lesson) {
  struct wl_lesson_data *copy = malloc(sizeof *copy);
  if (copy == NULL) return false;
  *copy = *lesson;
  free(t->lesson);
  t->lesson = copy;
  return true;
}

const struct wl_lesson_data *wl_trace_lesson(const struct wl_trace *t) {
  static const struct wl_lesson_data nothing;
  return t && t->lesson ? t->lesson : &nothing;
}

/* The stop of this number, from 1; NULL: there is none. */
static const struct wl_lesson_stop *stop(const struct wl_trace *t, unsigned number) {
  const struct wl_lesson_data *l = wl_trace_lesson(t);
  return number && number <= l->stops ? &l->stop[number - 1] : NULL;
}

const struct wl_question *wl_trace_question(const struct wl_trace *t, const struct wl_step *s) {
  const struct wl_lesson_stop *of = stop(t, s->question);
  return of && of->asks ? &of->question : NULL;
}

const char *wl_trace_notes(const struct wl_trace *t, const struct wl_step *s) {
  const struct wl_lesson_stop *of = stop(t, s->stop);
  return of ? of->notes : "";
}

bool wl_trace_add(struct wl_trace *t, unsigned stream, uint32_t block, const uint8_t *packed,
                  size_t size) {
  return wl_log_add(t->steps, stream, block, packed, size);
}

bool wl_trace_settle(struct wl_trace *t) { return wl_log_settle(t->steps); }

bool wl_trace_close(struct wl_trace *t, unsigned stream) { return wl_log_close(t->steps, stream); }

size_t wl_trace_count(const struct wl_trace *t) { return wl_log_count(t->steps); }

uint64_t wl_trace_total(const struct wl_trace *t) { return wl_log_total(t->steps); }

bool wl_trace_get(const struct wl_trace *t, size_t i, struct wl_step *out) {
  size_t size;
  const uint8_t *packed = wl_log_get(t->steps, i, &size);
  return packed && wl_step_unpack(packed, size, out) == size;
}

bool wl_trace_take(const struct wl_trace *t, size_t i, struct wl_step *out) {
  size_t size;
  const uint8_t *packed = wl_log_get(t->steps, i, &size);
  return packed && wl_step_take(packed, size, out) == size;
}

bool wl_trace_glance(const struct wl_trace *t, size_t i, struct wl_step *out, bool *asked) {
  size_t size;
  bool is_asked;
  const uint8_t *packed = wl_log_get(t->steps, i, &size);
  return packed && wl_step_glance(packed, size, out, asked ? asked : &is_asked);
}

size_t wl_trace_bytes(const struct wl_trace *t) {
  size_t source = t->text ? t->size + 1 + strlen(t->name) + 1 : 0;
  size_t index = t->line_start ? (t->lines + (size_t)1) * sizeof *t->line_start : 0;
  size_t redacted = t->redacted ? t->size + 1 : 0, lesson = t->lesson ? sizeof *t->lesson : 0;
  return sizeof *t + source + redacted + index + lesson + wl_log_bytes(t->steps);
}
