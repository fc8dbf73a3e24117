/* The command line: one argument a line. */
#include "cli/command.h"
#include "fuzz.h"
#include "words/quote.h"

enum { MOST = 200 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char name[] = "warplens", *argv[MOST + 2] = {name}, *copy = malloc(size + 1);
  int argc = 1;
  struct wl_diag d = {0};
  static struct wl_command c;
  if (copy == NULL) abort();
  memcpy(copy, data, size);
  copy[size] = '\0';
  for (char *s = copy, *end; argc <= MOST && s < copy + size; s = end + 1) {
    argv[argc++] = s;
    end = strchr(s, '\n');
    if (end == NULL) break;
    *end = '\0';
  }
  memset(&c, 0, sizeof c);
  for (int i = 1; i < argc; i++) {
    struct fuzz_output o;
    fuzz_output_open(&o);
    wl_shell_quote(o.f, argv[i]);
    fuzz_output_check(&o, FUZZ_TEXT);
  }
  if (!wl_command_parse(argc, argv, &c, &d)) {
    char text[8192];
    size_t n = wl_diag_format(&d, false, text, sizeof text);
    FUZZ_PROMISE(d.status == WL_USAGE && d.what[0]);
    fuzz_check(FUZZ_TEXT, text, n);
  } else {
    FUZZ_PROMISE(c.verb < WL_VERBS && c.setting_count <= WL_MAX_SETTINGS);
    FUZZ_PROMISE(c.target_count <= WL_MAX_COMPARED && c.topic <= WL_VERBS);
    FUZZ_PROMISE(c.help || c.version || c.target.arch != NULL);
  }
  free(copy);
  return 0;
}
