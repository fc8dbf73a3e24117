/* batch: reads and writes one JSON object per line. Memory does not grow with the number of lines.
 */
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "canvas/write/json.h"
#include "canvas/write/write.h"
#include "core/explain/explain.h"
#include "input/instruction.h"
#include "report/report.h"

enum { LONGEST = 64 * 1024, CHUNK = 64 * 1024 };

struct batch {
  int in;
  bool ended;
  int error;           /* errno of a read that failed, or 0 */
  size_t next, filled; /* of the chunk */
  FILE *out;
  const struct wl_arch *arch;
  uint64_t line, bad, first_bad;
  char text[LONGEST];
  size_t size;
  char chunk[CHUNK];
};

/* The next chunk of the input. Who asks line by line gets each answer before the
 * next question: what is written goes out before a read that has to wait. */
static bool fill(struct batch *b) {
  struct pollfd ready = {b->in, POLLIN, 0};
  ssize_t n = 0;
  if (b->ended) return false;
  if (poll(&ready, 1, 0) != 0 || fflush(b->out) == 0)
    do n = read(b->in, b->chunk, CHUNK);
    while (n < 0 && errno == EINTR);
  if (n < 0) b->error = errno;
  b->ended = n <= 0;
  b->next = 0;
  b->filled = b->ended ? 0 : (size_t)n;
  return !b->ended;
}

static int next_byte(struct batch *b) {
  if (b->next == b->filled && !fill(b)) return EOF;
  return (unsigned char)b->chunk[b->next++];
}

enum line_state { LINE, LINE_EMPTY, LINE_LONG, LINE_END };

/* Reads one line, without its end, however long it is. */
static enum line_state read_line(struct batch *b) {
  bool empty = true, any = false;
  size_t size = 0;
  for (int c; (c = next_byte(b)) != EOF;) {
    any = true;
    if (c == '\n') break;
    if (c != ' ' && c != '\t' && c != '\r') empty = false;
    if (size < LONGEST) b->text[size] = (char)c;
    size++;
  }
  b->size = size;
  return !any ? LINE_END : empty ? LINE_EMPTY : size > LONGEST ? LINE_LONG : LINE;
}

/* The transactions in order of address; nothing where there are none to know of. */
static bool put_transactions(const struct batch *b, const struct wl_access *a) {
  struct wl_explain e;
  wl_explain(b->arch, a, &e);
  wl_sort_transactions(e.transaction, e.transaction_count);
  bool good = fputs(",\"transactions\":[", b->out) != EOF;
  for (unsigned i = 0; good && i < e.transaction_count; i++)
    good = fprintf(b->out, "%s{\"address\":%" PRIu64 ",\"bytes\":%u}", i == 0 ? "" : ",",
                   e.transaction[i].address, e.transaction[i].bytes) > 0;
  return good && putc(']', b->out) != EOF;
}

/* The keys of figures that are only estimated; nothing where all are exact. */
static bool put_estimates(const struct batch *b, const struct wl_access *a,
                          const struct wl_counts *c) {
  uint32_t estimates = wl_figure_estimates(b->arch, a, c);
  if (estimates == 0) return true;
  const char *before = ",\"estimates\":[";
  bool good = true;
  for (enum wl_figure f = 0; good && f < WL_FIGURES; f++) {
    if (!(estimates >> f & 1)) continue;
    good = fprintf(b->out, "%s\"%s\"", before, wl_metrics[f].key) > 0;
    before = ",";
  }
  return good && putc(']', b->out) != EOF;
}

static bool put_counts(const struct batch *b, const struct wl_access *a) {
  struct wl_counts counts;
  bool good = true;
  wl_count(b->arch, a, &counts);
  for (enum wl_figure f = 0; good && f < WL_FIGURES; f++) {
    if (wl_figure_meaning(b->arch, a, f) != WL_KNOWN) continue;
    if (f == WL_IDEAL_WAVEFRONTS && a->space == WL_CONSTANT) continue; /* its keys stay */
    if (f == WL_TRANSACTIONS) good = put_transactions(b, a);
    else good = fprintf(b->out, "%c\"%s\":%" PRIu32, f == 0 ? '{' : ',', wl_metrics[f].key,
                        wl_figure_get(&counts, f)) > 0;
  }
  return good && put_estimates(b, a, &counts) && fputs("}\n", b->out) != EOF;
}

static bool put_error(const struct batch *b, const struct wl_diag *d) {
  json_t *message = wl_json_text(d->what, strlen(d->what));
  json_t *error = json_pack("{s:{s:I, s:o}}", "error", "line", (json_int_t)b->line, "message",
                            message);
  return wl_json_line(b->out, error, 0);
}

static bool do_line(struct batch *b, enum line_state state) {
  struct wl_access a;
  struct wl_diag d;
  bool good = false;
  if (state == LINE) good = wl_instruction_read(b->arch, b->text, b->size, &a, &d);
  else if (state == LINE_LONG)
    wl_diag_fail(&d, WL_INPUT, "the line is longer than %d bytes", LONGEST);
  else wl_diag_fail(&d, WL_INPUT, "the line is empty: give one object on every line");
  if (wl_json_ran_out()) return false; /* the line may be as good as any */
  if (good) return put_counts(b, &a);
  if (b->bad++ == 0) b->first_bad = b->line;
  return put_error(b, &d);
}

enum wl_status wl_batch(FILE *in, FILE *out, const struct wl_arch *arch, struct wl_diag *d) {
  struct batch b = {.in = fileno(in), .out = out, .arch = arch};
  bool written = true;
  for (enum line_state state; written && (state = read_line(&b)) != LINE_END;) {
    if (state == LINE_EMPTY && b.next == b.filled && !fill(&b)) break;
    b.line++;
    written = do_line(&b, state);
  }
  if (!wl_out_finish(out, d)) return d->status;
  if (b.error) {
    wl_diag_fail(d, WL_INPUT, "cannot read on after line %" PRIu64 ": %s", b.line,
                 strerror(b.error));
    return WL_INPUT;
  }
  if (b.bad == 0) return WL_OK;
  wl_diag_fail(d, WL_INPUT, "%" PRIu64 " of %" PRIu64 " lines cannot be used, the first is line %"
               PRIu64, b.bad, b.line, b.first_bad);
  wl_diag_hint(d, "the output has an error object in the place of each");
  return WL_INPUT;
}
