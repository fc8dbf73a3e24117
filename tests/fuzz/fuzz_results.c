/* calibrate: CSV of measured counts. The first byte chooses what is written. */
#include "fuzz.h"
#include "report/calibrate/calibrate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct fuzz_input in = {data, size};
  struct fuzz_output o;
  struct wl_diag d = {0};
  uint8_t how = fuzz_byte(&in);
  const struct wl_calibrate_options options = {
    .arch = how & 2 ? wl_arch_default() : NULL, .limit = how >> 2, .json = how & 1};
  FILE *f = fuzz_file(in.at, in.left);
  fuzz_output_open(&o);
  enum wl_status status = wl_calibrate(f, "fuzz.csv", o.f, &options, &d);
  FUZZ_PROMISE(status == WL_OK || status == WL_CHECK || status == WL_INPUT || status == WL_USAGE);
  fuzz_output_check(&o, FUZZ_TEXT);
  if (status == WL_INPUT) {
    char text[8192];
    fuzz_check(FUZZ_TEXT, text, wl_diag_format(&d, false, text, sizeof text));
  }
  fclose(f);
  return 0;
}
