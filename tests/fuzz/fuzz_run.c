/* A script from its text to the report, in its own processes, with small limits. A first byte
 * from @ to _ says how it is run, by the bits of `how`; any other begins the script. */
#include "fuzz.h"
#include "report/report.h"
#include "script/process/run.h"

enum how { ONE_LINE = 1, ONE_BY_ONE = 2, VALUES = 4, RUBRIC = 8, TWO_WORKERS = 16 };

static void report(struct wl_run *run) {
  struct fuzz_output o;
  struct wl_diag d;
  const struct wl_report_options options = {.limit = 100};
  fuzz_output_open(&o);
  FUZZ_PROMISE(wl_report_text(o.f, wl_run_trace(run), wl_run_analysis(run), &options, &d));
  fuzz_output_check(&o, FUZZ_TEXT);
  fuzz_output_open(&o);
  FUZZ_PROMISE(wl_report_json(o.f, wl_run_trace(run), wl_run_analysis(run), &options, &d));
  fclose(o.f); /* objects over several lines */
  free(o.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct wl_run_options o = wl_run_defaults;
  struct wl_diag d = {0};
  char shown[8192];
  uint8_t how = size > 0 && data[0] >= '@' && data[0] <= '_' ? data[0] : 0;
  o.name = "fuzz.lua";
  o.text = (const char *)data + (how != 0);
  o.size = size - (how != 0);
  o.arch = wl_arch_default();
  o.one_line = how & ONE_LINE;
  o.one_by_one = how & ONE_BY_ONE;
  o.want_values = how & VALUES;
  o.rubric = how & RUBRIC;
  o.head_only = o.rubric; /* as nobody runs one */
  o.workers = how & TWO_WORKERS ? 2 : 1;
  o.seconds = 0.5;
  o.memory = 4 << 20;
  o.accesses = 1 << 16;
  o.keep = 1 << 12;
  struct wl_run *run = wl_run_start(&o, &d);
  FUZZ_PROMISE(run != NULL);
  if (wl_run_wait(run) == WL_RUN_DONE) {
    report(run);
  } else {
    d = *wl_run_diag(run);
    size_t n = wl_diag_format(&d, false, shown, sizeof shown);
    fuzz_check(FUZZ_TEXT, shown, n);
    if (d.status == WL_INTERNAL) fputs(shown, stderr);
    FUZZ_PROMISE(d.status == WL_SCRIPT || d.status == WL_LIMIT || d.status == WL_USAGE);
    FUZZ_PROMISE(d.what[0] != '\0');
  }
  wl_run_destroy(run);
  return 0;
}
