/* Random kernels against a simulator that runs them statement by statement, with
 * the lanes that take part as a mask. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "script.h"

enum kind { STORE, IF, LOOP, BREAK, RETURN, CALL, KINDS };
enum { MAX_DEPTH = 4, MAX_STATEMENTS = 4, ROUNDS = 300, NO_ITERATION = -1 };

/* A statement. Conditions and bounds are (i * a + k * b + c) % d, with i the lane
 * and k the variable of the innermost loop. */
struct statement {
  enum kind kind;
  unsigned line, a, b, c, d, limit;
  struct statement *body, *otherwise, *next;
};

struct program {
  FILE *text;
  unsigned line, variables;
  uint64_t seed;
  bool helper; /* the helper function is being written: it calls nothing */
};

static unsigned below(struct program *p, unsigned n) {
  p->seed = p->seed * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(p->seed >> 33) % n;
}

static void put_line(struct program *p, const char *text) {
  fprintf(p->text, "%s\n", text);
  p->line++;
}

static void formula(const struct statement *s, const char *k, char *text, size_t size) {
  snprintf(text, size, "(i * %u + %s * %u + %u) %% %u", s->a, k, s->b, s->c, s->d);
}

static struct statement *write_block(struct program *p, unsigned depth, bool in_loop,
                                     const char *k);

static void write_loop(struct program *p, struct statement *s, unsigned depth, const char *bound) {
  char variable[16], text[160];
  snprintf(variable, sizeof variable, "v%u", p->variables++);
  if (below(p, 2)) {
    snprintf(text, sizeof text, "for %s = 0, %s - 1 do", variable, bound);
    put_line(p, text);
  } else {
    snprintf(text, sizeof text, "local %s, n%s = -1, %s", variable, variable, bound);
    put_line(p, text);
    snprintf(text, sizeof text, "while %s + 1 < n%s do %s = %s + 1", variable, variable, variable,
             variable);
    put_line(p, text);
  }
  s->body = write_block(p, depth + 1, true, variable);
  put_line(p, "end");
}

static struct statement *write_statement(struct program *p, unsigned depth, bool in_loop,
                                         const char *k) {
  struct statement *s = calloc(1, sizeof *s);
  char value[96], text[160];
  assert_non_null(s);
  *s = (struct statement){.kind = (enum kind)below(p, KINDS), .a = below(p, 8), .b = below(p, 4),
                          .c = below(p, 9), .d = 2 + below(p, 6), .limit = 1 + below(p, 4)};
  if ((s->kind == IF || s->kind == LOOP) && depth >= MAX_DEPTH) s->kind = STORE;
  if (s->kind == BREAK && !in_loop) s->kind = STORE;
  if (s->kind == CALL && p->helper) s->kind = IF;
  if (s->kind == IF && depth >= MAX_DEPTH) s->kind = STORE;
  if (s->kind == RETURN && below(p, 3)) s->kind = STORE;
  formula(s, k, value, sizeof value);
  s->line = p->line;
  switch (s->kind) {
  case IF:
    snprintf(text, sizeof text, "if %s < %u then", value, s->limit);
    put_line(p, text);
    s->body = write_block(p, depth + 1, in_loop, k);
    put_line(p, "else");
    s->otherwise = write_block(p, depth + 1, in_loop, k);
    put_line(p, "end");
    break;
  case LOOP: write_loop(p, s, depth, value); break;
  case BREAK: case RETURN:
    snprintf(text, sizeof text, "if %s < %u then %s end", value, s->limit,
             s->kind == BREAK ? "break" : "return");
    put_line(p, text);
    break;
  case CALL:
    snprintf(text, sizeof text, "helper(i, %s)", k);
    put_line(p, text);
    break;
  default:
    snprintf(text, sizeof text, "g[%s] = i", value);
    put_line(p, text);
  }
  return s;
}

static struct statement *write_block(struct program *p, unsigned depth, bool in_loop,
                                     const char *k) {
  struct statement *first = NULL, **end = &first;
  for (unsigned n = 1 + below(p, MAX_STATEMENTS); n > 0; n--) {
    *end = write_statement(p, depth, in_loop, k);
    end = &(*end)->next;
  }
  return first;
}

static void free_block(struct statement *s) {
  while (s != NULL) {
    struct statement *next = s->next;
    free_block(s->body);
    free_block(s->otherwise);
    free(s);
    s = next;
  }
}

/* A function that runs: lanes that have left its innermost loop, or itself. */
struct frame { uint32_t broken, returned; };

struct simulator {
  FILE *steps;
  const struct statement *helper;
};

static uint32_t lanes_below(const struct statement *s, int k, unsigned limit) {
  uint32_t lanes = 0;
  for (unsigned i = 0; i < 32; i++)
    if ((i * s->a + (k > 0 ? (unsigned)k : 0) * s->b + s->c) % s->d < limit)
      lanes |= UINT32_C(1) << i;
  return lanes;
}

/* Lanes whose bound lies above iteration n. */
static uint32_t lanes_above(const struct statement *s, int k, unsigned n) {
  return ~lanes_below(s, k, n + 1);
}

static void simulate(struct simulator *m, const struct statement *s, uint32_t mask, int k,
                     struct frame *f) {
  for (; s != NULL; s = s->next) {
    uint32_t active = mask & ~f->broken & ~f->returned, outer = f->broken;
    struct frame inner = {0, 0};
    if (active == 0) return;
    switch (s->kind) {
    case IF:
      simulate(m, s->body, active & lanes_below(s, k, s->limit), k, f);
      simulate(m, s->otherwise, active & ~lanes_below(s, k, s->limit), k, f);
      break;
    case LOOP:
      f->broken = 0;
      for (unsigned n = 0; (active &= lanes_above(s, k, n) & ~f->broken & ~f->returned) != 0; n++)
        simulate(m, s->body, active, (int)n, f);
      f->broken = outer;
      break;
    case BREAK: f->broken |= active & lanes_below(s, k, s->limit); break;
    case RETURN: f->returned |= active & lanes_below(s, k, s->limit); break;
    case CALL: simulate(m, m->helper, active, k, &inner); break;
    default:
      fprintf(m->steps, "%u store g %08x", s->line, (unsigned)active);
      if (k != NO_ITERATION) fprintf(m->steps, " #%d", k);
      fputc('\n', m->steps);
    }
  }
}

static void test_random_kernels(void **state) {
  (void)state;
  for (uint64_t round = 0; round < ROUNDS; round++) {
    char *text = NULL, *wanted = NULL;
    size_t size, wanted_size;
    struct program p = {.text = open_memstream(&text, &size), .line = 1, .seed = round * 77 + 1};
    struct frame f = {0, 0};
    /* Each thread its own array: nobody sees what another one did, so that all lanes can
     * run at once. */
    bool own = round % 2 == 1;
    put_line(&p, own ? "local g = localmem('g', int, 64)" : "local g = global('g', int, 64)");
    put_line(&p, "local function helper(i, k)");
    p.helper = true;
    struct statement *helper = write_block(&p, 2, false, "k");
    p.helper = false;
    put_line(&p, "end");
    put_line(&p, "function kernel()");
    put_line(&p, "local i = laneid()");
    struct statement *kernel = write_block(&p, 0, false, "0");
    put_line(&p, "end");
    fclose(p.text);
    struct simulator m = {open_memstream(&wanted, &wanted_size), helper};
    simulate(&m, kernel, UINT32_MAX, NO_ITERATION, &f);
    fclose(m.steps);
    struct wl_run *run = run_text(text, NULL, 1);
    char *found = steps_of(run, 0, 0);
    if (strcmp(found, wanted) != 0)
      fail_msg("round %d:\n%s\nfound:\n%s\nwanted:\n%s", (int)round, text, found, wanted);
    if (own && wl_run_at_once(run) != 1) fail_msg("round %d, not at once:\n%s", (int)round, text);
    free(found);
    free(wanted);
    free(text);
    free_block(helper);
    free_block(kernel);
    wl_run_destroy(run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_kernels)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
