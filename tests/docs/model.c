/* Prints parts of warplens-model(7) as mdoc: what stands in tables of the program
 * is written there alone. Argument: rules, counters or generations. */
#include <stdio.h>
#include <string.h>

#include "core/explain/metric.h"
#include "core/explain/rule.h"
#include "core/gpu/chip.h"

enum { LINE = 78 };

/* One word as mdoc takes it: a minus stays one. Returns its length. */
static size_t print_word(const char *word, size_t size) {
  size_t printed = size;
  for (size_t i = 0; i < size; i++) {
    if (word[i] == '\\' || word[i] == '-') printed++;
    if (word[i] == '\\') fputs("\\e", stdout);
    else if (word[i] == '-') fputs("\\-", stdout);
    else putchar(word[i]);
  }
  return printed;
}

/* Text in lines; every sentence begins one. */
static void print_text(const char *text) {
  size_t column = 0;
  while (*text) {
    size_t size = strcspn(text, " ");
    if (column && column + 1 + size > LINE) {
      putchar('\n');
      column = 0;
    } else if (column) {
      putchar(' ');
      column++;
    }
    column += print_word(text, size);
    if (text[size - 1] == '.' && text[size] &&
        strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZ", text[size + 1])) {
      putchar('\n');
      column = 0;
    }
    text += size + (text[size] == ' ');
  }
}

static void print_rules(void) {
  puts(".Bl -tag -width Ds");
  for (size_t i = WL_RULE_NONE + 1; i < WL_RULES; i++) {
    const struct wl_rule *r = &wl_rules[i];
    fputs(".It Sy \"", stdout);
    print_text(r->name);
    puts("\"");
    print_text(r->sentence);
    printf("\n.br\n.Em %s", wl_certainty_names[r->certainty]);
    if (r->sure) {
      fputs(" on cc", stdout);
      for (size_t a = 0; a < wl_arch_count; a++)
        if (r->sure >> wl_archs[a].id & 1) printf(" %s", wl_archs[a].cc);
    }
    puts(" :");
    print_text(r->source);
    putchar('\n');
  }
  puts(".El");
}

static void print_counters(void) {
  puts(".Bl -tag -width Ds");
  for (size_t f = 0; f < WL_FIGURES; f++) {
    const struct wl_metric *m = &wl_metrics[f];
    bool any = false;
    printf(".It Va %s\n", m->key);
    for (size_t s = 0; s < WL_SPACES; s++) {
      if (!m->profiler[s]) continue;
      const char *name = m->profiler[s], *brace = strchr(name, '{'); /* the line may end there */
      int before = (int)(brace ? (size_t)(brace - name) : strlen(name));
      printf("%s%s:\n.Ql %.*s%s%s\n", any ? ".br\n" : "", wl_space_names[s], before, name,
             brace ? "\\:" : "", brace ? brace : "");
      any = true;
    }
    if (!any) puts("The profiler has no counter of this name.");
  }
  puts(".El");
}

static void print_generations(void) {
  puts(".Bl -column \"10.0\" \"Tesla V100, …\" -compact");
  for (size_t a = 0; a < wl_arch_count; a++) {
    printf(".It %s Ta %s", wl_archs[a].cc, wl_archs[a].chip);
    for (size_t c = 0; c < wl_chip_count; c++)
      if (strcmp(wl_chips[c].cc, wl_archs[a].cc) == 0 &&
          !wl_chip_same(wl_chips[c].name, wl_archs[a].chip))
        printf(", %s", wl_chips[c].name);
    putchar('\n');
  }
  puts(".El");
}

int main(int argc, char **argv) {
  static const struct { const char *name; void (*print)(void); } parts[] = {
    {"rules", print_rules}, {"counters", print_counters}, {"generations", print_generations},
  };
  for (size_t i = 0; argc == 2 && i < sizeof parts / sizeof *parts; i++) {
    if (strcmp(argv[1], parts[i].name)) continue;
    parts[i].print();
    return 0;
  }
  return 2;
}
