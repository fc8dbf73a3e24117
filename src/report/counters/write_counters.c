/* Counters beside the figures, to read and as JSON. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "canvas/write/json.h"
#include "canvas/write/page.h"
#include "report/counters/counters.h"

enum { NAME = 38, NUMBER = 13, REASON = 4 /* cells */ };

static void put_clean(FILE *f, bool ascii, const char *text, size_t cells) {
  wl_page_fit(f, ascii, text, strlen(text), cells);
}

/* "+16, 3.1%": the share is of what is here; "" where both are alike, or one is not known. */
static const char *difference(const struct wl_counter_row *r, char text[64]) {
  bool more = r->counted > r->here;
  uint64_t by = more ? r->counted - r->here : r->here - r->counted;
  char count[32];
  text[0] = '\0';
  if (!r->known || by == 0) return text;
  int used = snprintf(text, 64, "%c%s", more ? '+' : '-', wl_page_count(by, 9, count));
  if (r->here > 0)
    snprintf(text + used, 64 - (size_t)used, ", %.3g%%", 100.0 * (double)by / (double)r->here);
  return text;
}

/* A row of the table, or a sentence. */
static void put_row(FILE *f, const struct wl_counter_row *r, bool table, bool ascii) {
  char counted[32], here[32] = "unknown", by[64];
  wl_page_count(r->counted, NUMBER - 1, counted);
  if (r->known) wl_page_count(r->here, NUMBER - 1, here);
  difference(r, by);
  if (table)
    fprintf(f, "  %-*s%*s%*s%s%s\n", NAME - 2, r->label, NUMBER, counted, NUMBER, here,
            *by ? "  " : "", by);
  else
    fprintf(f, "  %s: %s counted, %s here%s%s%s\n", r->label, counted, here, *by ? " (" : "", by,
            *by ? ")" : "");
  if (!r->reason[0]) return;
  fprintf(f, "%*s", REASON, "");
  wl_page_wrap(f, ascii, r->reason, REASON);
}

/* The kernels of the file, each once, where none of them is that of the recording. */
static void put_kernels(FILE *f, const struct wl_counters *c, bool ascii) {
  enum { MOST = 8 };
  unsigned said = 0;
  fprintf(f, "  no kernel of its %zu launches is called as this one; they are of\n", c->launches);
  for (size_t i = 0; i < c->launches; i++) {
    bool again = false;
    for (size_t k = 0; k < i; k++) again |= strcmp(c->launch[k].kernel, c->launch[i].kernel) == 0;
    if (again) continue;
    if (said++ == MOST) {
      fputs("    and others\n", f);
      return;
    }
    fputs("    ", f);
    put_clean(f, ascii, c->launch[i].kernel, WL_PAGE_WIDTH - 4);
    putc('\n', f);
  }
}

static void put_all(FILE *f, const struct wl_counters *c, const struct wl_trace *t,
                    const struct wl_analysis *a, struct wl_registers registers, bool table,
                    bool ascii) {
  size_t alike = 0;
  const struct wl_profile *l = wl_counters_pick(c, t, &alike);
  fputs("Counters of ", f);
  put_clean(f, ascii, c->file, WL_PAGE_WIDTH - 13);
  putc('\n', f);
  if (!l) {
    put_kernels(f, c, ascii);
    return;
  }
  struct wl_counter_row *row = calloc(WL_MAX_COUNTERS, sizeof *row);
  size_t rows = row ? wl_counters_compare(c, l, t, a, registers, row) : 0;
  fprintf(f, "  launch %s", l->id);
  fputs(": ", f);
  put_clean(f, ascii, l->kernel, 60);
  if (alike > 1)
    fprintf(f, "\n  the first of %zu alike; --counters=FILE:NUMBER chooses another", alike);
  if (table) fprintf(f, "\n%*s%*s", NAME + NUMBER, "counted", NUMBER, "here");
  putc('\n', f);
  for (size_t i = 0; i < rows; i++) put_row(f, &row[i], table, ascii);
  if (!row) fputs("  memory ran out\n", f);
  free(row);
}

void wl_counters_text(FILE *f, const struct wl_counters *c, const struct wl_trace *t,
                      const struct wl_analysis *a, struct wl_registers registers, bool ascii) {
  put_all(f, c, t, a, registers, true, ascii);
}

char *wl_counters_tell(const void *of, const struct wl_trace *t, const struct wl_analysis *a,
                       struct wl_registers registers) {
  char *text = NULL;
  size_t size;
  FILE *f = open_memstream(&text, &size);
  if (!f) return NULL;
  put_all(f, of, t, a, registers, false, false);
  if (fclose(f) == 0) return text;
  free(text);
  return NULL;
}

static json_t *shape(const uint32_t xyz[3]) {
  return json_pack("[i, i, i]", (int)xyz[0], (int)xyz[1], (int)xyz[2]);
}

static json_t *figure(const struct wl_counter_row *r) {
  json_t *object = json_object();
  json_object_set_new(object, "counter", json_string(r->counter));
  json_object_set_new(object, "what", json_string(r->label));
  json_object_set_new(object, "counted", json_integer((json_int_t)r->counted));
  json_object_set_new(object, "here", r->known ? json_integer((json_int_t)r->here) : json_null());
  if (r->reason[0]) json_object_set_new(object, "reason", wl_json_word(r->reason));
  return object;
}

json_t *wl_json_counters(const struct wl_counters *c, const struct wl_trace *t,
                         const struct wl_analysis *a, struct wl_registers registers) {
  size_t alike = 0;
  const struct wl_profile *l = wl_counters_pick(c, t, &alike);
  struct wl_counter_row *row = calloc(WL_MAX_COUNTERS, sizeof *row);
  size_t rows = l && row ? wl_counters_compare(c, l, t, a, registers, row) : 0;
  json_t *object = json_object(), *figures = json_array();
  for (size_t i = 0; i < rows; i++) json_array_append_new(figures, figure(&row[i]));
  json_object_set_new(object, "file", wl_json_word(c->file));
  json_object_set_new(object, "launches", json_integer((json_int_t)c->launches));
  json_object_set_new(object, "alike", json_integer((json_int_t)alike));
  json_object_set_new(object, "launch", l ? wl_json_word(l->id) : json_null());
  json_object_set_new(object, "kernel", l ? wl_json_word(l->kernel) : json_null());
  json_object_set_new(object, "cc", l ? wl_json_word(l->cc) : json_null());
  json_object_set_new(object, "grid", l ? shape(l->grid) : json_null());
  json_object_set_new(object, "block", l ? shape(l->block) : json_null());
  json_object_set_new(object, "figures", figures);
  free(row);
  if (row) return object;
  json_decref(object);
  return NULL;
}
