/* A file of addresses as an input: each line is a warp instruction, as JSON (as for batch) or as a
 * row of a table. Its lines are the source. Of threads, only the active lanes are known. */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/analysis/recording.h"
#include "core/base/grow.h"
#include "core/base/text.h"
#include "input/input.h"
#include "input/instruction.h"

/* Bytes that an array may have: views show it element by element. */
enum { MOST_BYTES = 1 << 30 };

struct instruction { struct wl_access access; uint32_t line; };

struct addresses {
  const struct wl_run_options *options; /* while it starts */
  struct wl_trace *trace;
  struct wl_analysis *analysis;
  struct wl_diag diag; /* WL_OK: all went well */
  struct instruction *instruction;
  size_t count, capacity;
  char separator;      /* of a table; 0: JSON */
  uint32_t header;     /* the line with the names of its columns; 0: it has not come */
};

static bool ends_with(const char *name, const char *end) {
  size_t n = strlen(name), m = strlen(end);
  return n > m && strcmp(name + n - m, end) == 0;
}

/* By its name, or by what no script begins with. */
static bool takes(const struct wl_run_options *o) {
  if (o->one_line || o->rubric || o->text == NULL) return false;
  const char *name = o->name != NULL ? o->name : "";
  size_t i = 0;
  while (i < o->size && (o->text[i] == ' ' || o->text[i] == '\n' || o->text[i] == '\t')) i++;
  return ends_with(name, ".csv") || ends_with(name, ".tsv") || ends_with(name, ".jsonl") ||
         ends_with(name, ".ndjson") || (i < o->size && o->text[i] == '{');
}

static bool no_memory(struct wl_diag *d) {
  return wl_diag_refused(d, "not enough memory for the addresses");
}

/* A cell of a table: a number, true or false, else text; NULL where it is empty. */
static json_t *cell_value(const char *cell, size_t size) {
  char text[64], *end;
  while (size > 0 && *cell == ' ') cell++, size--;
  while (size > 0 && cell[size - 1] == ' ') size--;
  if (size == 0) return NULL;
  snprintf(text, sizeof text, "%.*s", (int)size, cell);
  if (strcmp(text, "true") == 0) return json_true();
  if (strcmp(text, "false") == 0) return json_false();
  errno = 0;
  long long number = strtoll(text, &end, 0);
  if (end != text && *end == '\0' && errno == 0) return json_integer(number);
  return json_string(text);
}

/* The next cell of a line; false at its end. */
struct cells { const char *at; size_t left; bool more; char separator; };
static bool next_cell(struct cells *c, const char **cell, size_t *size) {
  if (!c->more) return false;
  const char *end = memchr(c->at, c->separator, c->left);
  *cell = c->at;
  *size = end != NULL ? (size_t)(end - c->at) : c->left;
  c->more = end != NULL;
  c->left -= *size + c->more;
  c->at += *size + c->more;
  return true;
}

/* The addresses of the lanes, as many as there are: numbers in one cell with blanks between, or a
 * cell each, empty where a lane takes no part. */
static json_t *read_lanes(struct cells *row, bool to_the_end) {
  json_t *all = json_array();
  const char *cell, *one;
  size_t size, n;
  while (next_cell(row, &cell, &size)) {
    struct cells list = {cell, size, true, ' '};
    while (next_cell(&list, &one, &n)) {
      json_t *value = n == 1 && *one == '-' ? NULL : cell_value(one, n);
      json_array_append_new(all, value != NULL ? value : json_null());
    }
    if (!to_the_end) break;
  }
  while (json_array_size(all) < WL_LANES && json_array_append_new(all, json_null()) == 0) {}
  return all;
}

/* A row of a table as an object with the names of its columns. NULL and a diag. */
static json_t *read_row(const struct addresses *a, const char *line, size_t size,
                        struct wl_diag *d) {
  size_t header_size, n;
  const char *header = wl_trace_line(a->trace, a->header, &header_size), *name, *cell;
  struct cells columns = {header, header_size, true, a->separator};
  struct cells row = {line, size, true, a->separator};
  json_t *object = json_object();
  while (next_cell(&columns, &name, &n)) {
    char key[64];
    while (n > 0 && *name == ' ') name++, n--;
    snprintf(key, sizeof key, "%.*s", (int)n, name);
    json_t *value = NULL;
    if (strcmp(key, "addresses") == 0) value = read_lanes(&row, !columns.more);
    else if (next_cell(&row, &cell, &size)) value = cell_value(cell, size);
    if (value != NULL) json_object_set_new(object, key, value);
  }
  if (!row.more) return object;
  json_decref(object);
  wl_diag_fail(d, WL_INPUT, "the row has more cells than there are columns");
  wl_diag_hint(d, "line %u names the columns, such as space,op,width,addresses; cells from "
               "addresses on are of lane 0, 1, …", a->header);
  return NULL;
}

static bool read_line(struct addresses *a, const char *line, size_t size, struct wl_access *out) {
  const struct wl_arch *arch = a->options->arch;
  if (a->separator == 0) return wl_instruction_read(arch, line, size, out, &a->diag);
  json_t *object = read_row(a, line, size, &a->diag);
  bool good = object != NULL && wl_instruction_parse(arch, object, out, &a->diag);
  json_decref(object);
  return good || a->diag.status != WL_OK ? good : no_memory(&a->diag);
}

/* Whether a line holds nothing, or a remark. */
static bool is_empty(const char *line, size_t size) {
  size_t i = 0;
  while (i < size && (line[i] == ' ' || line[i] == '\t')) i++;
  return i == size || line[i] == '#';
}

static bool read_all(struct addresses *a) {
  const struct wl_run_options *o = a->options;
  for (uint32_t n = 1; n <= wl_trace_lines(a->trace); n++) {
    size_t size;
    const char *line = wl_trace_line(a->trace, n, &size);
    if (is_empty(line, size)) continue;
    if (a->separator != 0 && a->header == 0) {
      a->header = n;
      continue;
    }
    if (a->count == a->capacity) {
      struct instruction *grown = wl_grow(a->instruction, sizeof *grown, &a->capacity, 64);
      if (grown == NULL) return no_memory(&a->diag);
      a->instruction = grown;
    }
    struct instruction *i = &a->instruction[a->count];
    i->line = n;
    if (!read_line(a, line, size, &i->access)) {
      wl_diag_place(&a->diag, o->name, o->text, o->size, (struct wl_span){n, 1, 2});
      return false;
    }
    if (i->access.mask != 0) a->count++; /* no lane takes part: nothing happens */
  }
  if (a->count > 0) return true;
  wl_diag_fail(&a->diag, WL_INPUT, "%s has no warp instruction", o->name);
  return wl_diag_hint(&a->diag, a->separator != 0
                          ? "its first line names the columns: space, op, width, addresses"
                          : "a line is {\"space\": \"global\", \"op\": \"load\", \"width\": 4, "
                            "\"addresses\": [0, 4, …]}");
}

/* Where the lanes of a space touch it, and in pieces of how many bytes. */
struct extent { uint64_t low, high, rows; uint32_t piece; bool any; };

static void stretch(struct extent *e, const struct wl_access *a) {
  bool texture = a->space == WL_TEXTURE;
  uint32_t piece = a->width < 4 || texture ? a->width : 4;
  for (unsigned i = 0; i < WL_LANES; i++) {
    if (!(a->mask >> i & 1)) continue;
    uint64_t end = a->address[i] + (texture ? 1 : a->width);
    if (!e->any || a->address[i] < e->low) e->low = a->address[i];
    if (!e->any || end > e->high) e->high = end;
    if (!e->any || (texture && a->second[i] + UINT64_C(1) > e->rows))
      e->rows = texture ? a->second[i] + UINT64_C(1) : 1;
    if (!e->any || piece < e->piece) e->piece = piece;
    e->any = true;
  }
}

/* The type that shows an access of so many bytes. */
static struct wl_type type_of(uint32_t bytes) {
  if (bytes < 4) return (struct wl_type){bytes == 1 ? WL_UCHAR : WL_USHORT, 1};
  return (struct wl_type){WL_UINT, bytes > 16 ? 4 : (uint8_t)(bytes / 4)};
}

/* One array for each space that is touched. */
static bool make_arrays(struct addresses *a, struct wl_head *head, uint16_t of_space[WL_SPACES]) {
  struct extent extent[WL_SPACES] = {{0}};
  for (size_t i = 0; i < a->count; i++)
    stretch(&extent[a->instruction[i].access.space], &a->instruction[i].access);
  for (uint8_t s = 0; s < WL_SPACES; s++) {
    struct extent *e = &extent[s];
    if (!e->any) continue;
    bool texture = s == WL_TEXTURE;
    e->low = texture || s != WL_GLOBAL ? 0 : e->low & ~UINT64_C(511);
    uint64_t columns = texture ? e->high : (e->high - e->low + e->piece - 1) / e->piece;
    if (columns > MOST_BYTES / e->piece / e->rows) {
      wl_diag_fail(&a->diag, WL_LIMIT, "the addresses of %s memory lie more than %d MiB apart",
                   wl_space_names[s], MOST_BYTES >> 20);
      return wl_diag_hint(&a->diag, "`warplens batch` counts them all the same");
    }
    struct wl_array *array = &head->array[head->arrays];
    *array = (struct wl_array){
      .space = s, .dimensions = texture ? 2 : 1, .type = type_of(e->piece), .base = e->low,
      .extent = {texture ? (uint32_t)e->rows : (uint32_t)columns,
                 texture ? (uint32_t)columns : 1, 1},
      .element_bytes = e->piece, .bytes = columns * e->rows * e->piece,
      .place = {a->instruction[0].line, 1, 2}};
    snprintf(array->name, sizeof array->name, "%s", wl_space_names[s]);
    of_space[s] = head->arrays++;
  }
  return true;
}

static bool record(struct addresses *a) {
  static const struct wl_head empty;
  struct wl_head *head = malloc(sizeof *head);
  struct wl_recording *r = wl_recording_create();
  uint16_t of_space[WL_SPACES] = {0};
  bool good = head != NULL && r != NULL;
  if (!good) no_memory(&a->diag);
  if (good) {
    *head = empty;
    head->grid[0] = head->grid[1] = head->grid[2] = 1;
    head->block[0] = WL_LANES;
    head->block[1] = head->block[2] = 1;
    head->unordered = true;
    wl_recording_add(r, wl_sink_trace(a->trace));
    wl_recording_add(r, wl_sink_costs(a->analysis));
    good = make_arrays(a, head, of_space) &&
           (wl_recording_begin(r, head, 1) || no_memory(&a->diag));
  }
  for (size_t i = 0; i < a->count && good; i++) {
    const struct wl_access *access = &a->instruction[i].access;
    uint8_t packed[WL_STEP_MAX];
    size_t size;
    wl_trace_line(a->trace, a->instruction[i].line, &size);
    struct wl_step step = {
      .kind = WL_STEP_ACCESS, .type = type_of(access->width), .array = of_space[access->space],
      .iteration = WL_NO_ITERATION, .live = UINT32_MAX, .access = *access,
      .place = {a->instruction[i].line, 1, (uint16_t)(size < 1000 ? size + 1 : 1001)}};
    good = wl_recording_step(r, 0, &step, packed, wl_step_pack(&step, packed)) ||
           no_memory(&a->diag);
  }
  if (r != NULL) wl_recording_close(r);
  if (good) good = wl_recording_end(r) || no_memory(&a->diag);
  wl_recording_destroy(r);
  free(head);
  return good;
}

static void destroy(void *of) {
  struct addresses *a = of;
  wl_trace_destroy(a->trace);
  wl_analysis_destroy(a->analysis);
  free(a->instruction);
  free(a);
}

static void *start(const struct wl_run_options *o, struct wl_diag *d) {
  struct addresses *a = calloc(1, sizeof *a);
  if (a == NULL) {
    no_memory(d);
    return NULL;
  }
  a->options = o;
  a->separator = ends_with(o->name, ".csv") ? ',' : ends_with(o->name, ".tsv") ? '\t' : '\0';
  a->trace = wl_trace_create(1, o->keep);
  a->analysis = wl_analysis_create(wl_target_make(o->arch, o->chip), 1, o->keep);
  if (a->trace == NULL || a->analysis == NULL ||
      !wl_trace_set_source(a->trace, o->name, o->text, o->size)) {
    no_memory(d);
    destroy(a);
    return NULL;
  }
  if (read_all(a)) record(a);
  free(a->instruction);
  a->instruction = NULL;
  a->options = NULL;
  return a;
}

static struct wl_trace *trace(void *of) { return ((struct addresses *)of)->trace; }

static struct wl_analysis *analysis(void *of) { return ((struct addresses *)of)->analysis; }

static const struct wl_diag *diag(const void *of) { return &((const struct addresses *)of)->diag; }

const struct wl_input_ops wl_input_addresses = {
  .what = "a list of addresses", .takes = takes, .start = start, .trace = trace,
  .analysis = analysis, .diag = diag, .destroy = destroy,
};
