/* batch: lines of JSON in, lines of JSON out. The first byte chooses the generation. */
#include "core/gpu/target.h"
#include "fuzz.h"
#include "report/report.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const generations[] = {"9.0", "1.0", "1.3", "2.0",
                                            "3.5", "5.2", "7.0", "12.0"};
  struct fuzz_input in = {data, size};
  struct fuzz_output o;
  struct wl_diag d = {0};
  const struct wl_arch *arch = wl_arch_find(generations[fuzz_byte(&in) % 8]);
  if (arch == NULL) abort();
  FILE *f = fuzz_file(in.at, in.left);
  fuzz_output_open(&o);
  enum wl_status status = wl_batch(f, o.f, arch, &d);
  FUZZ_PROMISE(status == WL_OK || status == WL_INPUT);
  fuzz_output_check(&o, FUZZ_JSON);
  fclose(f);
  return 0;
}
