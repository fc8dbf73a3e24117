#include "input/cuda/rewrite.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/grow.h"

enum kind { WORD, NUMBER, STRING, PUNCTUATION, LAUNCH, LAUNCH_END };
struct token {
  size_t at, size;
  uint8_t kind;
  bool first; /* of its line */
};

struct tokens {
  const char *text;
  size_t size;
  struct token *token;
  size_t count, room;
};

static bool in_word(char c) {
  return c == '_' || c == '$' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
         (c >= 'A' && c <= 'Z') || (unsigned char)c >= 128;
}

static bool add(struct tokens *t, size_t at, size_t size, enum kind kind, bool first) {
  if (t->count == t->room) {
    struct token *grown = wl_grow(t->token, sizeof *grown, &t->room, 1024);
    if (grown == NULL) return false;
    t->token = grown;
  }
  t->token[t->count++] = (struct token){at, size, (uint8_t)kind, first};
  return true;
}

/* Where a string or character that begins at `i` ends. */
static size_t end_of_string(const struct tokens *t, size_t i) {
  char quote = t->text[i++];
  while (i < t->size && t->text[i] != quote && t->text[i] != '\n') i += t->text[i] == '\\' ? 2 : 1;
  return i < t->size ? i + 1 : t->size;
}

/* R"x( … )x" */
static size_t end_of_raw(const struct tokens *t, size_t i) {
  char end[32] = ")";
  size_t n = 1, open = i + 2;
  while (open < t->size && t->text[open] != '(' && n < 20) end[n++] = t->text[open++];
  end[n++] = '"';
  const char *found = memmem(t->text + open, t->size - (open < t->size ? open : t->size), end, n);
  return found != NULL ? (size_t)(found - t->text) + n : t->size;
}

/* Where <<< or >>> at `i` ends; `i`: there is none. nvcc takes "<< <", too. */
static size_t end_of_triple(const struct tokens *t, size_t i) {
  size_t last = i + 2;
  if (last >= t->size || t->text[i + 1] != t->text[i]) return i;
  while (last < t->size && t->text[last] == ' ') last++;
  return last < t->size && t->text[last] == t->text[i] ? last + 1 : i;
}

static bool lex(struct tokens *t) {
  bool first = true;
  for (size_t i = 0; i < t->size;) {
    char c = t->text[i], next = i + 1 < t->size ? t->text[i + 1] : '\0';
    size_t from = i;
    if (c == '\n') first = true;
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\\') {
      i++;
      continue;
    }
    if (c == '/' && next == '/') {
      while (i < t->size && t->text[i] != '\n') i += t->text[i] == '\\' && i + 1 < t->size ? 2 : 1;
      continue;
    }
    if (c == '/' && next == '*') {
      const char *end = memmem(t->text + i + 2, t->size - i - 2, "*/", 2);
      i = end != NULL ? (size_t)(end - t->text) + 2 : t->size;
      continue;
    }
    enum kind kind = PUNCTUATION;
    if (c == 'R' && next == '"') {
      kind = STRING;
      i = end_of_raw(t, i);
    } else if (c >= '0' && c <= '9') {
      kind = NUMBER;
      while (i < t->size && (in_word(t->text[i]) || t->text[i] == '.' || t->text[i] == '\'')) i++;
    } else if (in_word(c)) {
      kind = WORD;
      while (i < t->size && in_word(t->text[i])) i++;
    } else if (c == '"' || c == '\'') {
      kind = STRING;
      i = end_of_string(t, i);
    } else if ((c == '<' || c == '>') && (i = end_of_triple(t, i)) > from) {
      kind = c == '<' ? LAUNCH : LAUNCH_END;
    } else {
      i++;
    }
    if (!add(t, from, i - from, kind, first)) return false;
    first = false;
  }
  return true;
}

static bool is(const struct tokens *t, size_t i, const char *word) {
  size_t n = strlen(word);
  return i < t->count && t->token[i].size == n && memcmp(t->text + t->token[i].at, word, n) == 0;
}

/* The first token of what is launched by <<< at `launch`; `launch` itself: nothing is. */
static size_t launched(const struct tokens *t, size_t launch) {
  size_t i = launch;
  if (i == 0) return launch;
  if (is(t, i - 1, ">")) {
    int depth = 0;
    do {
      i--;
      depth += is(t, i, ">") - is(t, i, "<");
    } while (i > 0 && depth > 0);
  } else if (is(t, i - 1, ")")) {
    int depth = 0;
    do {
      i--;
      depth += is(t, i, ")") - is(t, i, "(");
    } while (i > 0 && depth > 0);
    return i;
  }
  if (i == 0 || t->token[i - 1].kind != WORD) return launch;
  i--;
  while (i >= 3 && is(t, i - 1, "#") && is(t, i - 2, "#") && t->token[i - 3].kind == WORD) i -= 3;
  while (i >= 3 && is(t, i - 1, ":") && is(t, i - 2, ":") && t->token[i - 3].kind == WORD) i -= 3;
  if (i >= 2 && is(t, i - 1, ":") && is(t, i - 2, ":")) i -= 2;
  return i;
}

static size_t launch_end(const struct tokens *t, size_t launch) {
  int depth = 0;
  for (size_t i = launch + 1; i < t->count; i++) {
    depth += is(t, i, "(") || is(t, i, "{") || is(t, i, "[");
    depth -= is(t, i, ")") || is(t, i, "}") || is(t, i, "]");
    if (t->token[i].kind == LAUNCH_END && depth == 0) return i;
    if (is(t, i, ";") || depth < 0) break;
  }
  return t->count;
}

/* The bracket that closes the one at `open`. */
static size_t close_of(const struct tokens *t, size_t open) {
  int depth = 0;
  for (size_t i = open; i < t->count; i++) {
    depth += is(t, i, "(") - is(t, i, ")");
    if (depth == 0) return i;
  }
  return t->count - 1;
}

static void put_range(const struct tokens *t, size_t from, size_t to, FILE *out) {
  fwrite(t->text + from, 1, to - from, out);
}

/* name<<<a, b>>>  becomes  ::wl::config(a, b).call("name", [&](auto... wl_a) { name(wl_a...); }) */
static size_t put_launch(const struct tokens *t, size_t first, size_t launch, size_t end,
                         FILE *out) {
  size_t from = t->token[first].at, to = t->token[launch - 1].at + t->token[launch - 1].size;
  fputs("::wl::config(", out);
  put_range(t, t->token[launch].at + t->token[launch].size, t->token[end].at, out);
  fputs(").call(\"", out);
  for (size_t i = first; i < launch; i++)
    if (t->token[i].kind != STRING)
      put_range(t, t->token[i].at, t->token[i].at + t->token[i].size, out);
  fputs("\", [&](auto... wl_a) { ", out);
  for (size_t i = from; i < to; i++) putc(t->text[i] == '\n' ? ' ' : t->text[i], out);
  fputs("(wl_a...); })", out);
  for (size_t i = from; i < to; i++)
    if (t->text[i] == '\n') putc('\n', out);
  return t->token[end].at + t->token[end].size;
}

/* A macro that is one whole number becomes a parameter; a setting of its name is its value. */
static const char *define(struct wl_cuda_rewrite *r, const struct tokens *t, size_t name,
                          size_t *end) {
  const struct token *n = &t->token[name];
  size_t last = name + 1;
  while (last < t->count && !t->token[last].first) last++;
  *end = last;
  bool function =
      name + 1 < last && is(t, name + 1, "(") && t->token[name + 1].at == n->at + n->size;
  if (function || name + 1 >= last) return NULL;
  const char *value = NULL;
  for (size_t i = 0; i < r->setting_count && i < 64; i++)
    if (is(t, name, r->settings[i].name)) {
      value = r->settings[i].value;
      r->used[i] = true;
    }
  bool open = is(t, name + 1, "(");
  const struct token *v = &t->token[name + 1 + open];
  if (name + 2 + 2 * open != last || v->kind != NUMBER || v->size > 18 || n->size > 31)
    return value;
  char text[32], *stop;
  snprintf(text, sizeof text, "%.*s", (int)v->size, t->text + v->at);
  long long number = strtoll(text, &stop, 0);
  if (*stop != '\0') return value;
  if (r->params < WL_MAX_PARAMS) {
    struct wl_param *p = &r->param[r->params++];
    *p = (struct wl_param){
        .kind = WL_PARAM_INTEGER, .min = -WL_PARAM_UNLIMITED, .max = WL_PARAM_UNLIMITED, .step = 1};
    snprintf(p->name, sizeof p->name, "%.*s", (int)n->size, t->text + n->at);
    snprintf(p->initial, sizeof p->initial, "%lld", number);
    snprintf(p->value, sizeof p->value, "%s", value != NULL ? value : p->initial);
    snprintf(p->help, sizeof p->help, "the macro of this name");
  }
  return value;
}

static char *read_file(const char *path, size_t *size) {
  struct stat s;
  if (stat(path, &s) != 0 || !S_ISREG(s.st_mode) || s.st_size > 1 << 20) return NULL;
  FILE *f = fopen(path, "r");
  char *text = f != NULL ? malloc((size_t)s.st_size + 1) : NULL;
  *size = text != NULL ? fread(text, 1, (size_t)s.st_size, f) : 0;
  if (f != NULL) fclose(f);
  if (text != NULL) text[*size] = '\0';
  return text;
}

/* Where a file is that is included in `path`: beside it, or in a folder of include=. */
static bool find_include(const struct wl_cuda_rewrite *r, const char *path, const char *name,
                         int size, char own[1024]) {
  const char *slash = strrchr(path, '/');
  snprintf(own, 1024, "%.*s/%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".", size, name);
  for (const char *at = r->include; access(own, R_OK) != 0; at++) {
    if (*at == '\0') return false;
    int n = (int)strcspn(at, ":");
    snprintf(own, 1024, "%.*s/%.*s", n, at, size, name);
    at += n - (at[n] == '\0');
  }
  return true;
}

/* An included file of the user's is rewritten, too. False: it is left as it is. */
static bool include(struct wl_cuda_rewrite *r, const char *path, const char *name, size_t length,
                    char copy[1024]) {
  char own[1024];
  if (length < 1 || length > 254 || !find_include(r, path, name, (int)length, own)) {
    r->left_out |= name[-1] == '"';
    return false;
  }
  for (unsigned i = 0; i < r->files; i++)
    if (strcmp(r->file[i].path, own) == 0) {
      snprintf(copy, 1024, "%s/include%u.h", r->folder, i);
      return true;
    }
  size_t size;
  char *text = r->files < WL_CUDA_FILES && strlen(own) < sizeof r->file[0].path
                   ? read_file(own, &size)
                   : NULL;
  if (text == NULL) return false;
  snprintf(copy, 1024, "%s/include%u.h", r->folder, r->files);
  memcpy(r->file[r->files++].path, own, strlen(own) + 1);
  FILE *f = fopen(copy, "w");
  bool good = f != NULL;
  if (good) {
    fprintf(f, "#line 1 \"%s\"\n", own);
    good = wl_cuda_rewrite(r, own, text, size, f);
    good = fclose(f) == 0 && good;
  }
  free(text);
  return good;
}

static bool rewrite(struct wl_cuda_rewrite *r, const char *path, const struct tokens *t,
                    FILE *out) {
  size_t done = 0; /* bytes that are written */
  size_t arguments_end = 0; /* of the launch before */
  for (size_t i = 0; i < t->count; i++) {
    const struct token *k = &t->token[i];
    if (k->at < done) continue;
    size_t launch = i, end;
    if (k->first && is(t, i, "#") && is(t, i + 1, "define") && i + 2 < t->count) {
      const char *value = define(r, t, i + 2, &end);
      if (value == NULL) continue;
      const struct token *name = &t->token[i + 2], *last = &t->token[end - 1];
      put_range(t, done, name->at + name->size, out);
      fprintf(out, " %s", value);
      done = last->at + last->size;
      continue;
    }
    if (k->first && is(t, i, "#") && is(t, i + 1, "include") && i + 2 < t->count) {
      char copy[1024];
      size_t open = t->token[i + 2].at, n = strcspn(t->text + open + 1, ">\"\n");
      if (strchr("\"<", t->text[open]) == NULL || !include(r, path, t->text + open + 1, n, copy))
        continue;
      put_range(t, done, open, out);
      fprintf(out, "\"%s\"", copy);
      done = open + n + 2;
      continue;
    }
    if (is(t, i, "asm") || is(t, i, "__asm__") || is(t, i, "__asm")) {
      size_t open = i + 1;
      while (is(t, open, "volatile") || is(t, open, "__volatile__")) open++;
      if (is(t, open, "(")) {
        end = close_of(t, open);
        put_range(t, done, k->at, out);
        fputs("::wl::refuse_ptx()", out);
        for (done = k->at; done < t->token[end].at; done++)
          if (t->text[done] == '\n') putc('\n', out);
        done++;
        continue;
      }
    }
    if (is(t, i, "__global__")) r->kernels++;
    if (is(t, i, "main") && is(t, i + 1, "(") && i > 0 && t->token[i - 1].kind == WORD)
      r->has_main = true;
    if (is(t, i, "__shared__")) {
      bool dynamic = is(t, i + 1, "extern");
      for (size_t n = i; !dynamic && n > 0 && i - n < 8 && t->token[n - 1].kind == WORD; n--)
        dynamic = is(t, n - 1, "extern"); /* also in front of the type */
      put_range(t, done, k->at, out);
      fputs(dynamic ? "__wl_dynamic_shared__" : "__wl_shared__", out);
      done = k->at + k->size;
      continue;
    }
    /* A launch passes on what it is given: NULL would be a number. */
    if (k->at < arguments_end && is(t, i, "NULL") && (is(t, i - 1, "(") || is(t, i - 1, ",")) &&
        (is(t, i + 1, ")") || is(t, i + 1, ","))) {
      put_range(t, done, k->at, out);
      fputs("nullptr", out);
      done = k->at + k->size;
      continue;
    }
    /* A kernel by its pointer keeps its type: that of its arguments. */
    if (is(t, i, "void") && is(t, i + 1, "*") && is(t, i + 2, ")") && i > 2 && is(t, i - 1, "(") &&
        (is(t, i - 2, "(") || is(t, i - 2, "=")) &&
        (is(t, i - 3, "cudaLaunchKernel") || is(t, i - 3, "cudaLaunchCooperativeKernel") ||
         is(t, i - 3, "func"))) {
      put_range(t, done, t->token[i - 1].at, out);
      done = t->token[i + 2].at + 1;
      continue;
    }
    /* The C++ library has this name within __attribute__((…)). */
    if (is(t, i, "__noinline__") && !(i > 0 && is(t, i - 1, "("))) {
      put_range(t, done, k->at, out);
      fputs("__attribute__((noinline))", out);
      done = k->at + k->size;
      continue;
    }
    if (is(t, i, "alignas") && i > 0 && is(t, i - 1, "__shared__")) {
      put_range(t, done, k->at, out); /* behind a storage class C has another word */
      fputs("_Alignas", out);
      done = k->at + k->size;
      continue;
    }
    bool after_lambda =
        (is(t, i, "__device__") || is(t, i, "__host__")) && i > 0 &&
        (is(t, i - 1, "]") || (i > 1 && is(t, i - 2, "]") && is(t, i - 1, "__host__")) ||
         (i > 1 && is(t, i - 2, "]") && is(t, i - 1, "__device__")));
    if (after_lambda) {
      put_range(t, done, k->at, out);
      done = k->at + k->size;
      continue;
    }
    /* What is launched comes before <<<: look ahead from its first token. */
    if (k->kind == WORD || is(t, i, ":") || is(t, i, "(")) {
      for (launch = i + 1;
           launch < t->count && launch < i + 64 && t->token[launch].kind != LAUNCH &&
           !is(t, launch, ";") && !is(t, launch, "{") && !is(t, launch, "}");
           launch++) {}
      if (launch >= t->count || t->token[launch].kind != LAUNCH || launched(t, launch) != i)
        continue;
      end = launch_end(t, launch);
      if (end == t->count) continue;
      r->launches++;
      put_range(t, done, k->at, out);
      done = put_launch(t, i, launch, end, out);
      arguments_end = end + 1 < t->count ? t->token[close_of(t, end + 1)].at : done;
    }
  }
  put_range(t, done, t->size, out);
  return true;
}

bool wl_cuda_rewrite(struct wl_cuda_rewrite *r, const char *path, const char *text, size_t size,
                     FILE *out) {
  struct tokens t = {.text = text, .size = size};
  bool good = lex(&t) && rewrite(r, path, &t, out);
  free(t.token);
  return good;
}

char *wl_cuda_code_of(const char *text, size_t size) {
  struct tokens t = {.text = text, .size = size};
  char *code = malloc(size + 1);
  if (code != NULL && lex(&t)) {
    for (size_t i = 0; i < size; i++) code[i] = text[i] == '\n' ? '\n' : ' ';
    for (size_t i = 0; i < t.count; i++)
      if (t.token[i].kind != STRING)
        memcpy(code + t.token[i].at, text + t.token[i].at, t.token[i].size);
    code[size] = '\0';
  } else {
    free(code);
    code = NULL;
  }
  free(t.token);
  return code;
}
