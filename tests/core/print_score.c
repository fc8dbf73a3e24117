/* Says how often the model has what a card counted: the results of probe/measure, and the
 * generation they are of. The exit status is 1 if a figure that is no estimate differs.
 *   print_score RESULTS [CC] */
#include <stdio.h>

#include "core/gpu/target.h"
#include "score.h"

int main(int argc, char **argv) {
  const struct wl_arch *arch = argc == 3 ? wl_arch_find(argv[2]) : wl_arch_default();
  static struct scores s;
  if (argc < 2 || argc > 3 || !arch) {
    fputs("usage: print_score RESULTS [CC]\n", stderr);
    return 2;
  }
  score_file(argv[1][0] == '/' ? "" : ".", argv[1], arch, true, &s);
  printf("%-24s %15s %15s\n", "instruction", "exact figures", "estimates");
  for (unsigned i = 0; i < s.rows; i++) {
    const struct score *r = &s.row[i].score;
    printf("%-24s %5u of %5u  %5u of %5u\n", s.row[i].name, r->exact_agree, r->exact,
           r->estimates_agree, r->estimates);
  }
  printf("%-24s %5u of %5u  %5u of %5u\n", "all", s.all.exact_agree, s.all.exact,
         s.all.estimates_agree, s.all.estimates);
  return s.all.exact_agree != s.all.exact;
}
