/* Prints where the manual is to tell of each row of help: PAGE, first or last line, and the
 * regular expression for it. */
#include <stdio.h>

#include "view/manual.h"
#include "view/model.h"
#include "view/palette.h"
#include "view/prompt.h"

int main(void) {
  struct wl_model *m = wl_model_create();
  struct wl_tip tips[WL_MAX_TIPS];
  size_t chosen, count;
  if (!m) return 1;
  wl_prompt_help(m);
  count = wl_palette_list(m, tips, &chosen);
  for (size_t i = 0; i < count; i++) {
    struct wl_manual place = wl_manual_of(&tips[i]);
    if (*place.pattern)
      printf("%s\t%s\t%s\t%s\n", place.page, place.last ? "last" : "first", tips[i].name,
             place.pattern);
  }
  wl_model_destroy(m);
  return 0;
}
