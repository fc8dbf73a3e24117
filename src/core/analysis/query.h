/* A search for warp instructions, by what they do and cost or by the text of their
 * source line: "excess>0 and space=shared". Parsed once, then matched step by step. */
#ifndef WL_CORE_ANALYSIS_QUERY_H
#define WL_CORE_ANALYSIS_QUERY_H

#include "core/analysis/costs.h"

enum { WL_QUERY_TERMS = 8, WL_QUERY_TEXT = 64 };

/* Figures are found by the keys of core/explain/metric.h; this is what else has a name. */
enum wl_query_field {
  WL_QUERY_EXCESS = WL_FIGURES, WL_QUERY_EFFICIENCY, WL_QUERY_LANES,
  WL_QUERY_OP, WL_QUERY_SPACE, WL_QUERY_ARRAY, WL_QUERY_LINE, WL_QUERY_STEP,
  WL_QUERY_BLOCK, WL_QUERY_WARP, WL_QUERY_ITERATION,
  WL_QUERY_FIELDS,
  WL_QUERY_SOURCE = WL_QUERY_FIELDS /* the text of the line, or of a mark */
};

struct wl_query_row {
  const char *key;     /* "space" */
  const char *example; /* "space=shared" */
  const char *help;    /* one line */
};
/* The rows from EXCESS on; then one for figures and one for text. */
enum { WL_QUERY_ROWS = WL_QUERY_FIELDS - WL_QUERY_EXCESS + 2 };
extern const struct wl_query_row wl_query_rows[];

enum wl_compare { WL_EQUAL, WL_UNEQUAL, WL_LESS, WL_AT_MOST, WL_MORE, WL_AT_LEAST };

/* A plain value; all its terms have to hold. */
struct wl_query {
  unsigned terms;
  struct wl_query_term {
    uint8_t field;   /* enum wl_figure or enum wl_query_field */
    uint8_t compare; /* enum wl_compare */
    bool fold;       /* SOURCE: capital letters or not */
    uint32_t number; /* what it is compared with; OP: see query.c; SPACE: enum wl_space */
    char text[WL_QUERY_TEXT]; /* SOURCE, ARRAY */
  } term[WL_QUERY_TERMS];
};

/* False and a diag (WL_USAGE) that says what could be searched for. What is no
 * comparison, or one that only the script knows, is text of its source; `seen`: what of
 * that is not hidden, NULL: all. */
bool wl_query_parse(const char *text, const struct wl_trace *trace, const char *seen,
                    struct wl_query *out, struct wl_diag *d);

/* Whether it asks for what the hardware makes of a step, not only for what the script does. */
bool wl_query_tells(const struct wl_query *q);

/* Whether step `i` matches, by that text of its line which is seen: NULL, or as long as all of it.
 * A figure that the step or the generation does not have compares with nothing. */
bool wl_query_match(const struct wl_query *q, const struct wl_trace *trace, const char *seen,
                    const struct wl_analysis *a, size_t i);

#endif
