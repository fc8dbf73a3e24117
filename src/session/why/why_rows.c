#include "session/why/why_rows.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>


static struct wl_why_row *next_row(struct wl_why *w, uint32_t lanes) {
  struct wl_why_row *row = &w->row[w->count < WL_WHY_ROWS ? w->count++ : WL_WHY_ROWS - 1];
  *row = (struct wl_why_row){.lanes = lanes};
  return row;
}

const char *wl_why_counted(unsigned n, const char *noun, char text[40]) {
  snprintf(text, 40, "%u %s%s", n, noun, n == 1 ? "" : "s");
  return text;
}

struct wl_why_row *wl_why_add(struct wl_why *w, uint32_t lanes, int value, const char *label,
                              ...) {
  struct wl_why_row *row = next_row(w, lanes);
  va_list args;
  va_start(args, label);
  vsnprintf(row->label, sizeof row->label, label, args);
  va_end(args);
  if (value >= 0) snprintf(row->value, sizeof row->value, "%d", value);
  return row;
}

static void append(struct wl_why_row *row, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

static void append(struct wl_why_row *row, const char *format, va_list args) {
  size_t used = strlen(row->text);
  vsnprintf(row->text + used, sizeof row->text - used, format, args);
}

void wl_why_say(struct wl_why_row *row, const char *format, ...) {
  va_list args;
  va_start(args, format);
  append(row, format, args);
  va_end(args);
}

void wl_why_sum(struct wl_why *w, const char *text) {
  struct wl_why_row *row = wl_why_add(w, 0, -1, "sum");
  wl_why_say(row, "%s", text);
  snprintf(row->value, sizeof row->value, "%.*s", (int)sizeof row->value - 1, w->value);
  row->sum = true;
}

void wl_why_note(struct wl_why *w, const char *label, const char *format, ...) {
  struct wl_why_row *row = next_row(w, 0);
  va_list args;
  snprintf(row->label, sizeof row->label, "%s", label);
  va_start(args, format);
  append(row, format, args);
  va_end(args);
}
