/* What a profiler wrote: the table of ncu --csv, beside a run made by hand. */
#include "../out/run.h"
#include "canvas/write/json.h"
#include "fuzz.h"
#include "report/counters/counters.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct run run;
  struct fuzz_output o;
  struct wl_diag d = {0};
  if (!run.trace) run = make_run(false);
  FILE *f = fuzz_file(data, size);
  struct wl_counters *c = wl_counters_read(f, "fuzz.csv", "", &d);
  fclose(f);
  if (!c) {
    char text[8192];
    FUZZ_PROMISE(d.status == WL_INPUT);
    fuzz_check(FUZZ_TEXT, text, wl_diag_format(&d, false, text, sizeof text));
    return 0;
  }
  FUZZ_PROMISE(c->launches > 0 && c->launches <= WL_MAX_LAUNCHES);
  fuzz_output_open(&o);
  wl_counters_text(o.f, c, run.trace, run.analysis, wl_registers_given(0), false);
  fuzz_output_check(&o, FUZZ_TEXT);
  fuzz_output_open(&o);
  json_t *value = wl_json_counters(c, run.trace, run.analysis, wl_registers_given(0));
  FUZZ_PROMISE(wl_json_line(o.f, value, JSON_SORT_KEYS));
  fuzz_output_check(&o, FUZZ_JSON);
  wl_counters_free(c);
  return 0;
}
