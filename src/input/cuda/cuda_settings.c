#include "input/cuda/cuda_settings.h"

#include <stdlib.h>
#include <string.h>

#include "core/trace/trace_head.h"

static const char *const own[] = {"kernel", "launch", "args", "include",
                                  "block",  "grid",   "n",    "blocks"};

bool wl_cuda_setting_is_own(const char *name) {
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (strcmp(name, own[i]) == 0) return true;
  return false;
}

static bool read_number(const char *text, uint64_t most, uint64_t *out) {
  char *end;
  unsigned long long n = strtoull(text, &end, 0);
  if (*text == '\0' || *text == '-' || *end != '\0' || n < 1 || n > most) return false;
  *out = n;
  return true;
}

bool wl_cuda_settings_read(struct wl_cuda_settings *s, const struct wl_run_options *o,
                           struct wl_diag *d) {
  *s = (struct wl_cuda_settings){.launch = 0};
  for (size_t i = 0; i < o->setting_count; i++) {
    const char *name = o->settings[i].name, *value = o->settings[i].value;
    uint64_t n = 0;
    bool good = true;
    if (strcmp(name, "kernel") == 0) good = snprintf(s->kernel, sizeof s->kernel, "%s", value) < 96;
    else if (strcmp(name, "args") == 0)
      good = snprintf(s->arguments, sizeof s->arguments, "%s", value) < 512;
    else if (strcmp(name, "include") == 0)
      good = snprintf(s->include, sizeof s->include, "%s", value) < 512;
    else if (strcmp(name, "launch") == 0)
      good = read_number(value, 10000, &n), s->launch = (uint32_t)n;
    else if (strcmp(name, "n") == 0) good = read_number(value, UINT64_C(1) << 30, &s->n);
    else if (strcmp(name, "blocks") == 0)
      good = read_number(value, UINT32_MAX, &n), s->blocks = (uint32_t)n;
    else if (strcmp(name, "block") == 0) good = wl_head_shape_read(value, s->block);
    else if (strcmp(name, "grid") == 0) good = wl_head_shape_read(value, s->grid);
    if (!good) return wl_diag_fail(d, WL_USAGE, "%s=%s makes no sense", name, value);
  }
  return true;
}

static bool is_word(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

void wl_cuda_kernels_of(const char *text, size_t size, FILE *out) {
  static const char word[] = "__global__";
  const char *end = text + size;
  for (const char *at = text;
       (at = memmem(at, (size_t)(end - at), word, sizeof word - 1)) != NULL;) {
    const char *before = at;
    while (before > text && strchr(" \t\r\n", before[-1]) != NULL) before--;
    bool template = before > text && before[-1] == '>';
    at += sizeof word - 1;
    const char *open = memchr(at, '(', (size_t)(end - at));
    while (open != NULL && open - at > 17 &&
           memmem(at, (size_t)(open - at), "__launch_bounds__", 17)) {
      const char *close = memchr(open, ')', (size_t)(end - open));
      at = close != NULL ? close + 1 : end;
      open = memchr(at, '(', (size_t)(end - at));
    }
    if (open == NULL) return;
    const char *last = open;
    while (last > at && !is_word(last[-1])) last--;
    const char *first = last;
    while (first > at && is_word(first[-1])) first--;
    if (!template && last > first)
      fprintf(out, "  wl::alone(\"%.*s\", %.*s);\n", (int)(last - first), first,
              (int)(last - first), first);
    at = open;
  }
}
