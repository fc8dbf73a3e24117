#include "input/cuda/cuda_settings.h"

#include <stdlib.h>
#include <string.h>

static const char *const own[] = {"kernel", "launch", "args", "include", "block",
                                  "grid",   "n",      "blocks", "shared"};

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
    else if (strcmp(name, "shared") == 0) good = read_number(value, 232448, &s->shared);
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
  int size, bare;                     /* of the name, with <float> and without */
  bool template, declared, square;    /* declared: no more; square: its text speaks of y */
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
  const char *last = open, *bare;
  while (last > here && last[-1] != '>' && !is_word(last[-1])) last--;
  bare = last;
  if (last[-1] == '>')
    while (bare > here && *bare != '<') bare--;
  k->name = bare;
  while (k->name > here && is_word(k->name[-1])) k->name--;
  k->bare = (int)(bare - k->name);
  k->size = (int)(last - k->name);
  k->parameter = open + 1;
  k->end = closing(open, end);
  const char *next = memmem(k->end, (size_t)(end - k->end), word, sizeof word - 1);
  k->square = speaks_of_y(k->end, next != NULL ? next : end);
  const char *behind = k->end + (k->end < end);
  while (behind < end && strchr(" \t\r\n", *behind) != NULL) behind++;
  k->declared = behind < end && *behind == ';';
  *at = k->end;
  return true;
}

/* The next one that can be launched: no template, but what is made of it,
 * `template __global__ void k<float>(…);`, whose parameters and text are those of the template. */
static bool next_launched(const char *text, const char *end, const char **at, struct kernel *k) {
  struct kernel t = {0};
  while (next_kernel(text, end, at, k)) {
    if (k->template || k->bare == 0) continue;
    if (!k->declared) return true;
    if (k->size == k->bare) continue;
    for (const char *of = text; next_kernel(text, end, &of, &t);)
      if (t.template && t.bare == k->bare && memcmp(t.name, k->name, (size_t)k->bare) == 0) {
        k->parameter = t.parameter, k->end = t.end, k->square = t.square;
        return true;
      }
  }
  return false;
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

bool wl_cuda_kernels_of(const char *text, size_t size, FILE *out) {
  struct kernel k;
  struct parameter p;
  bool any = false;
  for (const char *at = text, *end = text + size; next_launched(text, end, &at, &k); any = true) {
    fprintf(out, "  wl::alone(\"%.*s\", %d, {\"\"", k.size, k.name, k.square);
    for (const char *of = k.parameter; next_parameter(&of, k.end, &p);)
      fprintf(out, ", \"%.*s\"", p.size, p.name);
    fprintf(out, "}, %.*s);\n", k.size, k.name);
  }
  return any;
}

const char *wl_cuda_template_of(const char *text, size_t size, int *bytes, const char **types) {
  struct kernel k;
  for (const char *at = text; next_kernel(text, text + size, &at, &k);) {
    if (!k.template) continue;
    const char *from = k.name;
    while (from > text && memcmp(from, "template", 8) != 0) from--;
    bool type = has_word(from, k.name, "typename") || has_word(from, k.name, "class");
    *types = memchr(from, ',', (size_t)(k.name - from)) != NULL ? "..." : type ? "float" : "16";
    *bytes = k.bare;
    return k.name;
  }
  return NULL;
}

bool wl_cuda_is_square(const char *text, size_t size, const char *name) {
  struct kernel k = {0};
  for (const char *at = text; next_launched(text, text + size, &at, &k);)
    if (*name == '\0' ||
        (strlen(name) == (size_t)k.bare && memcmp(name, k.name, (size_t)k.bare) == 0))
      return k.square;
  return false;
}

bool wl_cuda_is_parameter(const char *text, size_t size, const char *name) {
  struct kernel k;
  struct parameter p;
  for (const char *at = text, *end = text + size; next_launched(text, end, &at, &k);)
    for (const char *of = k.parameter; next_parameter(&of, k.end, &p);)
      if (strlen(name) == (size_t)p.size && memcmp(name, p.name, (size_t)p.size) == 0)
        return true;
  return false;
}

uint64_t wl_cuda_default(const char *name, uint64_t n) {
  static const struct { const char *part; uint64_t value; } known[] = {
    {"stride", 1}, {"step", 1}, {"iter", 1}, {"times", 1}, {"repeat", 1},
    {"offset", 0}, {"shift", 0}, {"start", 0}, {"begin", 0},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strcasestr(name, known[i].part) != NULL) return known[i].value;
  return n;
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
  for (const char *at = text, *end = text + size; next_launched(text, end, &at, &k);)
    for (const char *of = k.parameter; next_parameter(&of, k.end, &p);) {
      if (!p.integer || count == WL_MAX_PARAMS || is_there(list, count, &p) ||
          (size_t)p.size >= sizeof list->name)
        continue;
      struct wl_param *new = &list[count++];
      *new = (struct wl_param){.kind = WL_PARAM_INTEGER, .max = 1 << 30, .step = 1,
                               .help = "a parameter of a kernel"};
      snprintf(new->name, sizeof new->name, "%.*s", p.size, p.name);
      snprintf(new->initial, sizeof new->initial, "%llu",
               (unsigned long long)wl_cuda_default(new->name, n));
      snprintf(new->value, sizeof new->value, "%s", new->initial);
    }
  return count;
}
