/* Suggested layouts: the code, what it saves, and what it costs. */
#include "report/suggest_page.h"

#include <inttypes.h>
#include <string.h>

#include "canvas/write/json.h"
#include "canvas/write/page.h"
#include "canvas/write/write.h"

enum {
  WHAT = 44, /* cells of what to write, with the margin before it */
  WAVES = 14, BYTES = 10, BLOCKS = 10, /* cells of the columns */
  LABEL = 256,
};

/* Blocks that one multiprocessor holds of a kernel whose blocks need so many bytes
 * of shared memory; -1: nothing is known of the generation. */
static int blocks(const struct wl_suggested *s, uint32_t shared_bytes) {
  struct wl_head head = *wl_trace_head(s->trace);
  struct wl_residency r;
  head.shared_bytes = shared_bytes;
  if (!wl_residency(&head, s->target.arch, s->registers, &r)) return -1;
  return r.fits ? (int)r.occupancy.blocks : 0;
}

static void put_figures(FILE *f, uint64_t wavefronts, uint32_t bytes, int per_sm) {
  char text[32];
  fprintf(f, "%*s", WAVES, wl_page_count(wavefronts, WAVES - 1, text));
  fprintf(f, "%*s", BYTES, wl_page_count(bytes, BYTES - 1, text));
  if (per_sm < 0) fprintf(f, "%*s\n", BLOCKS, "?");
  else fprintf(f, "%*d\n", BLOCKS, per_sm);
}

static void put_label(FILE *f, bool ascii, const char *text) {
  fputs("  ", f);
  int used = 2 + (int)wl_page_fit(f, ascii, text, strlen(text), WHAT - 2);
  fprintf(f, "%*s", WHAT - used, "");
}

/* A row for the suggestion; where it has several parts, one below the other. */
static void put_suggestion(FILE *f, const struct wl_suggested *s, const struct wl_suggestion *n,
                           bool ascii) {
  const struct wl_head *head = wl_trace_head(s->trace);
  char text[LABEL];
  bool first = true;
  for (unsigned i = 0; i < head->arrays; i++) {
    if (n->remap[i].kind == WL_REMAP_NONE) continue;
    wl_remap_text(head, i, &n->remap[i], text, sizeof text);
    put_label(f, ascii, text);
    if (first) put_figures(f, n->wavefronts, n->shared_bytes, blocks(s, n->shared_bytes));
    else fputs("  together\n", f);
    first = false;
  }
}

/* Whether an array of these dimensions is laid out so in any suggestion. */
static bool any(const struct wl_head *h, const struct wl_suggestions *s, enum wl_remap_kind kind,
                bool single) {
  for (size_t i = 0; i < s->count; i++)
    for (unsigned a = 0; a < h->arrays; a++)
      if (s->list[i].remap[a].kind == kind && (h->array[a].dimensions == 1) == single) return true;
  return false;
}

/* How the words are to be read. */
static const struct { enum wl_remap_kind kind; bool single; const char *text; } notes[] = {
  {WL_REMAP_PAD, false, "A padding changes the declaration, and nothing else."},
  {WL_REMAP_PAD, true,
   "Where i // n is added to an index i, the array has to be that much longer."},
  {WL_REMAP_SWIZZLE, false, "A swizzle changes every index: x is the last, y the one before it."},
  {WL_REMAP_SWIZZLE, true, "A swizzle of i changes every index of the array."},
};

static void put_total(FILE *f, const char *memory, uint64_t now, uint64_t ideal, const char *unit) {
  char count[32];
  fprintf(f, "%s memory: %s %s", memory, wl_page_count(now, WL_PAGE_WIDTH, count), unit);
  fprintf(f, ", ideally %s\n", wl_page_count(ideal, WL_PAGE_WIDTH, count));
}

static void put_shared(FILE *f, const struct wl_suggested *s, bool ascii) {
  const struct wl_suggestions *found = s->shared;
  const char *none = wl_suggestions_none(found);
  if (found->instructions) put_total(f, "Shared", found->wavefronts, found->ideal, "wavefronts");
  if (none) {
    fprintf(f, "Nothing to suggest: %s.\n", none);
    return;
  }
  fprintf(f, "\n%*s%*s%*s%*s\n", WHAT, "", WAVES, "wavefronts", BYTES, "bytes", BLOCKS,
          "blocks/SM");
  put_label(f, ascii, "as it is");
  put_figures(f, found->wavefronts, found->shared_bytes, blocks(s, found->shared_bytes));
  for (size_t i = 0; i < found->count; i++) put_suggestion(f, s, &found->list[i], ascii);
  fputc('\n', f);
  for (size_t i = 0; i < sizeof notes / sizeof notes[0]; i++)
    if (any(wl_trace_head(s->trace), found, notes[i].kind, notes[i].single))
      fprintf(f, "%s\n", notes[i].text);
}

/* What has to be known of a layout before it is taken. */
static const char *const rearrangement_notes[WL_REARRANGEMENTS] = {
  [WL_TURNED] = ("Two indices that change places do so wherever the array is used. Where its\n"
                 "layout is given, a tile in shared memory turns the data round instead."),
  [WL_SPLIT] = "An array for each member: a structure of arrays.",
  [WL_DEALT] = "In one dimension, the elements that lanes use together come together.",
};

static void put_global(FILE *f, const struct wl_head *head, const struct wl_rearrangements *g,
                       bool ascii) {
  char text[LABEL], count[32];
  unsigned kinds = 0;
  fputc('\n', f);
  put_total(f, "Global", g->sectors, g->ideal, "sectors");
  if (!g->count) {
    fputs("Nothing to suggest: no other layout of an array moves fewer.\n", f);
    return;
  }
  fprintf(f, "\n%*s%*s%*s\n", WHAT, "", WAVES, "sectors now", WAVES, "then");
  for (size_t i = 0; i < g->count; i++) {
    wl_rearrangement_text(head, &g->list[i], text, sizeof text);
    put_label(f, ascii, text);
    fprintf(f, "%*s", WAVES, wl_page_count(g->list[i].before, WAVES - 1, count));
    fprintf(f, "%*s\n", WAVES, wl_page_count(g->list[i].sectors, WAVES - 1, count));
    kinds |= 1u << g->list[i].kind;
  }
  fputc('\n', f);
  for (unsigned k = 0; k < WL_REARRANGEMENTS; k++)
    if (kinds >> k & 1) fprintf(f, "%s\n", rearrangement_notes[k]);
}

static void put_moved(FILE *f, const struct wl_moved *m) {
  char text[32];
  fprintf(f, "%*s", WAVES - 2, wl_page_count(m->dram_bytes, WAVES - 3, text));
  fprintf(f, "%*s", WAVES - 2, wl_page_count(m->l2_sectors, WAVES - 3, text));
  fprintf(f, "%*s\n", WAVES - 2, wl_page_count(m->l1_sectors, WAVES - 3, text));
}

/* What is not known of those that were tried, and of others. */
static void put_untried(FILE *f, const struct wl_settings_tried *t) {
  if (t->stopped) fprintf(f, "%zu of them stopped at a limit.\n", t->stopped);
  if (t->cut) fputs("There are more than were tried.\n", f);
}

static void put_settings(FILE *f, const struct wl_settings_tried *t, bool ascii) {
  char text[LABEL];
  fputs("\nSettings that leave the same values in global memory, and move less\n", f);
  if (t->refused) {
    fprintf(f, "None was tried: %s.\n", t->refused);
    return;
  }
  if (t->count == 0) {
    fprintf(f, "Nothing to suggest: of %zu that were tried, none does.\n", t->tried);
    put_untried(f, t);
    return;
  }
  fprintf(f, "\n%*s%*s%*s%*s\n", WHAT, "", WAVES - 2, "DRAM bytes", WAVES - 2, "L2 sectors",
          WAVES - 2, "L1 sectors");
  put_label(f, ascii, "as it is");
  put_moved(f, &t->now);
  for (size_t i = 0; i < t->count; i++) {
    snprintf(text, sizeof text, "%s=%s", t->list[i].name, t->list[i].value);
    put_label(f, ascii, text);
    put_moved(f, &t->list[i].moved);
  }
  fprintf(f, "\nLess from DRAM, else from L2, else through L1; %zu were tried, one at a time.\n",
          t->tried);
  put_untried(f, t);
}

bool wl_suggest_text(FILE *f, const struct wl_suggested *s, bool ascii, struct wl_diag *d) {
  char title[WL_TARGET_TEXT];
  const char *name = wl_trace_called(s->trace);
  wl_page_fit(f, ascii, name, strlen(name), WL_PAGE_WIDTH / 2);
  fprintf(f, "%s%s\n", ascii ? " - " : " · ", wl_target_title(s->target, title));
  put_shared(f, s, ascii);
  if (s->global->sectors) put_global(f, wl_trace_head(s->trace), s->global, ascii);
  if (s->global->sectors) put_settings(f, s->settings, ascii);
  return wl_out_finish(f, d);
}

static json_t *array_object(const struct wl_head *h, unsigned array, const struct wl_remap *r) {
  const struct wl_array *a = &h->array[array];
  char text[LABEL];
  wl_remap_text(h, array, r, text, sizeof text);
  json_t *o = json_pack("{s:o, s:o}", "array", wl_json_text(a->name, strlen(a->name)), "write",
                        wl_json_text(text, strlen(text)));
  if (!o) return NULL;
  json_t *more = r->kind == WL_REMAP_PAD
                     ? json_pack("{s:s, s:i, s:i}", "kind", "padding", "dimension",
                                 r->dimension, "elements", r->pad)
                     : json_pack("{s:s, s:i, s:i, s:i}", "kind", "swizzle", "mask",
                                 (1 << r->bits) - 1, "right", r->down, "left", r->shift);
  json_object_update(o, more);
  json_decref(more);
  return o;
}

static json_t *figures(const struct wl_suggested *s, uint64_t wavefronts, uint32_t bytes) {
  int per_sm = blocks(s, bytes);
  return json_pack("{s:I, s:I, s:o}", "wavefronts", (json_int_t)wavefronts, "shared_bytes",
                   (json_int_t)bytes, "blocks_per_sm",
                   per_sm < 0 ? json_null() : json_integer(per_sm));
}

static json_t *global_object(const struct wl_head *head, const struct wl_rearrangements *g) {
  json_t *list = json_array();
  char text[LABEL];
  for (size_t i = 0; i < g->count; i++) {
    const struct wl_rearrangement *r = &g->list[i];
    const char *name = head->array[r->array].name;
    wl_rearrangement_text(head, r, text, sizeof text);
    json_array_append_new(
      list, json_pack("{s:o, s:s, s:I, s:I, s:o}", "array", wl_json_text(name, strlen(name)),
                      "kind", wl_rearrangement_keys[r->kind], "sectors", (json_int_t)r->sectors,
                      "sectors_now", (json_int_t)r->before, "write",
                      wl_json_text(text, strlen(text))));
  }
  return json_pack("{s:I, s:I, s:o}", "ideal_sectors", (json_int_t)g->ideal, "sectors",
                   (json_int_t)g->sectors, "suggestions", list);
}

static json_t *moved_object(const struct wl_moved *m) {
  return json_pack("{s:I, s:I, s:I}", "dram_read_bytes", (json_int_t)m->dram_bytes, "l2_reads",
                   (json_int_t)m->l2_sectors, "l1_sectors", (json_int_t)m->l1_sectors);
}

static json_t *settings_object(const struct wl_settings_tried *t) {
  if (t->refused) return json_null();
  json_t *list = json_array();
  for (size_t i = 0; i < t->count; i++) {
    json_t *o = moved_object(&t->list[i].moved);
    json_object_set_new(o, "name", wl_json_word(t->list[i].name));
    json_object_set_new(o, "value", wl_json_word(t->list[i].value));
    json_array_append_new(list, o);
  }
  return json_pack("{s:b, s:o, s:I, s:o, s:I}", "all_tried", (int)!t->cut, "now",
                   moved_object(&t->now), "stopped", (json_int_t)t->stopped, "suggestions", list,
                   "tried", (json_int_t)t->tried);
}

bool wl_suggest_json(FILE *f, const struct wl_suggested *s, struct wl_diag *d) {
  const struct wl_suggestions *found = s->shared;
  const struct wl_head *head = wl_trace_head(s->trace);
  json_t *list = json_array();
  for (size_t i = 0; i < found->count; i++) {
    const struct wl_suggestion *n = &found->list[i];
    json_t *o = figures(s, n->wavefronts, n->shared_bytes);
    json_t *changes = json_array();
    for (unsigned a = 0; a < head->arrays; a++)
      if (n->remap[a].kind != WL_REMAP_NONE)
        json_array_append_new(changes, array_object(head, a, &n->remap[a]));
    json_object_set_new(o, "changes", changes);
    json_array_append_new(list, o);
  }
  json_t *now = figures(s, found->wavefronts, found->shared_bytes);
  json_object_set_new(now, "ideal_wavefronts", json_integer((json_int_t)found->ideal));
  json_object_set_new(now, "instructions", json_integer((json_int_t)found->instructions));
  json_t *whole = json_pack("{s:o, s:o, s:o, s:i, s:o, s:o}", "arch", wl_json_target(s->target),
                            "global", global_object(head, s->global), "now", now, "schema", 1,
                            "settings", settings_object(s->settings), "suggestions", list);
  if (!whole) return wl_diag_refused(d, "out of memory");
  wl_json_line(f, whole, JSON_SORT_KEYS);
  return wl_out_finish(f, d);
}
