#include "input/cuda/cuda_settings.h"

#include <stdlib.h>
#include <string.h>

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

/* A __global__ function in the text of a file. */
struct kernel {
  const char *name, *parameter, *end; /* parameters reach from `parameter` to `end` */
  int size;                           /* of the name */
  bool template, square;              /* square: its text speaks of y */
};

static bool speaks_of_y(const char *from, const char *to) {
  return memmem(from, (size_t)(to - from), "threadIdx.y", 11) != NULL ||
         memmem(from, (size_t)(to - from), "blockIdx.y", 10) != NULL;
}

static const char *closing(const char *open, const char *end) {
  int depth = 0;
  for (const char *at = open; at < end; at++) {
    depth += (*at == '(') - (*at == ')');
    if (depth == 0) return at;
  }
  return end;
}

/* The next one from *at on, which is moved behind its parameters. */
static bool next_kernel(const char *text, const char *end, const char **at, struct kernel *k) {
  static const char word[] = "__global__";
  const char *here = memmem(*at, (size_t)(end - *at), word, sizeof word - 1);
  if (here == NULL) return false;
  const char *before = here;
  while (before > text && strchr(" \t\r\n", before[-1]) != NULL) before--;
  *k = (struct kernel){.template = before > text && before[-1] == '>'};
  here += sizeof word - 1;
  const char *open = memchr(here, '(', (size_t)(end - here));
  while (open != NULL && open - here > 17 &&
         memmem(here, (size_t)(open - here), "__launch_bounds__", 17)) {
    const char *close = memchr(open, ')', (size_t)(end - open));
    here = close != NULL ? close + 1 : end;
    open = memchr(here, '(', (size_t)(end - here));
  }
  if (open == NULL) return false;
  const char *last = open;
  while (last > here && !is_word(last[-1])) last--;
  k->name = last;
  while (k->name > here && is_word(k->name[-1])) k->name--;
  k->size = (int)(last - k->name);
  k->parameter = open + 1;
  k->end = closing(open, end);
  const char *next = memmem(k->end, (size_t)(end - k->end), word, sizeof word - 1);
  k->square = speaks_of_y(k->end, next != NULL ? next : end);
  *at = k->end;
  return true;
}

/* A parameter: its name, and whether it is a number: neither pointer, reference nor array. */
struct parameter { const char *name; int size; bool number, integer; };

static bool has_word(const char *from, const char *to, const char *word) {
  size_t size = strlen(word);
  for (const char *at = from; (at = memmem(at, (size_t)(to - at), word, size)) != NULL; at++)
    if ((at == from || !is_word(at[-1])) && (at + size == to || !is_word(at[size]))) return true;
  return false;
}

static bool next_parameter(const char **at, const char *end, struct parameter *p) {
  static const char *const integers[] = {"int", "unsigned", "long", "short", "size_t", "uint",
                                         "int32_t", "uint32_t", "int64_t", "uint64_t"};
  const char *from = *at, *to = from;
  for (int depth = 0; to < end && (depth > 0 || *to != ','); to++)
    depth += (strchr("(<[", *to) != NULL) - (strchr(")>]", *to) != NULL);
  const char *last = to;
  while (last > from && !is_word(last[-1])) last--;
  *p = (struct parameter){.name = last, .number = true};
  while (p->name > from && is_word(p->name[-1])) p->name--;
  p->size = (int)(last - p->name);
  for (const char *c = from; c < to; c++)
    if (strchr("*&[(", *c) != NULL) p->number = false;
  for (size_t i = 0; i < sizeof integers / sizeof *integers; i++)
    p->integer |= p->number && has_word(from, p->name, integers[i]);
  *at = to < end ? to + 1 : end;
  return p->size > 0;
}

void wl_cuda_kernels_of(const char *text, size_t size, FILE *out) {
  struct kernel k;
  struct parameter p;
  for (const char *at = text, *end = text + size; next_kernel(text, end, &at, &k);) {
    if (k.template || k.size == 0) continue;
    fprintf(out, "  wl::alone(\"%.*s\", %d, {\"\"", k.size, k.name, k.square);
    for (const char *of = k.parameter; next_parameter(&of, k.end, &p);)
      fprintf(out, ", \"%.*s\"", p.size, p.name);
    fprintf(out, "}, %.*s);\n", k.size, k.name);
  }
}

bool wl_cuda_is_square(const char *text, size_t size, const char *name) {
  struct kernel k = {0};
  for (const char *at = text; next_kernel(text, text + size, &at, &k);)
    if (!k.template && (*name == '\0' || (strlen(name) == (size_t)k.size &&
                                          memcmp(name, k.name, (size_t)k.size) == 0)))
      return k.square;
  return false;
}

bool wl_cuda_is_number(const char *text, size_t size, const char *name) {
  struct kernel k;
  struct parameter p;
  for (const char *at = text, *end = text + size; next_kernel(text, end, &at, &k);)
    for (const char *of = k.parameter; !k.template && next_parameter(&of, k.end, &p);)
      if (p.number && strlen(name) == (size_t)p.size && memcmp(name, p.name, (size_t)p.size) == 0)
        return true;
  return false;
}

static bool is_there(const struct wl_param *list, unsigned count, const struct parameter *p) {
  for (unsigned i = 0; i < count; i++)
    if (strlen(list[i].name) == (size_t)p->size &&
        memcmp(list[i].name, p->name, (size_t)p->size) == 0)
      return true;
  return false;
}

unsigned wl_cuda_integers_of(const char *text, size_t size, uint64_t n, struct wl_param *list,
                             unsigned count) {
  struct kernel k;
  struct parameter p;
  for (const char *at = text, *end = text + size; next_kernel(text, end, &at, &k);)
    for (const char *of = k.parameter; !k.template && next_parameter(&of, k.end, &p);) {
      if (!p.integer || count == WL_MAX_PARAMS || is_there(list, count, &p) ||
          (size_t)p.size >= sizeof list->name)
        continue;
      struct wl_param *new = &list[count++];
      *new = (struct wl_param){.kind = WL_PARAM_INTEGER, .max = 1 << 30, .step = 1,
                               .help = "a parameter of a kernel"};
      snprintf(new->name, sizeof new->name, "%.*s", p.size, p.name);
      snprintf(new->initial, sizeof new->initial, "%llu", (unsigned long long)n);
      snprintf(new->value, sizeof new->value, "%s", new->initial);
    }
  return count;
}
